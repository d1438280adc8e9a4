import {
  appendFileSync,
  copyFileSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { createApiKey, rotateKey } from '../../../../api/keys/api-keys.ts';
import { systemClock } from '../../../../kit/clock.ts';
import { silentLog } from '../../../../kit/log.ts';
import { createIdSource, systemRandom } from '../../../../kit/random.ts';
import { sha256 } from '../../../../kit/signing.ts';
import { makeBackup } from '../../../../server/backup/make-backup.ts';
import { restoreBackup } from '../../../../server/backup/restore-backup.ts';
import {
  createRevocationJournal,
  journalFile,
  readJournal,
} from '../../../../server/backup/revocation-journal.ts';
import { type DataLayout, dataLayout } from '../../../../server/data-folder/layout.ts';
import { prepareDataFolder } from '../../../../server/data-folder/prepare.ts';
import { schoolStore } from '../../../../server/school/school-store.ts';
import { loadSecrets } from '../../../../server/secrets/secrets.ts';
import type { Store } from '../../../../store/ports/store.ts';
import { mergeRevocations } from '../../../../store/rules/revocations.ts';
import { temporaryFolder } from '../../../support/test-store.ts';
import { until } from '../../../support/until.ts';

const clock = systemClock;
const ids = createIdSource({ clock, random: systemRandom });
const KEY = {
  organisationId: 1,
  name: 'SIS',
  scopes: ['devices:read', 'devices:write'] as const,
  tier: 'enterprise' as const,
  rateLimitOverride: null,
  expiresAt: null,
};

/** A school with one of everything that can be revoked, and a backup of that moment. */
async function schoolWithBackup(t: Test) {
  const folder = await temporaryFolder(t);
  const layout = dataLayout(join(folder, 'data'));
  await prepareDataFolder(layout);
  await loadSecrets({ folder: layout.secrets, random: systemRandom, inUse: async () => false });
  const { store } = schoolStore(layout, silentLog);
  await store.start();
  t.teardown(() => store.stop());
  const things = await fill(store);
  const file = join(folder, 'backup.tar.gz');
  await makeBackup({ layout, file, force: false, noted: true, clock });
  return { folder, layout, store, file, ...things };
}

async function fill(store: Store) {
  const rotated = await createApiKey({ store, clock, ids, random: systemRandom }, KEY);
  const narrowed = await createApiKey({ store, clock, ids, random: systemRandom }, KEY);
  const account = async (email: string) =>
    await store.accounts.create({
      id: ids.next('acc'),
      organisationId: 1,
      email,
      name: email,
      role: 'admin',
      ouId: null,
      passwordHash: '$argon2id$old',
      oidc: null,
      provisioned: false,
      createdAt: clock.now(),
    });
  const people = {
    password: await account('password@x.example'),
    disabled: await account('disabled@x.example'),
    deleted: await account('deleted@x.example'),
    demoted: await account('demoted@x.example'),
    same: await account('same@x.example'),
  };
  const root = await store.ous.byPath(1, '/');
  if (root === null) throw new Error('there is no root');
  const token = async (name: string) =>
    await store.enrollmentTokens.create({
      id: ids.next('enr'),
      organisationId: 1,
      name,
      ouId: root.id,
      maxUses: 2,
      expiresAt: null,
      reEnroll: false,
      deviceId: null,
      createdAt: clock.now(),
      secretHash: `hash of ${name}`,
    });
  const tokens = { deleted: await token('deleted'), used: await token('used'), same: await token('same') };
  const device = async (machineId: string, publicKey: string) =>
    (
      await store.devices.enroll({
        id: ids.next('dev'),
        organisationId: 1,
        ouId: root.id,
        publicKey,
        hardware: {
          machineId,
          serial: null,
          hostname: machineId,
          platform: 'linux',
          osVersion: '12',
          manufacturer: null,
          model: null,
        },
        agentVersion: '1.0.0',
        now: clock.now(),
      })
    ).device;
  const devices = { lost: await device('lost', 'k1'), renewed: await device('renewed', 'k2'), device };
  const webhook = async (url: string) =>
    await store.webhooks.create({
      id: ids.next('whk'),
      organisationId: 1,
      url,
      kind: 'standard',
      events: ['*'],
      description: null,
      enabled: true,
      disabledReason: null,
      signature: 'hmac',
      headers: {},
      createdAt: clock.now(),
      updatedAt: clock.now(),
      sealedSecret: 'sealed',
    });
  const hooks = {
    deleted: await webhook('https://deleted.example/'),
    moved: await webhook('https://moved.example/'),
    rotated: await webhook('https://rotated.example/'),
    same: await webhook('https://same.example/'),
  };
  const factors = { lost: people.demoted.id, used: people.same.id };
  for (const accountId of Object.values(factors)) {
    await store.secondFactors.begin({ accountId, secret: 'sealed', createdAt: clock.now() });
    await store.secondFactors.confirm(accountId, clock.now());
    await store.secondFactors.replaceCodes(accountId, ['used', 'left']);
  }
  await store.passwordResets.create({
    hash: 'reset',
    accountId: people.same.id,
    requestedAt: null,
    expiresAt: clock.now() + 86_400_000,
  });
  await store.accounts.createLink({
    hash: 'invitation',
    accountId: people.same.id,
    expiresAt: clock.now() + 86_400_000,
  });
  return { rotated, narrowed, people, factors, tokens, devices, hooks };
}

type Filled = Awaited<ReturnType<typeof schoolWithBackup>>;

async function revokeAll({
  store,
  rotated,
  narrowed,
  people,
  factors,
  tokens,
  devices,
  hooks,
}: Filled): Promise<void> {
  const now = clock.now();
  await store.transaction((tx) =>
    rotateKey(tx, { clock, random: systemRandom }, { organisationId: 1, id: rotated.id, graceSeconds: 0 }),
  );
  const narrow = await store.apiKeys.get(1, narrowed.id);
  if (narrow === null) throw new Error('the key is gone');
  await store.apiKeys.update(1, narrowed.id, { scopes: ['devices:read'] }, now);
  await store.accounts.update(1, people.password.id, { passwordHash: '$argon2id$new' }, now);
  await store.accounts.update(1, people.disabled.id, { status: 'disabled' }, now);
  await store.accounts.update(1, people.demoted.id, { role: 'viewer' }, now);
  await store.accounts.delete(1, people.deleted.id);
  await store.secondFactors.delete(factors.lost);
  await store.secondFactors.useCode(factors.used, 'used');
  await store.enrollmentTokens.delete(1, tokens.deleted.id);
  await store.enrollmentTokens.redeem('hash of used', now);
  await store.enrollmentTokens.redeem('hash of used', now);
  await store.devices.unenroll(1, devices.lost.id, now);
  await devices.device('renewed', 'k2-new');
  await store.webhooks.delete(1, hooks.deleted.id);
  await store.webhooks.update(1, hooks.moved.id, { url: 'https://elsewhere.example/' }, now);
  await store.webhooks.rotateSecret(hooks.rotated.id, { sealed: 'new', now, formerEndAt: now });
}

async function reopened<T>(layout: DataLayout, work: (store: Store) => Promise<T>): Promise<T> {
  const { store } = schoolStore(layout, silentLog);
  await store.start();
  try {
    return await work(store);
  } finally {
    await store.stop();
  }
}

/** All that was revoked after the backup is revoked in the restored folder, and nothing else is. */
async function checkRevoked(t: Test, school: Filled, layout = school.layout): Promise<void> {
  const { rotated, narrowed, people, factors, tokens, devices, hooks } = school;
  await reopened(layout, async (again) => {
    const found = await again.apiKeys.byHash(sha256(rotated.key));
    t.ok(
      found === null || (found.secret.expiresAt ?? Number.MAX_VALUE) <= clock.now(),
      'the old secret has ended',
    );
    t.same((await again.apiKeys.get(1, narrowed.id))?.scopes, ['devices:read']);
    t.equal((await again.apiKeys.get(1, narrowed.id))?.revokedAt, null);
    const account = (id: string) => again.accounts.get(1, id);
    t.equal((await account(people.password.id))?.passwordHash, null);
    t.equal((await account(people.disabled.id))?.status, 'disabled');
    t.equal((await account(people.deleted.id))?.status, 'disabled');
    t.equal((await account(people.deleted.id))?.passwordHash, null);
    t.equal((await account(people.demoted.id))?.role, 'viewer');
    t.equal((await account(people.same.id))?.passwordHash, '$argon2id$old');
    t.equal(await again.accounts.redeemLink('invitation', clock.now()), null);
    t.equal(await again.passwordResets.redeem('reset', clock.now()), null);
    t.equal(await again.secondFactors.get(factors.lost), null);
    t.equal((await again.secondFactors.get(factors.used))?.recoveryCodesLeft, 1);
    t.equal(await again.secondFactors.useCode(factors.used, 'used'), false);
    t.equal(await again.enrollmentTokens.get(1, tokens.deleted.id), null);
    t.equal(await again.enrollmentTokens.redeem('hash of used', clock.now()), null);
    t.equal((await again.enrollmentTokens.get(1, tokens.same.id))?.uses, 0);
    t.equal(await again.devices.find(devices.lost.id), null);
    t.equal((await again.devices.find(devices.renewed.id))?.publicKey, 'k2-new');
    t.equal(await again.webhooks.get(1, hooks.deleted.id), null);
    t.equal((await again.webhooks.get(1, hooks.moved.id))?.enabled, false);
    t.equal((await again.webhooks.get(1, hooks.rotated.id))?.disabledReason, 'restored');
    t.equal((await again.webhooks.get(1, hooks.same.id))?.enabled, true);
  });
}

const KEPT = { apiKeys: 2, accounts: 3, passwords: 1, enrollmentTokens: 2, devices: 2, webhooks: 3 };

t.test('what was revoked after the backup stays revoked, and what was not is as it was', async (t) => {
  const school = await schoolWithBackup(t);
  await revokeAll(school);
  await school.store.stop();
  const { layout, file } = school;
  const restored = await restoreBackup({ layout, file, clock, ids });
  t.equal(restored.revocations, 'journal');
  t.same(restored.kept, KEPT);
  await checkRevoked(t, school);
  const again = await restoreBackup({ layout, file, clock, ids });
  t.equal(again.revocations, 'journal', 'a second restore knows it too');
  await checkRevoked(t, school);
});

function journalOf({ layout, store }: Pick<Filled, 'layout' | 'store'>) {
  return createRevocationJournal({ layout, revocations: store.revocations, clock, log: silentLog });
}

t.test('the journal beside a database that is destroyed keeps it revoked', async (t) => {
  const school = await schoolWithBackup(t);
  const { layout, file, folder } = school;
  const journal = journalOf(school);
  await journal.start();
  t.teardown(() => journal.stop());
  await revokeAll(school);
  await until(
    async () => (await readJournal(journalFile(layout)))?.some(({ kind }) => kind === 'webhook_secret'),
    { what: 'the journal' },
  );
  t.equal(statSync(journalFile(layout)).mode & 0o777, 0o600);
  await journal.stop();
  await school.store.stop();
  const kept = join(folder, 'kept.jsonl');
  copyFileSync(journalFile(layout), kept);
  for (const suffix of ['-wal', '-shm']) rmSync(`${layout.database}${suffix}`, { force: true });
  writeFileSync(layout.database, 'x'.repeat(8_192));
  t.equal((await restoreBackup({ layout, file, clock, ids })).revocations, 'journal');
  await checkRevoked(t, school);

  const elsewhere = dataLayout(join(folder, 'elsewhere', 'data'));
  const named = await restoreBackup({ layout: elsewhere, file, clock, ids, revocations: kept });
  t.equal(named.revocations, 'journal');
  await checkRevoked(t, school, elsewhere);
  const missing = restoreBackup({ layout: elsewhere, file, clock, ids, revocations: join(folder, 'no') });
  await t.rejects(missing, { name: 'OperatorError', message: /no journal of revocations/ });
});

t.test('where nobody knows what was revoked, every credential ends and every laptop waits', async (t) => {
  const school = await schoolWithBackup(t);
  const { folder, file, people, hooks, rotated, devices } = school;
  const strange = dataLayout(join(folder, 'strange', 'data'));
  await prepareDataFolder(strange);
  // A server that was started before the restore: its journal knows nothing of this school.
  await reopened(strange, async () => undefined);
  for (const layout of [dataLayout(join(folder, 'new', 'data')), strange]) {
    const restored = await restoreBackup({ layout, file, clock, ids });
    t.equal(restored.revocations, 'everything');
    t.same(restored.kept, {
      apiKeys: 2,
      accounts: 5,
      passwords: 5,
      enrollmentTokens: 3,
      devices: 2,
      webhooks: 4,
    });
    await reopened(layout, async (again) => {
      t.ok((await again.apiKeys.get(1, rotated.id))?.revokedAt);
      const { passwordHash, status } = (await again.accounts.get(1, people.same.id)) ?? {};
      t.same([passwordHash, status], [null, 'disabled']);
      t.equal((await again.secondFactors.get(people.same.id))?.recoveryCodesLeft, 0);
      t.same(await again.enrollmentTokens.list(1), []);
      t.equal((await again.webhooks.get(1, hooks.same.id))?.enabled, false);
      t.equal((await again.devices.find(devices.renewed.id))?.publicKey, 'held:k2', 'nobody has this key');
    });
    const once = await restoreBackup({ layout, file, clock, ids });
    t.equal(once.revocations, 'journal');
    await reopened(layout, async (again) => {
      t.equal((await again.devices.find(devices.renewed.id))?.publicKey, 'held:k2', 'a second restore');
      t.equal((await again.accounts.get(1, people.same.id))?.status, 'disabled');
      t.same(await again.devices.releaseKeys(1, [devices.renewed.id]), 1);
      t.same(
        (await again.devices.withHeldKey(1)).map(({ id }) => id),
        [devices.lost.id],
      );
    });
    await restoreBackup({ layout, file, clock, ids });
    await reopened(layout, async (again) =>
      t.equal((await again.devices.find(devices.renewed.id))?.publicKey, 'k2', 'what was confirmed stays so'),
    );
  }
  const trusting = dataLayout(join(folder, 'trusting', 'data'));
  const trusted = await restoreBackup({ layout: trusting, file, clock, ids, nothingRevoked: true });
  t.equal(trusted.revocations, 'operator');
  await reopened(trusting, async (again) =>
    t.equal((await again.accounts.get(1, people.same.id))?.passwordHash, '$argon2id$old'),
  );
});

t.test('a journal keeps the latest of each subject, survives a torn line, and forgets nothing', async (t) => {
  const school = await schoolWithBackup(t);
  const { layout, store, people } = school;
  const file = journalFile(layout);
  const journal = journalOf(school);
  await journal.start();
  t.teardown(() => journal.stop());
  t.ok(existsSync(file));
  for (const status of ['disabled', 'active', 'disabled'] as const)
    await store.accounts.update(1, people.same.id, { status }, clock.now());
  await journal.stop();
  const whole = (await readJournal(file)) ?? [];
  const known = JSON.stringify(whole.at(-1));
  // Of what was added last a block did not come to the disk, nor the end.
  appendFileSync(file, `{"id":"torn${'\0'.repeat(512)}"}\n${known}\n{"id":"torn`);
  const before = await readJournal(file);
  t.same(before, [...whole, ...whole.slice(-1)]);
  await store.accounts.update(1, people.disabled.id, { status: 'disabled' }, clock.now());
  await journal.start();
  await journal.stop();
  const after = (await readJournal(file)) ?? [];
  t.notOk(readFileSync(file, 'utf8').includes('torn'));
  t.same(
    mergeRevocations(before ?? [], after).map(({ id }) => id),
    after.map(({ id }) => id),
  );
  const accounts = after.filter(({ kind }) => kind === 'account');
  t.same(
    accounts.map(({ subject, value }) => [subject, JSON.parse(value ?? '').status]),
    [
      [people.same.id, 'disabled'],
      [people.disabled.id, 'disabled'],
    ],
  );
});
