import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import t from 'tap';
import { BadArchive, packTar, type TarEntry, unpackTar } from '../../../kit/tar.ts';
import { temporaryFolder } from '../../support/test-store.ts';

const FILES = [
  { name: 'a.txt', content: 'hello' },
  { name: 'empty', content: '' },
  { name: 'secrets/block', content: 'x'.repeat(512) },
  { name: 'secrets/more', content: 'y'.repeat(1_300) },
];

const entry = ({ name, content }: { name: string; content: string }): TarEntry => ({
  name,
  size: content.length,
  content: Readable.from(content === '' ? [] : [Buffer.from(content)]),
});

const packed = async (entries: readonly TarEntry[]): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of packTar(entries)) parts.push(part);
  return Buffer.concat(parts);
};

/** In portions that fit no block. */
async function* portions(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 100) yield bytes.subarray(at, at + 100);
}

const unpacked = async (bytes: Buffer) => {
  const found: { name: string; content: string }[] = [];
  for await (const { name, content } of unpackTar(portions(bytes))) {
    const parts: Uint8Array[] = [];
    for await (const part of content) parts.push(part);
    found.push({ name, content: Buffer.concat(parts).toString() });
  }
  return found;
};

t.test('what was packed comes out again, whatever the sizes', async (t) => {
  t.same(await unpacked(await packed(FILES.map(entry))), FILES);
  t.same(await unpacked(await packed([])), []);
});

t.test('an entry that nobody reads is passed over', async (t) => {
  const names: string[] = [];
  for await (const { name } of unpackTar(portions(await packed(FILES.map(entry))))) names.push(name);
  t.same(
    names,
    FILES.map(({ name }) => name),
  );
});

const tar = spawnSync('tar', ['--version']);
t.test(
  'the tar of the system reads what we pack, and we read what it packs',
  { skip: tar.status === 0 ? false : 'tar is not installed' },
  async (t) => {
    const folder = await temporaryFolder(t);
    const archive = join(folder, 'ours.tar');
    writeFileSync(archive, await packed(FILES.map(entry)));
    const out = join(folder, 'out');
    mkdirSync(out);
    execFileSync('tar', ['-xf', archive, '-C', out]);
    for (const { name, content } of FILES) t.equal(readFileSync(join(out, name), 'utf8'), content, name);
    execFileSync('tar', [
      '--format=ustar',
      '-cf',
      join(folder, 'theirs.tar'),
      '-C',
      out,
      'a.txt',
      'secrets/more',
    ]);
    t.same(await unpacked(readFileSync(join(folder, 'theirs.tar'))), [FILES[0], FILES[3]]);
  },
);

t.test('an archive that ends early, or is none, is refused', async (t) => {
  const bytes = await packed(FILES.map(entry));
  await t.rejects(unpacked(bytes.subarray(0, 700)), BadArchive);
  await t.rejects(unpacked(bytes.subarray(0, bytes.length - 1_024)), { message: 'it ends too early' });
  await t.rejects(unpacked(Buffer.from('x'.repeat(2_000))), BadArchive);
  await t.rejects(unpacked(Buffer.alloc(0)), BadArchive);
});

t.test('a file that changes while it is packed is no whole backup', async (t) => {
  const grown = { ...entry({ name: 'a', content: 'longer' }), size: 3 };
  await t.rejects(packed([grown]), { name: 'BadArchive', message: /a has 6 bytes, not 3/ });
});
