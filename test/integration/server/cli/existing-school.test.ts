import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { runCommand } from '../../../support/command-line.ts';
import { hasText } from '../../../support/has-fields.ts';
import { temporaryFolder } from '../../../support/test-store.ts';
import { rosterSet } from '../roster/roster-set.ts';

const NONE = { SCHOOLGATE_DATA_DIR: '', SCHOOLGATE_CONFIG: '' };

t.test('a mistyped folder gets no second school by any command, and hears where none is', async (t) => {
  const folder = await temporaryFolder(t);
  const dataDir = join(folder, 'mistyped');
  const roster = join(folder, 'roster');
  mkdirSync(roster);
  for (const [name, text] of Object.entries(rosterSet([{ id: 'a' }])))
    writeFileSync(join(roster, name), text);
  // One of each group: the commands of a group open the school at the same place.
  for (const args of [
    ['keys', 'create', '--name', 'x', '--scopes', 'all'],
    ['enrollment-tokens', 'create', '--ou', '/'],
    ['enrollment-requests', 'list'],
    ['sign-in-link'],
    ['audit', 'verify'],
    ['backup', join(folder, 'backup.tar.gz')],
    ['categories', 'update'],
    ['import', 'oneroster', roster],
  ]) {
    const { code, stderr } = await runCommand([...args, '--data-dir', dataDir], NONE);
    t.equal(code, 1, args.join(' '));
    hasText(t, stderr, `schoolgate: There is no Schoolgate database in ${dataDir}. Name the folder`);
    t.throws(() => statSync(dataDir), { code: 'ENOENT' });
  }
});
