import { Parser, type ReadEntry } from 'tar';
import { SourceFault } from './source-fault.ts';

/**
 * Matches `blacklists/<category>/domains`. Lists of addresses (`urls`) and of patterns say nothing about whole hosts. Such a path is never
 * used to write a file.
 */
const DOMAINS = /^(?:\.\/)?(?:[A-Za-z0-9_-]+\/)?([A-Za-z0-9_-]{1,64})\/domains$/;
/** The largest public archive has 300 entries. */
const MAX_ENTRIES = 10_000;

/** Receives the text of the lists of an archive, one after another. */
export interface ArchiveSink {
  /** Called at the start of a list; false = the reader skips its text. */
  begin(category: string): boolean;
  text(chunk: Uint8Array): void;
  end(): void;
}

/**
 * Reads an archive (unpacked tar) of lists as its bytes arrive. Nothing of it is kept or written.
 * @throws SourceFault when it is damaged, is no archive or has no list
 */
export async function readArchive(bytes: AsyncIterable<Uint8Array>, sink: ArchiveSink): Promise<void> {
  let entries = 0;
  let lists = 0;
  let problem: Error | null = null;
  const parser = new Parser({
    strict: true,
    onReadEntry(entry: ReadEntry) {
      entries += 1;
      const category = entry.type === 'File' ? DOMAINS.exec(entry.path)?.[1] : undefined;
      if (category === undefined || entries > MAX_ENTRIES || !sink.begin(category.toLowerCase())) {
        entry.resume();
        return;
      }
      lists += 1;
      entry.on('data', (chunk: Uint8Array) => sink.text(chunk));
      entry.on('end', () => sink.end());
    },
  });
  const ended = new Promise<void>((resolve) => {
    parser.on('end', () => resolve());
    parser.on('error', (error: Error) => {
      problem ??= error;
      resolve();
    });
  });
  for await (const chunk of bytes) {
    if (problem !== null) break;
    parser.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
  }
  if (problem === null) {
    parser.end();
    await ended;
  }
  if (problem !== null)
    throw new SourceFault(`It is no archive of lists, or damaged (${(problem as Error).message}).`, {
      cause: problem,
    });
  if (entries > MAX_ENTRIES) throw new SourceFault(`It has more than ${MAX_ENTRIES} entries.`);
  if (lists === 0)
    throw new SourceFault('There is no list in it: a “<category>/domains” for a category of ours.');
}
