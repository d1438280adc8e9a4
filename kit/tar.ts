import { on } from 'node:events';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Header, Parser, type ReadEntry } from 'tar';
import { messageOf } from './fault.ts';

/** A file in a tar archive (POSIX.1-2001 ustar), read or to be written as a stream. */
export interface TarEntry {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly content: AsyncIterable<Uint8Array>;
}

const BLOCK = 512;
const NAME_LENGTH = 100;

/** Thrown for an archive that is no tar of plain files, or ends too early. */
export class BadArchive extends Error {
  override readonly name = 'BadArchive';
}

/** The bytes of an archive of plain files that only their owner may read. @throws BadArchive when an entry gives more or less than its size */
export async function* packTar(
  entries: AsyncIterable<TarEntry> | Iterable<TarEntry>,
): AsyncGenerator<Buffer> {
  for await (const { name, size, content } of entries) {
    if (Buffer.byteLength(name) > NAME_LENGTH) throw new BadArchive(`the name ${name} is too long`);
    const header = Buffer.alloc(BLOCK);
    new Header({ path: name, size, mode: 0o600, type: 'File' }).encode(header);
    yield header;
    let written = 0;
    for await (const chunk of content) {
      written += chunk.length;
      yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    }
    if (written !== size)
      throw new BadArchive(`${name} has ${written} bytes, not ${size}: it changed meanwhile`);
    yield Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
  }
  yield Buffer.alloc(2 * BLOCK);
}

/**
 * Reads an archive of plain files in order. Each entry's content is to be read to its end before the next is asked for.
 * @throws BadArchive
 */
export async function* unpackTar(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const stop = new AbortController();
  const { signal } = stop;
  const parser = new Parser({ strict: true });
  const found = on(parser, 'entry', { signal, close: ['end'] }) as AsyncIterable<[ReadEntry]>;
  const fed = pipeline(bytes, intoParser(parser), { signal }).catch((error: unknown) => {
    if (!signal.aborted) parser.emit('error', error);
  });
  try {
    for await (const [entry] of found) {
      if (entry.type !== 'File') throw new BadArchive('it holds something other than files');
      yield { name: entry.path, size: entry.size, content: entry };
      entry.resume();
    }
  } catch (error) {
    throw error instanceof BadArchive ? error : new BadArchive(messageOf(error), { cause: error });
  } finally {
    stop.abort();
    await fed;
  }
}

function intoParser(parser: Parser): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (parser.write(chunk)) done();
      else parser.once('drain', () => done());
    },
    final(done) {
      parser.end();
      done();
    },
  });
}
