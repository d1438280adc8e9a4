import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { systemRandom } from '../../../../kit/random.ts';
import { loadSecrets, MASTER_KEY_FILE, SIGNING_KEY_FILE } from '../../../../server/secrets/secrets.ts';
import { testFolder } from '../../../support/test-folder.ts';

function setting(t: Test) {
  const folder = testFolder(t);
  return {
    folder,
    load: (inUse = false) => loadSecrets({ folder, random: systemRandom, inUse: async () => inUse }),
  };
}

t.test('the keys are made once and found again', async (t) => {
  const { load } = setting(t);
  const first = await load();
  const second = await load(true);
  t.equal(first.masterKey.length, 32);
  t.same(second.masterKey, first.masterKey);
  t.equal(second.signingKey.publicKey, first.signingKey.publicKey);
});

t.test('they are for their owner alone', { skip: process.platform === 'win32' }, async (t) => {
  const { folder, load } = setting(t);
  await load();
  for (const file of [SIGNING_KEY_FILE, MASTER_KEY_FILE])
    t.equal(statSync(join(folder, file)).mode & 0o777, 0o600);
});

t.test('a damaged key stops the server and is left as it is', async (t) => {
  for (const file of [SIGNING_KEY_FILE, MASTER_KEY_FILE]) {
    const { folder, load } = setting(t);
    await load();
    const path = join(folder, file);
    const damaged = readFileSync(path, 'utf8').slice(0, 20);
    writeFileSync(path, damaged);
    await t.rejects(load(), {
      name: 'OperatorError',
      message: new RegExp(`${file} is damaged .* restore it from a backup`),
    });
    t.equal(readFileSync(path, 'utf8'), damaged);
  }
});

t.test('a lost key is not replaced while something depends on it', async (t) => {
  const { folder, load } = setting(t);
  await load();
  rmSync(join(folder, SIGNING_KEY_FILE));
  await t.rejects(load(true), {
    name: 'OperatorError',
    message: /is missing although devices, webhooks or second factors depend on it/,
  });
  await t.resolves(load(false));
});
