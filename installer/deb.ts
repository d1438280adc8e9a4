import { createHash } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LinuxTarget } from './executable/node-packages.ts';
import { MAINTAINER } from './project.ts';
import { runProgram } from './run-program.ts';
import { layOut, type Packer, type PackOptions, type SystemPackage } from './system-package.ts';
import { inWorkFolder } from './work-folder.ts';

/** What Debian calls the processors. */
const ARCHITECTURES: Readonly<Record<LinuxTarget, string>> = { 'linux-x64': 'amd64', 'linux-arm64': 'arm64' };

/** Packages of Debian, Ubuntu and what descends from them: deb(5), deb-control(5). */
export const debPacker: Packer<SystemPackage> = {
  needs: [{ program: 'dpkg-deb', from: 'dpkg' }],
  fileName: ({ name, version, target }) => `${name}_${version}_${ARCHITECTURES[target]}.deb`,
  pack: (contents, out, options) => inWorkFolder((work) => pack(contents, work, out, options)),
};

async function pack(
  contents: SystemPackage,
  work: string,
  out: string,
  { epoch, fast }: PackOptions,
): Promise<void> {
  // It is private, and dpkg-deb packs it as "/".
  await chmod(work, 0o755);
  const bytes = await layOut(contents.entries, work, epoch);
  const control = join(work, 'DEBIAN');
  await mkdir(control, { mode: 0o755 });
  const files: Record<string, string> = {
    control: controlFile(contents, Math.ceil(bytes / 1024)),
    md5sums: await md5sums(contents, work),
    ...contents.scripts.deb,
  };
  const conffiles = contents.entries.flatMap((entry) =>
    'config' in entry && entry.config === true ? [`${entry.path}\n`] : [],
  );
  if (conffiles.length > 0) files.conffiles = conffiles.sort().join('');
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(control, name), text);
    const isScript = text.startsWith('#!');
    await chmod(join(control, name), isScript ? 0o755 : 0o644);
  }
  const level = fast ? ['-z1'] : [];
  await runProgram('dpkg-deb', ['--root-owner-group', '-Zxz', ...level, '--build', work, out], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(epoch) },
  });
}

function controlFile(
  { name, version, target, summary, description, section, depends, recommends }: SystemPackage,
  kibibytes: number,
): string {
  return [
    `Package: ${name}`,
    `Version: ${version}`,
    `Architecture: ${ARCHITECTURES[target]}`,
    `Maintainer: ${MAINTAINER}`,
    `Installed-Size: ${kibibytes}`,
    `Depends: ${depends.deb.join(', ')}`,
    ...(recommends.deb.length === 0 ? [] : [`Recommends: ${recommends.deb.join(', ')}`]),
    `Section: ${section.deb}`,
    'Priority: optional',
    `Description: ${summary}`,
    description.map((paragraph) => ` ${paragraph.split('\n').join('\n ')}\n`).join(' .\n'),
  ].join('\n');
}

/** By which `dpkg --verify` and debsums find a file that was changed. */
async function md5sums({ entries }: SystemPackage, root: string): Promise<string> {
  const lines: string[] = [];
  const files = entries.filter(
    (entry) => !('link' in entry) && !('folder' in entry) && entry.config !== true,
  );
  for (const path of files.map((one) => one.path).sort()) {
    const md5 = createHash('md5')
      .update(await readFile(join(root, path)))
      .digest('hex');
    lines.push(`${md5}  ${path.slice(1)}\n`);
  }
  return lines.join('');
}
