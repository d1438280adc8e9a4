import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { dataLayout } from '../../../../server/data-folder/layout.ts';
import { prepareDataFolder, unwritable } from '../../../../server/data-folder/prepare.ts';
import { createServerLock } from '../../../../server/data-folder/server-lock.ts';
import { testFolder } from '../../../support/test-folder.ts';

t.test('the data folder is made, private, and no probe is left in it', async (t) => {
  const layout = dataLayout(join(testFolder(t), 'a', 'b'));
  await prepareDataFolder(layout);
  await prepareDataFolder(layout);
  t.same(readdirSync(layout.root).sort(), ['certificates', 'secrets']);
  if (process.platform !== 'win32') t.equal(statSync(layout.root).mode & 0o777, 0o700);
});

t.test('a file in its place is told in one sentence', async (t) => {
  const root = join(testFolder(t, { data: 'a file' }), 'data');
  await t.rejects(prepareDataFolder(dataLayout(root)), {
    name: 'OperatorError',
    message: `The data folder ${root} cannot be made, because a file stands in its place: move it away, or choose another with --data-dir.`,
  });
  await t.rejects(prepareDataFolder(dataLayout(join(root, 'below'))), /a file stands in its place/);
});

t.test('a file in the place of one of its folders is told too', async (t) => {
  const root = join(testFolder(t), 'data');
  mkdirSync(root);
  writeFileSync(join(root, 'secrets'), '');
  await t.rejects(prepareDataFolder(dataLayout(root)), { name: 'OperatorError' });
});

t.test('each refusal of the system has words of its own', async (t) => {
  const of = (code: string): string => unwritable('/data', Object.assign(new Error(code), { code }));
  t.match(of('EACCES'), /may not be written by this account/);
  t.match(of('EROFS'), /read-only file system: choose another with --data-dir/);
  t.match(of('ENOSPC'), /disk .* is full: make room/);
  t.match(of('EIO'), /cannot be used \(EIO\)/);
});

t.test('files that an older version left open are closed, and files of others are left alone', async (t) => {
  if (process.platform === 'win32') return;
  const layout = dataLayout(join(testFolder(t), 'data'));
  await prepareDataFolder(layout);
  const ours = [
    layout.lock,
    layout.database,
    join(layout.certificates, 'ca.crt'),
    join(layout.secrets, 'master-key'),
  ];
  const others = join(layout.root, 'notes.txt');
  for (const file of [...ours, others]) {
    writeFileSync(file, '');
    chmodSync(file, 0o644);
  }
  await prepareDataFolder(layout);
  for (const file of ours) t.equal(statSync(file).mode & 0o777, 0o600, file);
  t.equal(statSync(others).mode & 0o777, 0o644);
});

t.test('nobody else may open the lock, whatever the umask', async (t) => {
  if (process.platform === 'win32') return;
  const layout = dataLayout(join(testFolder(t), 'data'));
  await prepareDataFolder(layout);
  const before = process.umask(0);
  const lock = createServerLock(layout);
  t.teardown(() => lock.stop());
  try {
    await lock.start();
  } finally {
    process.umask(before);
  }
  t.equal(statSync(layout.lock).mode & 0o777, 0o600);
});
