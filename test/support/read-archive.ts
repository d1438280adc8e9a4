import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { unpackTar } from '../../kit/tar.ts';

/** The files of a .tar.gz, by name. */
export async function readArchive(path: string): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  for await (const { name, content } of unpackTar(bytesOf(gunzipSync(await readFile(path))))) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of content) chunks.push(chunk);
    found.set(name, Buffer.concat(chunks));
  }
  return found;
}

async function* bytesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
