import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { createContentStore, zlibUnpacker } from '../../../../agent/state/content-store.ts';
import { sha256 } from '../../../../kit/signing.ts';
import { testFolder } from '../../../support/test-folder.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function setUp(t: Test) {
  const folder = join(testFolder(t), 'state', 'bundles');
  return { folder, store: createContentStore({ folder, suffix: '.json' }) };
}

/** Saves texts a second apart. */
async function saved(
  store: ReturnType<typeof createContentStore>,
  ...texts: readonly string[]
): Promise<readonly string[]> {
  const hashes: string[] = [];
  for (const [at, text] of texts.entries()) {
    const hash = sha256(bytesOf(text));
    await store.save(hash, bytesOf(text));
    await utimes(store.pathOf(hash), at + 1, at + 1);
    hashes.push(hash);
  }
  return hashes;
}

t.test('keeps contents under their hashes, private, the latest first', async (t) => {
  const { folder, store } = setUp(t);
  t.same(await store.list(), [], 'a folder that is not there yet is empty');
  t.equal(await store.read(sha256('a')), null);
  await store.keepOnly([]);
  const [a = '', b = ''] = await saved(store, 'a', 'b');
  t.same(await store.list(), [b, a]);
  t.same(Buffer.from((await store.read(a)) ?? []).toString(), 'a');
  t.equal((await stat(store.pathOf(a))).mode & 0o777, 0o600);
  t.equal((await stat(folder)).mode & 0o777, 0o700);
});

t.test('another account can be let in', async (t) => {
  const folder = join(testFolder(t), 'shared');
  const store = createContentStore({ folder, suffix: '.index', fileMode: 0o644, folderMode: 0o755 });
  const [a = ''] = await saved(store, 'a');
  t.equal((await stat(store.pathOf(a))).mode & 0o777, 0o644);
  t.equal((await stat(folder)).mode & 0o777, 0o755);
});

t.test('a content that was changed is none', async (t) => {
  const { store } = setUp(t);
  const [a = ''] = await saved(store, 'a');
  await writeFile(store.pathOf(a), 'b');
  t.equal(await store.read(a), null);
  await writeFile(store.pathOf(a), '');
  t.equal(await store.read(a), null);
});

t.test('keepOnly removes the others, and what a power cut left', async (t) => {
  const { folder, store } = setUp(t);
  const [a = '', b = ''] = await saved(store, 'a', 'b', 'c');
  await writeFile(join(folder, `${a}.json.0011.new`), 'half of');
  await store.keepOnly([a, b]);
  t.same((await readdir(folder)).sort(), [`${a}.json`, `${b}.json`].sort());
});

t.test('a write that fails leaves what was there', async (t) => {
  const { folder, store } = setUp(t);
  const [a = ''] = await saved(store, 'a');
  const b = sha256(bytesOf('b'));
  // A folder in the place of the file: the rename fails.
  await mkdir(store.pathOf(b));
  await writeFile(join(store.pathOf(b), 'x'), 'x');
  await t.rejects(store.save(b, bytesOf('b')));
  t.same(Buffer.from((await store.read(a)) ?? []).toString(), 'a');
  t.same(
    (await readdir(folder)).filter((name) => name.endsWith('.new')),
    [],
  );
});

t.test('a name that is no hash leads nowhere', async (t) => {
  const { store } = setUp(t);
  t.throws(() => store.pathOf('../../etc/passwd'));
  await t.rejects(store.read('../x'));
});

t.test('gunzip stops at its limit and takes only whole gzip', async (t) => {
  const packed = gzipSync(Buffer.alloc(1_000_000));
  t.equal((await zlibUnpacker.gunzip(packed, 1_000_000)).length, 1_000_000);
  await t.rejects(zlibUnpacker.gunzip(packed, 999_999));
  await t.rejects(zlibUnpacker.gunzip(packed.subarray(0, -4), 1_000_000));
  await t.rejects(zlibUnpacker.gunzip(bytesOf('no gzip'), 1_000_000));
});
