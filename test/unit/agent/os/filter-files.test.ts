import { chmodSync, lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { createFilterFiles } from '../../../../agent/os/filter-files.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { testFolder } from '../../../support/test-folder.ts';

t.test(
  'a file is replaced with the permissions asked for, whatever the umask and what stood there',
  async (t) => {
    const root = testFolder(t, { etc: { 'a.json': 'old', 'a.json.schoolgate-new': 'left by a power cut' } });
    const files = createFilterFiles({ root });
    chmodSync(join(root, 'etc/a.json'), 0o600);
    await files.write('/etc/a.json', { bytes: Buffer.from('new'), mode: 0o644 });
    hasFields(t, await files.read('/etc/a.json'), { bytes: Buffer.from('new'), mode: 0o644 });
    await t.rejects(Promise.resolve().then(() => statSync(join(root, 'etc/a.json.schoolgate-new'))));
  },
);

t.test('a symbolic link is not read through, and replaced itself', async (t) => {
  const root = testFolder(t, { etc: {}, 'secret.json': 'secret' });
  symlinkSync('../secret.json', join(root, 'etc/link.json'));
  const files = createFilterFiles({ root });
  await t.rejects(files.read('/etc/link.json'), /no regular file/);
  await files.write('/etc/link.json', { bytes: Buffer.from('ours'), mode: 0o644 });
  t.equal(readFileSync(join(root, 'secret.json'), 'utf8'), 'secret');
  t.ok(lstatSync(join(root, 'etc/link.json')).isFile());
});

t.test('missing files and folders are no error', async (t) => {
  const root = testFolder(t, { etc: { file: '' } });
  const files = createFilterFiles({ root });
  t.equal(await files.read('/etc/none'), null);
  t.equal(await files.read('/etc/none/deeper'), null);
  await files.remove('/etc/none/deeper');
  t.equal(await files.removeFolderIfEmpty('/etc/none'), true);
  t.same(await files.missingFolders('/etc/a/b/c.json'), ['/etc/a', '/etc/a/b']);
  t.same(await files.missingFolders('/etc/file2'), []);
});

t.test(
  'everybody may look into a folder that is made, whatever the umask of the service',
  { skip: process.platform === 'win32' },
  async (t) => {
    const root = testFolder(t);
    const before = process.umask(0o077);
    t.teardown(() => process.umask(before));
    await createFilterFiles({ root }).makeFolder('/policies');
    t.equal(statSync(join(root, 'policies')).mode & 0o777, 0o755);
  },
);

t.test('a folder goes only when nothing is in it', async (t) => {
  const root = testFolder(t, { etc: {} });
  const files = createFilterFiles({ root });
  await files.makeFolder('/etc/a');
  t.equal(statSync(join(root, 'etc/a')).mode & 0o777, 0o755);
  writeFileSync(join(root, 'etc/a/theirs'), '');
  t.equal(await files.removeFolderIfEmpty('/etc/a'), false);
  await files.remove('/etc/a/theirs');
  t.equal(await files.removeFolderIfEmpty('/etc/a'), true);
});
