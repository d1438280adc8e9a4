import { realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { ROOT } from './child-process.ts';

/** Others may go through a folder. */
const OTHERS_ENTER = 0o001;
/** A folder of every Linux, to keep sight of what is about to be covered. */
const STAGE = '/run';

/**
 * A shell script that lets every account reach the clone, this Node and the folder for temporary files by their own paths, though only root may enter
 * a folder above them, or the clone. For a mount namespace of its own: there an empty folder that all may enter lies over the closed one, with nothing
 * but these in it. Does nothing where nothing is closed.
 */
export function openClone(): string {
  const wanted = [ROOT.replace(/\/$/, ''), packagesFolder(), realpathSync(tmpdir())];
  const closed = new Map<string, string[]>();
  for (const path of outermost(wanted)) {
    const above = outermostClosed(path);
    if (above !== null) closed.set(above, [...(closed.get(above) ?? []), path]);
  }
  return [...closed].map(([above, paths]) => cover(above, paths)).join('\n');
}

/** Where the Node that runs this is; a clone may borrow the packages of another. */
function packagesFolder(): string {
  const file = realpathSync(process.execPath);
  const end = file.indexOf('/node_modules/');
  return end === -1 ? file.slice(0, file.lastIndexOf('/')) : `${file.slice(0, end)}/node_modules`;
}

/** Without those that are below another. */
function outermost(paths: readonly string[]): readonly string[] {
  return [...new Set(paths)].filter((path) => !paths.some((other) => path.startsWith(`${other}/`)));
}

/** The first folder on the way to `path`, itself included, that others may not enter. */
function outermostClosed(path: string): string | null {
  const ways = path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'));
  return ways.slice(1).find(isClosed) ?? null;
}

function isClosed(folder: string): boolean {
  return (statSync(folder).mode & OTHERS_ENTER) === 0;
}

/** One by one, for a closed folder stays closed wherever it is mounted. tap keeps the folders of tests in one that begins with a point. */
function showContent(from: string, path: string): string {
  return `mkdir -p '${path}'
    for one in ${from}/* ${from}/.[!.]*; do
      test -e "$one" || continue
      to='${path}'/"\${one##*/}"
      if test -d "$one"; then mkdir "$to"; else : > "$to"; fi
      mount --rbind "$one" "$to"
    done`;
}

function cover(above: string, paths: readonly string[]): string {
  const stage = paths.map(
    (path, index) => `mkdir ${STAGE}/${index} && mount --rbind '${path}' ${STAGE}/${index}`,
  );
  const show = paths.map((path, index) => {
    const from = `${STAGE}/${index}`;
    return isClosed(path) ? showContent(from, path) : `mkdir -p '${path}' && mount --rbind ${from} '${path}'`;
  });
  return [
    `mount -t tmpfs none ${STAGE}`,
    ...stage,
    `mount -t tmpfs -o mode=0755 none '${above}'`,
    ...show,
    `umount -l ${STAGE}`,
    'cd "$PWD" 2>/dev/null || cd /',
  ].join('\n');
}
