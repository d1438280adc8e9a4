import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { makeFolder } from '../../../kit/make-folder.ts';
import { testFolder } from '../../support/test-folder.ts';

t.test('missing folders are made with their mode; what is there is left as it is', async (t) => {
  const folder = testFolder(t);
  await makeFolder(join(folder, 'a/b'), 0o700);
  await makeFolder(join(folder, 'a/b'), 0o755);
  t.equal((await stat(join(folder, 'a/b'))).mode & 0o777, 0o700);
});

t.test('two at once both succeed', async (t) => {
  const folder = testFolder(t);
  await Promise.all([makeFolder(join(folder, 'x/y/z'), 0o700), makeFolder(join(folder, 'x/y/z'), 0o700)]);
  t.ok((await stat(join(folder, 'x/y/z'))).isDirectory());
});

t.test('a file in the way is an error', async (t) => {
  const folder = testFolder(t, { file: '' });
  await t.rejects(makeFolder(join(folder, 'file'), 0o700), { code: 'EEXIST' });
  await t.rejects(makeFolder(join(folder, 'file/below'), 0o700), { code: /^(EEXIST|ENOTDIR)$/ });
});

t.test(
  'a file system that refuses with ENOENT is an error, not an endless wait',
  { skip: process.platform === 'linux' ? false : 'only Linux has procfs' },
  async (t) => {
    await t.rejects(makeFolder('/proc/schoolgate', 0o700), { code: 'ENOENT' });
  },
);
