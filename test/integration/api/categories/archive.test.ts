import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { create, Header } from 'tar';
import { hasFields } from '../../../support/has-fields.ts';
import { startListServer } from './list-server.ts';
import { createCategoryWorld } from './world.ts';

/** A folder with files, and the archive of it as tar.gz. */
async function archive(t: Test, files: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'schoolgate-archive-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const chunks: Buffer[] = [];
  for await (const chunk of create({ gzip: true, cwd: folder }, ['blacklists']) as AsyncIterable<Buffer>)
    chunks.push(chunk);
  return { folder, bytes: Buffer.concat(chunks) };
}

const FILES = {
  'blacklists/adult/domains': 'porn.example\n203.0.113.9\n',
  'blacklists/adult/urls': 'github.com/bad\n',
  'blacklists/games/domains': 'play.example\n*.games.example\n',
  'blacklists/games/expressions': '(^|[.])x',
  'blacklists/liste_blanche/domains': 'good.example\n',
  'blacklists/manga/domains': 'manga.example\n',
  'blacklists/README': 'domains\n',
};

t.test(
  'each list of an archive gets its category; urls and lists without a category of ours are left out',
  async (t) => {
    const world = await createCategoryWorld(t);
    const web = await startListServer(t);
    web.serve((await archive(t, FILES)).bytes, '"1"');
    await world.add({ location: web.url, format: 'ut1', category: null, mapping: { manga: 'humour' } });
    await world.update();
    hasFields(t, await world.source(), { state: 'current', problem: null, names: 4, refused: 1 });
    t.same(await world.categoriesOf('www.porn.example'), ['adult']);
    t.same(await world.categoriesOf('x.games.example'), ['games']);
    t.same(await world.categoriesOf('manga.example'), ['humour']);
    t.same(await world.categoriesOf('good.example'), []);
    t.same(await world.categoriesOf('github.com'), ['productivity']);
  },
);

t.test('an unpacked folder is read like its archive', async (t) => {
  const world = await createCategoryWorld(t);
  const { folder } = await archive(t, FILES);
  await world.add({ location: join(folder, 'blacklists'), format: 'ut1', category: null });
  await world.update();
  hasFields(t, await world.source(), { state: 'current', names: 3 });
  t.same(await world.categoriesOf('play.example'), ['games']);
});

t.test('an archive with tricks in its paths writes nothing and names nothing', async (t) => {
  const entry = (path: string, type: 'File' | 'SymbolicLink', text: string): Buffer => {
    const block = Buffer.alloc(512);
    new Header({
      path,
      type,
      size: type === 'File' ? text.length : 0,
      mode: 0o644,
      linkpath: type === 'File' ? '' : text,
    }).encode(block);
    return type === 'File' ? Buffer.concat([block, Buffer.from(text.padEnd(512, '\0'))]) : block;
  };
  const bytes = gzipSync(
    Buffer.concat([
      entry('../../adult/domains', 'File', 'one.example\n'),
      entry('/etc/adult/domains', 'File', 'two.example\n'),
      entry('blacklists/games', 'SymbolicLink', '/etc'),
      entry('blacklists/games/domains', 'SymbolicLink', '/etc/passwd'),
      entry('blacklists/adult/domains', 'File', 'three.example\n'),
      Buffer.alloc(1_024),
    ]),
  );
  const world = await createCategoryWorld(t);
  const web = await startListServer(t);
  web.serve(bytes, '"1"');
  await world.add({ location: web.url, format: 'ut1', category: null });
  await world.update();
  hasFields(t, await world.source(), { state: 'current', names: 1 });
  t.same(await world.categoriesOf('three.example'), ['adult']);
  t.same(await world.categoriesOf('one.example'), []);
});

t.test('what is no archive, is cut off or holds no list is told', async (t) => {
  const world = await createCategoryWorld(t);
  const web = await startListServer(t);
  await world.add({ location: web.url, format: 'ut1', category: null });
  const { bytes } = await archive(t, FILES);
  const fails = async (content: string | Uint8Array, problem: RegExp): Promise<void> => {
    web.serve(content, `"${content.length}"`);
    await world.update();
    hasFields(t, await world.source(), { state: 'failed', problem });
  };
  await fails('just a text\n'.repeat(200), /no archive/);
  await fails(bytes.subarray(0, bytes.length - 20), /broke off or is damaged/);
  await fails((await archive(t, { 'blacklists/README': 'x' })).bytes, /no list in it/);
});

t.test('a list in a file is read again only when the file has changed', async (t) => {
  const world = await createCategoryWorld(t);
  const folder = await mkdtemp(join(tmpdir(), 'schoolgate-list-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'hosts');
  await writeFile(file, '0.0.0.0 one.example\n');
  await world.add({ location: file, format: 'hosts', category: 'malware' });
  hasFields(t, await world.update(), { changed: true });
  hasFields(t, await world.update(), { changed: false });
  await writeFile(file, '0.0.0.0 one.example two.example\n');
  hasFields(t, await world.update(), { changed: true });
  await rm(file);
  await world.update();
  hasFields(t, await world.source(), { state: 'failed', problem: /cannot be read/, names: 2 });
  await symlink(folder, file);
  await world.update();
  hasFields(t, await world.source(), { state: 'failed', problem: /is no file/ });
});
