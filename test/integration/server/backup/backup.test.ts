import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import t, { type Test } from 'tap';
import { createApiKey } from '../../../../api/keys/api-keys.ts';
import { systemClock } from '../../../../kit/clock.ts';
import { silentLog } from '../../../../kit/log.ts';
import { createIdSource, systemRandom } from '../../../../kit/random.ts';
import { packTar } from '../../../../kit/tar.ts';
import { anchorFile, createAuditAnchor, readAnchors } from '../../../../server/audit/anchor.ts';
import { lastBackupAt } from '../../../../server/backup/last-backup.ts';
import { makeBackup } from '../../../../server/backup/make-backup.ts';
import { MANIFEST_FILE, type Manifest } from '../../../../server/backup/manifest.ts';
import { TIMELINE_STEP } from '../../../../server/backup/new-timeline.ts';
import { restoreBackup } from '../../../../server/backup/restore-backup.ts';
import { type DataLayout, dataLayout } from '../../../../server/data-folder/layout.ts';
import { prepareDataFolder } from '../../../../server/data-folder/prepare.ts';
import { createServerLock } from '../../../../server/data-folder/server-lock.ts';
import { restoredFolder } from '../../../../server/data-folder/unfinished-restore.ts';
import { schoolStore } from '../../../../server/school/school-store.ts';
import { loadSecrets } from '../../../../server/secrets/secrets.ts';
import type { Store } from '../../../../store/ports/store.ts';
import { verifyAudit } from '../../../../store/rules/audit-chain.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { temporaryFolder } from '../../../support/test-store.ts';

const ids = createIdSource({ clock: systemClock, random: systemRandom });
const clock = systemClock;

/** A data folder with secrets, a database that is open, and a place for backups beside it. */
async function school(t: Test) {
  const folder = await temporaryFolder(t);
  const layout = dataLayout(join(folder, 'data'));
  await prepareDataFolder(layout);
  await loadSecrets({ folder: layout.secrets, random: systemRandom, inUse: async () => false });
  const { store } = schoolStore(layout, silentLog);
  await store.start();
  t.teardown(() => store.stop());
  const file = join(folder, 'backup.tar.gz');
  const backup = (force = false) => makeBackup({ layout, file, force, noted: true, clock });
  const restore = (from = file) => restoreBackup({ layout, file: from, clock, ids });
  return { folder, layout, store, file, backup, restore };
}

const addCampus = (store: Store, name: string) =>
  store.transaction(async (tx) => {
    const input = { name, cidrs: [], gatewayMacs: [], bssids: [], ssids: [], geofence: null };
    const campus = await tx.campuses.create(1, ids.next('cam'), input, clock.now());
    await tx.audit.append({
      organisationId: 1,
      at: clock.now(),
      actor: 'cli',
      action: 'campus.created',
      target: campus.id,
    });
    return campus;
  });

async function reopened<T>(layout: DataLayout, work: (store: Store) => Promise<T>): Promise<T> {
  const { store } = schoolStore(layout, silentLog);
  await store.start();
  try {
    return await work(store);
  } finally {
    await store.stop();
  }
}

const campusesOf = (layout: DataLayout): Promise<readonly string[]> =>
  reopened(layout, async (again) => (await again.campuses.list(1)).map(({ name }) => name));

