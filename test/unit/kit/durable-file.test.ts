import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { removeDurably, writeDurably } from '../../../kit/durable-file.ts';
import { testFolder } from '../../support/test-folder.ts';

t.test('a file is replaced whole, is private, and leaves nothing beside it', async (t) => {
  const folder = testFolder(t, { lock: 'old' });
  await writeDurably(join(folder, 'lock'), 'new');
  t.equal(await readFile(join(folder, 'lock'), 'utf8'), 'new');
  t.equal((await stat(join(folder, 'lock'))).mode & 0o777, 0o600);
  t.same(await readdir(folder), ['lock']);
});

t.test('a write that fails leaves the old file and no litter', async (t) => {
  const folder = testFolder(t);
  await mkdir(join(folder, 'target'));
  await t.rejects(writeDurably(join(folder, 'target'), 'new'));
  t.same(await readdir(folder), ['target']);
});

t.test('removing a missing file is no error', async (t) => {
  const folder = testFolder(t, { a: '1' });
  await removeDurably(join(folder, 'a'));
  await removeDurably(join(folder, 'a'));
  t.same(await readdir(folder), []);
});
