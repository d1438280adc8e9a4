import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { createIdSource, systemRandom } from '../../../kit/random.ts';
import type { StoreAdapter } from '../../../store/ports/adapter.ts';
import type { Store } from '../../../store/ports/store.ts';
import { createSqliteAdapter } from '../../../store/sqlite/adapter.ts';
import { received } from '../../support/activity-record.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { hasFields } from '../../support/has-fields.ts';
import { placeMigratedDatabase } from '../../support/template-database.ts';
import { temporaryFolder } from '../../support/test-store.ts';

/** Adapters of databases that are not there yet. */
const ADAPTERS: Readonly<Record<string, (folder: string, name: string) => StoreAdapter>> = {
  sqlite: (folder, name) => createSqliteAdapter({ kind: 'sqlite', path: join(folder, `${name}.db`) }),
};

interface Scene {
  readonly adapter: StoreAdapter;
  readonly store: Store;
  readonly now: number;
  other(name: string): StoreAdapter;
}

/** A promise of the interface, for each adapter, with a started store. */
function promise(name: string, body: (t: Test, scene: Scene) => Promise<void>): void {
  for (const [kind, make] of Object.entries(ADAPTERS))
    t.test(`${kind}: ${name}`, async (t) => {
      const folder = await temporaryFolder(t);
      const clock = createFakeClock();
      const adapter = make(folder, 'schoolgate');
      await placeMigratedDatabase(adapter.location.path, clock.now());
      const store = adapter.createStore({ clock, ids: createIdSource({ clock, random: systemRandom }) });
      t.teardown(() => store.stop());
      await store.start();
      await body(t, { adapter, store, now: clock.now(), other: (file) => make(folder, file) });
    });
}

promise('a copy holds what was committed, is whole, and knows its migrations', async (t, scene) => {
  const { adapter, store, other } = scene;
  await store.organisations.update(1, { name: 'Springfield' });
  const copy = other('copy');
  writeFileSync(copy.location.path, '');
  await adapter.copyTo(copy.location.path);
  await copy.inspect(async (inspection) => {
    t.same(await inspection.damage(3), []);
    const applied = (await inspection.appliedMigrations()) ?? [];
    t.same(
      applied.map(({ number }) => number),
      adapter.migrations,
    );
  });
  const clock = createFakeClock();
  const copied = copy.createStore({ clock, ids: createIdSource({ clock, random: systemRandom }) });
  await copied.start();
  hasFields(t, await copied.organisations.get(1), { name: 'Springfield' });
  await copied.stop();
});

promise('a look says what is in the audit and what was revoked', async (t, { adapter, store, now }) => {
  const entry = { organisationId: 1, at: now, actor: 'cli', action: 'campus.created', target: null };
  const { hash } = await store.audit.append(entry);
  await adapter.inspect(async (inspection) => {
    hasFields(t, await inspection.audit(), {
      heads: [{ organisationId: 1, sequence: 1, hash, purgedSequence: 0 }],
      oldestAt: now,
      lastPurgedAt: null,
    });
    t.equal(await inspection.auditHashAt(1, 1), hash);
    t.equal(await inspection.auditHashAt(1, 2), null);
    t.same(await inspection.revocations(), await store.revocations.after(0));
  });
});

promise('a database that is not there, or is none, cannot be read', async (t, { other }) => {
  const look = (adapter: StoreAdapter) => adapter.inspect((inspection) => inspection.appliedMigrations());
  await t.rejects(look(other('missing')), { name: 'Fault', code: 'unavailable' });
  const spoilt = other('spoilt');
  writeFileSync(spoilt.location.path, 'x'.repeat(8_192));
  await t.rejects(look(spoilt), { name: 'Fault', code: 'unavailable' });
});

promise('what is revoked is noted in its order, the latest of each subject', async (t, { store, now }) => {
  const { revocations } = store;
  const begin = await revocations.lastSequence();
  const account = await store.accounts.create({
    id: 'acc_00000000000000000000000001',
    organisationId: 1,
    email: 'ana@x.example',
    name: 'Ana',
    role: 'owner',
    ouId: null,
    passwordHash: null,
    oidc: null,
    provisioned: false,
    createdAt: now,
  });
  for (const status of ['disabled', 'active', 'disabled'] as const)
    await store.accounts.update(1, account.id, { status }, now);
  const count = await revocations.count();
  const noted = await revocations.after(begin);
  hasFields(t, noted, [{ kind: 'account', subject: account.id, value: /disabled/ }]);
  t.equal(count, (await revocations.after(0)).length);
  t.equal(await revocations.lastSequence(), begin + 3);
  t.same(await revocations.after(begin + 3), []);
});

promise('a new timeline moves counters, and revokes what it is told or everything', async (t, scene) => {
  const { adapter, store, now } = scene;
  await store.apiKeys.create(
    {
      id: 'key_00000000000000000000000001',
      organisationId: 1,
      name: 'SIS',
      scopes: ['devices:read'],
      tier: 'standard',
      rateLimitOverride: null,
      ouPath: null,
      ipAllowList: [],
      expiresAt: null,
      revokedAt: null,
      createdAt: now,
    },
    { slot: 'primary', hash: 'hash', display: 'sgk_…', createdAt: now, expiresAt: null },
  );
  const before = await store.organisations.get(1);
  await store.stop();
  const secret = { id: 'r1', at: now, kind: 'api_secret', subject: 'hash', value: null };
  const order = { step: 1_000, revoked: [secret], revokeEverything: false, label: 'restored', now };
  hasFields(t, await adapter.beginTimeline(order), { kept: { apiKeys: 1, devices: 0 }, unenrolled: [] });
  const everything = await adapter.beginTimeline({ ...order, revoked: [], revokeEverything: true });
  hasFields(t, everything, { kept: { apiKeys: 1 } });
  await store.start();
  t.equal((await store.organisations.get(1))?.settingsVersion, (before?.settingsVersion ?? 0) + 2_000);
  t.not((await store.apiKeys.get(1, 'key_00000000000000000000000001'))?.revokedAt, null);
  const marks = (await store.revocations.after(0)).filter(({ kind }) => kind === 'journal');
  t.same(
    marks.map(({ subject }) => subject),
    ['began', 'restored', 'restored'],
  );
});

promise('a scan gives the records of a time with their texts', async (t, { adapter, store, now }) => {
  await store.telemetry.appendActivity([
    received(now, { domain: 'a.example', count: 3 }),
    received(now + 1, { domain: 'b.example' }),
  ]);
  const scan = adapter.openRecordScan();
  t.teardown(() => scan.close());
  const query = { organisationId: 1, from: now, to: now + 2, withinOuPath: null };
  const found = [...scan.records(query)].flat();
  t.same(
    found.map((record) => [record[0], record[4] === null ? null : scan.text(record[4]), record[8]]),
    [
      [now, 'a.example', 3],
      [now + 1, 'b.example', 1],
    ],
  );
  t.same([...scan.records({ ...query, to: now })].flat(), []);
});
