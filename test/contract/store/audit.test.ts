import type { AuditFilter, AuditRecord, NewAuditEntry } from '../../../store/ports/audit.ts';
import type { TimeRange } from '../../../store/ports/list.ts';
import { auditHash, GENESIS_HASH } from '../../../store/rules/audit-entry.ts';
import { hasFields } from '../../support/has-fields.ts';
import { type Fixture, promise } from './each-store.ts';

const note = ({ clock }: Fixture, changes: Partial<NewAuditEntry> = {}): NewAuditEntry => ({
  organisationId: 1,
  at: clock.now(),
  actor: 'key_1',
  action: 'campus.updated',
  target: 'cam_1',
  before: { name: 'High' },
  after: { name: 'Low' },
  ...changes,
});
const everything = { kind: 'page', page: 1 } as const;

promise('entries form a chain without a hole, and come back as they were appended', async (t, fixture) => {
  const { store } = fixture;
  const made: AuditRecord[] = [];
  for (let number = 0; number < 3; number++) made.push(await store.audit.append(note(fixture)));
  t.same(
    made.map(({ sequence }) => sequence),
    [1, 2, 3],
  );
  t.equal(made[0]?.previousHash, GENESIS_HASH);
  t.equal(made[1]?.previousHash, made[0]?.hash);
  t.same(await store.audit.after(1, 0, 10), made);
  t.same(await store.audit.after(1, 1, 1), [made[1]]);
  for (const { hash, ...rest } of await store.audit.after(1, 0, 10)) t.equal(auditHash(rest), hash);
  t.same(await store.audit.heads(), [
    { organisationId: 1, sequence: 3, hash: made[2]?.hash, purgedSequence: 0, purgedHash: GENESIS_HASH },
  ]);
});

promise('an entry of a change that is undone leaves no hole', async (t, fixture) => {
  const { store } = fixture;
  await store.audit.append(note(fixture));
  const failing = store.transaction(async (tx) => {
    await tx.audit.append(note(fixture));
    throw new Error('undone');
  });
  await t.rejects(failing, { message: 'undone' });
  await store.transaction(async (tx) => {
    t.equal((await tx.audit.append(note(fixture))).sequence, 2);
  });
  t.equal((await store.audit.after(1, 0, 10)).length, 2);
});

promise('the list filters by actor, action, target and time, newest first', async (t, fixture) => {
  const { store, clock } = fixture;
  const start = clock.now();
  await store.audit.append(note(fixture));
  await clock.advance(1_000);
  await store.audit.append(note(fixture, { actor: 'acc_1', action: 'user.created', target: null }));
  await clock.advance(1_000);
  await store.audit.append(note(fixture, { target: 'cam_2' }));
  const ask = async (filter: AuditFilter, range?: TimeRange) => {
    const page = await store.audit.list({
      organisationId: 1,
      filter,
      ...(range === undefined ? {} : { range }),
      sort: [{ field: 'timestamp', descending: true }],
      limit: 10,
      from: everything,
    });
    t.equal(page.total, page.rows.length);
    return page.rows.map(({ sequence }) => sequence);
  };
  t.same(await ask({}), [3, 2, 1]);
  t.same(await ask({ actor: ['acc_1'] }), [2]);
  t.same(await ask({ action: ['campus.updated'] }), [3, 1]);
  t.same(await ask({ target: ['cam_2', 'cam_1'] }), [3, 1]);
  t.same(await ask({}, { from: start + 1_000, to: start + 2_000 }), [2], 'half-open');
  t.same(await ask({ actor: ['key_1'], target: ['cam_9'] }), []);
});

promise(
  'a purge takes the oldest, never too early, and leaves a receipt that is itself an entry',
  async (t, fixture) => {
    const { store, clock } = fixture;
    for (let number = 0; number < 3; number++) {
      await store.audit.append(note(fixture));
      await clock.advance(1_000);
    }
    const [, second] = await store.audit.after(1, 0, 10);
    const before = clock.now() - 1_000;
    const now = clock.now();
    const receipt = {
      organisationId: 1,
      purgedAt: now,
      firstSequence: 1,
      lastSequence: 2,
      lastHash: second?.hash,
      count: 2,
    };
    t.same(await store.audit.purge({ before, now, limit: 100 }), [receipt]);
    hasFields(t, await store.audit.heads(), [{ purgedSequence: 2, purgedHash: second?.hash }]);
    const left = await store.audit.after(1, 0, 10);
    t.same(
      left.map(({ sequence, action }) => [sequence, action]),
      [
        [3, 'campus.updated'],
        [4, 'audit.purged'],
      ],
    );
    t.equal(left[0]?.previousHash, second?.hash);
    hasFields(t, left[1], {
      actor: 'system',
      changes: { after: { lastSequence: 2, lastHash: second?.hash } },
    });
    hasFields(t, await store.audit.heads(), [{ sequence: 4, purgedSequence: 2, purgedHash: second?.hash }]);
    t.same(await store.audit.purge({ before, now, limit: 100 }), [], 'a second time takes nothing');
    t.equal((await store.audit.after(1, 0, 10)).length, 2);
  },
);

promise(
  'a purge of all entries goes on with the chain, and takes no more than it is told',
  async (t, fixture) => {
    const { store, clock } = fixture;
    for (let number = 0; number < 5; number++) await store.audit.append(note(fixture));
    const now = clock.now();
    hasFields(t, await store.audit.purge({ before: now + 1, now: now + 1, limit: 2 }), [
      { count: 2, lastSequence: 2 },
    ]);
    hasFields(t, await store.audit.purge({ before: now + 1, now: now + 1, limit: 100 }), [
      { count: 3, lastSequence: 5 },
    ]);
    hasFields(t, await store.audit.after(1, 0, 10), [{ sequence: 6 }, { sequence: 7 }]);
    t.equal((await store.audit.append(note(fixture))).sequence, 8);
  },
);

promise('an entry from the future keeps what follows it', async (t, fixture) => {
  const { store, clock } = fixture;
  await store.audit.append(note(fixture, { at: clock.now() + 1e12 }));
  await store.audit.append(note(fixture));
  t.same(await store.audit.purge({ before: clock.now() + 1, now: clock.now(), limit: 100 }), []);
});
