import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { temporaryFolder } from '../../support/test-store.ts';
import { wholeFolder } from '../../support/whole-folder.ts';

t.test('of two that fill a folder at once one stays, whole, and nobody finds half of it', async (t) => {
  const parent = await temporaryFolder(t);
  const path = join(parent, 'dist', 'browser');
  const filled = await wholeFolder(path, async (own) => {
    writeFileSync(join(own, 'program'), 'half');
    t.notOk(existsSync(path));
    await wholeFolder(path, async (other) => writeFileSync(join(other, 'program'), 'first'));
    writeFileSync(join(own, 'program'), 'second');
  });
  t.equal(filled, path);
  t.equal(readFileSync(join(path, 'program'), 'utf8'), 'first');
  t.same(readdirSync(join(parent, 'dist')), ['browser'], 'nothing is left beside it');
});

t.test('a folder that is there is not filled again', async (t) => {
  const path = join(await temporaryFolder(t), 'browser');
  await wholeFolder(path, async (own) => writeFileSync(join(own, 'program'), 'x'));
  await wholeFolder(path, async () => t.fail('filled again'));
  t.equal(readFileSync(join(path, 'program'), 'utf8'), 'x');
});

t.test('what cannot be filled leaves nothing, and is tried anew', async (t) => {
  const parent = await temporaryFolder(t);
  const path = join(parent, 'browser');
  const full = new Error('no space');
  await t.rejects(
    wholeFolder(path, () => Promise.reject(full)),
    full,
  );
  t.same(readdirSync(parent), []);
  t.equal(await wholeFolder(path, async (own) => writeFileSync(join(own, 'program'), 'x')), path);
});
