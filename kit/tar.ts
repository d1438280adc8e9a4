/** A file in a tar archive (POSIX.1-2001 ustar), read or to be written as a stream. */
export interface TarEntry {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly content: AsyncIterable<Uint8Array>;
}

const BLOCK = 512;
/** Sizes up to here fit in eleven octal digits; larger ones are written in base 256 (GNU tar). */
const OCTAL_LIMIT = 8 ** 11;
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
    yield headerOf(name, size);
    let written = 0;
    for await (const chunk of content) {
      written += chunk.length;
      yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    }
    if (written !== size)
      throw new BadArchive(`${name} has ${written} bytes, not ${size}: it changed meanwhile`);
    yield Buffer.alloc(padding(size));
  }
  yield Buffer.alloc(2 * BLOCK);
}

/**
 * Reads an archive of plain files in order. Each entry's content is to be read to its end before the next is asked for.
 * @throws BadArchive
 */
export async function* unpackTar(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const source = createSource(bytes);
  for (;;) {
    const header = await source.exactly(BLOCK);
    if (header.every((byte) => byte === 0)) return;
    const { name, size } = readHeader(header);
    let taken = false;
    yield {
      name,
      size,
      content: (async function* () {
        taken = true;
        yield* source.upTo(size);
      })(),
    };
    if (!taken) for await (const _chunk of source.upTo(size));
    await source.exactly(padding(size));
  }
}

const padding = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

function headerOf(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > NAME_LENGTH) throw new BadArchive(`the name ${name} is too long`);
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0);
  header.write('0000600\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  writeSize(header, size);
  header.write('00000000000\0', 136);
  header.write('        ', 148);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

function writeSize(header: Buffer, size: number): void {
  if (size < OCTAL_LIMIT) {
    header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
    return;
  }
  header[124] = 0x80;
  header.writeBigUInt64BE(BigInt(size), 128);
}

function readHeader(header: Buffer): { readonly name: string; readonly size: number } {
  const stated = Number.parseInt(header.toString('latin1', 148, 154), 8);
  const blanked = Buffer.from(header);
  blanked.write('        ', 148);
  if (stated !== checksumOf(blanked)) throw new BadArchive('it is not a tar archive, or is damaged');
  if (header.toString('latin1', 156, 157) !== '0')
    throw new BadArchive('it holds something other than files');
  const size =
    header[124] === 0x80
      ? Number(header.readBigUInt64BE(128))
      : Number.parseInt(header.toString('latin1', 124, 135), 8);
  if (!Number.isSafeInteger(size)) throw new BadArchive('the size of a file cannot be read');
  return { name: header.toString('utf8', 0, NAME_LENGTH).replace(/\0.*$/s, ''), size };
}

/** The sum of all bytes. */
function checksumOf(header: Buffer): number {
  return header.reduce((sum, byte) => sum + byte, 0);
}

/** Bytes that are taken in portions. */
function createSource(bytes: AsyncIterable<Uint8Array>) {
  const iterator = bytes[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);

  async function* upTo(count: number): AsyncGenerator<Buffer> {
    let wanted = count;
    while (wanted > 0) {
      if (rest.length === 0) {
        const { value, done } = await iterator.next();
        if (done === true) throw new BadArchive('it ends too early');
        rest = Buffer.from(value.buffer, value.byteOffset, value.length);
      }
      const portion = rest.subarray(0, wanted);
      rest = rest.subarray(portion.length);
      wanted -= portion.length;
      if (portion.length > 0) yield portion;
    }
  }
  return {
    upTo,
    async exactly(count: number): Promise<Buffer> {
      const portions: Buffer[] = [];
      for await (const portion of upTo(count)) portions.push(portion);
      return Buffer.concat(portions);
    },
  };
}