t.test('a backup made while the store is written holds one moment, and comes back whole', async (t) => {
  const { layout, store, file, backup, restore } = await school(t);
  const secret = readFileSync(join(layout.secrets, 'master-key'), 'utf8');
  let writing = true;
  let written = 0;
  const writer = (async () => {
    while (writing) {
      await addCampus(store, `Campus ${written++}`);
      // A turn of the event loop: writing alone would let nothing else run.
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  const before = written;
  const made = await backup();
  writing = false;
  await writer;
  t.ok(written > before, 'it was written while the backup was made');
  t.equal(made.size, statSync(file).size);
  t.equal(statSync(file).mode & 0o777, 0o600, 'private');
  t.same(readdirSync(dirname(file)).sort(), ['backup.tar.gz', 'data'], 'nothing else is left beside it');
  t.ok(((await lastBackupAt(layout)) ?? 0) > clock.now() - 60_000);

  await addCampus(store, 'After the backup');
  const settingsBefore = (await store.organisations.get(1))?.settingsVersion ?? 0;
  await store.stop();
  writeFileSync(join(layout.secrets, 'master-key'), 'lost');
  const restored = await restore();
  t.equal(restored.root, layout.root);
  t.ok(existsSync(join(restored.putAside ?? '', 'schoolgate.db')), 'the old folder is kept');
  t.equal(readFileSync(join(layout.secrets, 'master-key'), 'utf8'), secret);
  t.equal(statSync(layout.database).mode & 0o777, 0o600);
  await reopened(layout, async (again) => {
    const campuses = await again.campuses.list(1);
    t.ok(campuses.length >= before && campuses.length <= written, 'of a moment of the backup');
    t.strictSame(
      campuses.map(({ name }) => name).sort(),
      campuses.map((_, n) => `Campus ${n}`).sort(),
      'without a hole, and without what came after',
    );
    const settings = (await again.organisations.get(1))?.settingsVersion ?? 0;
    t.ok(settings > settingsBefore + TIMELINE_STEP / 2, 'devices take the target states that follow');
    const [report] = await verifyAudit(again.audit, []);
    t.equal(report?.broken, null);
    t.equal(report?.last, campuses.length + 1, 'the restore is in the audit');
  });
});

/** Somebody who is signed in, and a sign-in link that nobody has used yet. */
async function signIn(store: Store): Promise<void> {
  const now = clock.now();
  const account = await store.accounts.create({
    id: ids.next('acc'),
    organisationId: 1,
    email: 'ada@x.example',
    name: 'Ada',
    role: 'owner',
    ouId: null,
    passwordHash: null,
    oidc: null,
    provisioned: false,
    createdAt: now,
  });
  const expiresAt = now + 86_400_000;
  const session = {
    id: 'ses_01kafw2n7qd5g8h1j3k6m9p2rs',
    hash: 'session',
    accountId: account.id,
    method: 'link',
    address: null,
    userAgent: null,
    createdAt: now,
    expiresAt,
  } as const;
  await store.sessions.createSession(session);
  await store.sessions.createFirstRunLink('link', expiresAt);
}

t.test('a key that was revoked after the backup stays revoked, and dashboard sessions end', async (t) => {
  const { layout, store, backup, restore } = await school(t);
  await signIn(store);
  const request = {
    organisationId: 1,
    name: 'Lost',
    scopes: ['devices:read'] as const,
    tier: 'enterprise' as const,
    rateLimitOverride: null,
    expiresAt: null,
  };
  const { id } = await createApiKey({ store, clock, ids, random: systemRandom }, request);
  await backup();
  await store.apiKeys.revoke(1, id, clock.now());
  t.ok(await store.sessions.session('session'), 'she is signed in');
  await store.stop();
  const restored = await restore();
  t.equal(restored.revocations, 'journal');
  t.equal(restored.kept.apiKeys, 1);
  await reopened(layout, async (again) => {
    const [key] = await again.apiKeys.details(1);
    t.ok(key?.revokedAt);
    t.equal(await again.sessions.session('session'), null, 'she signs in anew');
    t.equal(await again.sessions.redeemFirstRunLink('link', clock.now()), false, 'with a new link');
  });
});

t.test('the anchor of the audit is in the backup, and is never later than its database', async (t) => {
  const { layout, store, file, backup, restore } = await school(t);
  await addCampus(store, 'High');
  const anchor = createAuditAnchor({ store, clock, log: silentLog, layout });
  await anchor.start();
  await anchor.stop();
  const anchored = await readAnchors(layout);
  hasFields(t, anchored, [{ organisationId: 1, sequence: 1 }]);
  await backup();
  await store.stop();
  rmSync(layout.root, { recursive: true });
  await restore();
  t.same(await readAnchors(layout), anchored);

  // A server that runs notes a later end while the backup is made: its entries are not in the copy of the database.
  const later = [{ organisationId: 1, sequence: 99, hash: 'A'.repeat(43) }];
  const noting = {
    ...clock,
    now() {
      writeFileSync(anchorFile(layout), JSON.stringify({ chains: later }));
      return clock.now();
    },
  };
  await makeBackup({ layout, file, force: true, noted: true, clock: noting });
  t.same(await readAnchors(layout), later, 'it was noted meanwhile');
  await restore();
  t.same(await readAnchors(layout), anchored);
  await reopened(layout, async (again) => {
    const [report] = await verifyAudit(again.audit, await readAnchors(layout));
    t.equal(report?.broken, null, 'no false alarm');
  });
});

t.test('a file that is there is only replaced with --force', async (t) => {
  const { file, backup } = await school(t);
  writeFileSync(file, 'precious');
  await t.rejects(backup(), { name: 'OperatorError', message: /exists already/ });
  t.equal(readFileSync(file, 'utf8'), 'precious');
  await backup(true);
  t.ok(statSync(file).size > 1_000);
  t.equal(statSync(file).mode & 0o777, 0o600);
});

t.test('a damaged, cut off, strange or newer file changes nothing', async (t) => {
  const { folder, layout, store, file, backup, restore } = await school(t);
  await addCampus(store, 'High');
  await backup();
  await store.stop();
  const whole = readFileSync(file);
  const spoilt = join(folder, 'spoilt');
  const archiveOf = async (manifest: Manifest, content = 'x') => {
    const parts: Buffer[] = [];
    const text = JSON.stringify(manifest);
    const entries = [
      { name: MANIFEST_FILE, size: text.length, content: Readable.from([Buffer.from(text)]) },
      { name: 'schoolgate.db', size: content.length, content: Readable.from([Buffer.from(content)]) },
    ];
    for await (const part of Readable.from(packTar(entries)).pipe(createGzip())) parts.push(part);
    return Buffer.concat(parts);
  };
  const manifest = {
    format: 'schoolgate-backup',
    version: 1,
    createdAt: '2026-11-20T10:00:00.000Z',
    migration: 1,
    files: [{ name: 'schoolgate.db', size: 1, sha256: '0'.repeat(64) }],
  } as const;
  const cases: readonly [string, Buffer, RegExp][] = [
    ['cut off', whole.subarray(0, whole.length / 2), /no whole backup/],
    [
      'flipped',
      Buffer.from(whole.map((byte, at) => (at === whole.length >> 1 ? byte ^ 255 : byte))),
      /no whole backup/,
    ],
    ['no archive', Buffer.from('hello'), /no whole backup/],
    ['empty', Buffer.alloc(0), /no whole backup/],
    ['another checksum', await archiveOf(manifest as unknown as Manifest), /checksum/],
    ['newer', await archiveOf({ ...manifest, version: 2 } as unknown as Manifest), /newer Schoolgate/],
    [
      'a file left out',
      await archiveOf({
        ...manifest,
        files: [
          { name: 'schoolgate.db', size: 1, sha256: createHash('sha256').update('x').digest('hex') },
          { name: 'secrets/master-key', size: 1, sha256: '0'.repeat(64) },
        ],
      } as unknown as Manifest),
      /no whole backup .*secrets\/master-key is missing/,
    ],
    [
      'a path out of the folder',
      await archiveOf({
        ...manifest,
        files: [{ ...manifest.files[0], name: '../x' }],
      } as unknown as Manifest),
      /no whole backup/,
    ],
  ];
  const before = readFileSync(layout.database);
  for (const [name, bytes, message] of cases) {
    writeFileSync(spoilt, bytes);
    await t.rejects(restore(spoilt), { name: 'OperatorError', message }, name);
    t.ok(readFileSync(layout.database).equals(before), name);
    t.same(readdirSync(folder).sort(), ['backup.tar.gz', 'data', 'spoilt'], `${name} leaves nothing`);
  }
  await t.rejects(restore(join(folder, 'missing')), { name: 'OperatorError', message: /no such file/ });
});

t.test('nothing is restored under a server that runs', async (t) => {
  const { layout, backup, restore } = await school(t);
  await backup();
  const lock = createServerLock(layout);
  await lock.start();
  t.teardown(() => lock.stop());
  await t.rejects(restore(), { name: 'OperatorError', message: /already running/ });
});

t.test('a restore that was cut off between its two renames is finished by the next start', async (t) => {
  const { layout, store, backup, restore } = await school(t);
  await addCampus(store, 'High');
  await backup();
  await store.stop();
  await restore();
  const secret = readFileSync(join(layout.secrets, 'master-key'), 'utf8');
  // As the crash leaves it: the old folder is put aside, the new one has not got its name yet.
  renameSync(layout.root, restoredFolder(layout.root));
  await prepareDataFolder(layout);
  t.same(await campusesOf(layout), ['High']);
  t.equal(readFileSync(join(layout.secrets, 'master-key'), 'utf8'), secret);
  t.notOk(existsSync(restoredFolder(layout.root)));
});

t.test('a restore after one that was cut off puts that one aside, and loses nothing of it', async (t) => {
  const { layout, store, backup, restore } = await school(t);
  await addCampus(store, 'High');
  await backup();
  await store.stop();
  await restore();
  await reopened(layout, (again) => addCampus(again, 'Middle'));
  renameSync(layout.root, restoredFolder(layout.root));
  const { putAside, revocations } = await restore();
  t.equal(revocations, 'journal', 'what was revoked is known from it');
  t.same(await campusesOf(dataLayout(putAside ?? '')), ['High', 'Middle']);
  t.same(await campusesOf(layout), ['High']);
});

t.test('a backup restores where there was nothing', async (t) => {
  const { folder, store, file, backup } = await school(t);
  await addCampus(store, 'High');
  await backup();
  const layout = dataLayout(join(folder, 'elsewhere', 'data'));
  t.equal((await restoreBackup({ layout, file, clock, ids })).putAside, null);
  t.same(await campusesOf(layout), ['High']);
});
