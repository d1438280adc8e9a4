// What a browser loads of the dashboard stays small, compressed: the entry, any first page, and each part that comes later.
import { gzipSync } from 'node:zlib';
import type { Rolldown } from 'vite';
import { bundleDashboard, FRAME } from './dashboard.ts';

const MOST_BYTES = { entry: 140_000, firstPage: 190_000, lazyChunk: 60_000 };

type Chunk = Pick<Rolldown.OutputChunk, 'fileName' | 'code' | 'imports' | 'isEntry' | 'facadeModuleId'>;

/** What is too large, each as a sentence. */
export function findLargeParts(chunks: readonly Chunk[]): readonly string[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const sizes = new Map(chunks.map(({ fileName, code }) => [fileName, gzipSync(code).length]));
  /** The files that load before this one runs, and itself. */
  const loadedWith = (name: string, found = new Set<string>()): Set<string> => {
    if (found.has(name)) return found;
    found.add(name);
    for (const other of byName.get(name)?.imports ?? []) loadedWith(other, found);
    return found;
  };
  const sizeOf = (names: ReadonlySet<string>): number =>
    [...names].reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0);
  const entry = chunks.find(({ isEntry }) => isEntry);
  if (entry === undefined) return ['The bundle has no entry.'];
  const first = loadedWith(entry.fileName);
  const frame = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(FRAME));
  const framed = frame === undefined ? first : loadedWith(frame.fileName, new Set(first));
  const large = (what: string, size: number, most: number): string[] =>
    size > most ? [`${what} is ${size} bytes compressed, ${most} are allowed`] : [];
  const pages = chunks.filter(({ facadeModuleId }) =>
    /[/]pages[/][^/]+[/](?:[a-z]+-)?route[.]tsx$/.test(facadeModuleId ?? ''),
  );
  return [
    ...large('the entry', sizeOf(first), MOST_BYTES.entry),
    ...pages.flatMap(({ fileName, facadeModuleId }) =>
      large(
        `the first page ${facadeModuleId?.split('/').at(-2)}`,
        sizeOf(loadedWith(fileName, new Set(framed))),
        MOST_BYTES.firstPage,
      ),
    ),
    ...chunks
      .filter(({ fileName }) => !first.has(fileName))
      .flatMap(({ fileName }) => large(fileName, sizes.get(fileName) ?? 0, MOST_BYTES.lazyChunk)),
  ];
}

if (import.meta.main) {
  const large = findLargeParts((await bundleDashboard()).filter((file) => file.type === 'chunk'));
  for (const sentence of large) console.error(sentence);
  if (large.length > 0) process.exitCode = 1;
}
