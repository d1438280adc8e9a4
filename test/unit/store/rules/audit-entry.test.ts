import t from 'tap';
import type { NewAuditEntry } from '../../../../store/ports/audit.ts';
import {
  auditChanges,
  auditEntry,
  auditHash,
  canonicalJson,
  GENESIS_HASH,
} from '../../../../store/rules/audit-entry.ts';

const NOTE: NewAuditEntry = {
  organisationId: 1,
  at: 1_000,
  actor: 'key_1',
  action: 'campus.updated',
  target: 'cam_1',
  ip: '192.0.2.1',
  userAgent: 'x'.repeat(1_000),
  before: { name: 'High', cidrs: ['10.0.0.0/8'] },
  after: { name: 'Low', cidrs: ['10.0.0.0/8'] },
};
const PLACE = { id: 'aud_1', sequence: 1, previousHash: GENESIS_HASH } as const;

t.test('only what differs is kept, by member, and the moment of the change is not repeated', async (t) => {
  t.same(
    auditChanges(
      { name: 'A', updatedAt: 1, tags: ['x'], lock: { state: 'locked', message: 'm' }, gone: 1 },
      { name: 'B', updatedAt: 2, tags: ['x'], lock: { state: 'unlocked', message: 'm' }, made: null },
    ),
    {
      before: { name: 'A', lock: { state: 'locked' }, gone: 1 },
      after: { name: 'B', lock: { state: 'unlocked' }, made: null },
    },
  );
  t.same(auditChanges({ a: 1, b: [1] }, { b: [1], a: 1 }), {}, 'nothing differs');
  t.same(auditChanges(undefined, { a: 1 }), { after: { a: 1 } }, 'made');
  t.same(auditChanges({ a: 1 }, undefined), { before: { a: 1 } }, 'gone');
  t.same(auditChanges(undefined, null), {});
});

t.test('what is a secret by its name or its form is masked at every depth', async (t) => {
  const changes = auditChanges(undefined, {
    secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
    inner: [{ pin: '4829', password: 'p', Token: 't' }],
    note: `use sgk_live_${'a'.repeat(38)} and sget_${'0'.repeat(32)}_${'A'.repeat(43)}.`,
    token: null,
    pinned: true,
  });
  t.same(changes, {
    after: {
      secret: '••••',
      inner: [{ pin: '••••', password: '••••', Token: '••••' }],
      note: 'use •••• and ••••.',
      token: null,
      pinned: true,
    },
  });
});

t.test('a change too large for an entry keeps the names of what changed', async (t) => {
  const { after } = auditChanges({ rules: [] }, { rules: ['x'.repeat(70_000)] });
  t.same(after, { tooLarge: true, members: ['rules'] });
});

t.test('the hash covers every member, and does not depend on the order of members', async (t) => {
  const entry = auditEntry(NOTE, PLACE);
  t.equal(entry.userAgent?.length, 300);
  t.match(entry.hash, /^[\w-]{43}$/);
  t.equal(auditHash({ ...entry, changes: { after: { name: 'Low' }, before: { name: 'High' } } }), entry.hash);
  const { hash: _hash, ...members } = entry;
  t.equal(Object.keys(members).length, 12);
  for (const name of Object.keys(members))
    t.not(auditHash({ ...entry, [name]: 'other' } as never), entry.hash, `${name} is covered`);
  t.equal(canonicalJson({ b: [{ d: 1, c: 2 }], a: null }), '{"a":null,"b":[{"c":2,"d":1}]}');
});

t.test('where a change came from is kept as it was told, or null', async (t) => {
  const told = auditEntry({ ...NOTE, userAgent: 'a browser', requestId: 'req_1' }, PLACE);
  t.strictSame([told.ip, told.userAgent, told.requestId], ['192.0.2.1', 'a browser', 'req_1']);
  const { ip: _ip, userAgent: _agent, ...rest } = NOTE;
  const untold = auditEntry(rest, PLACE);
  t.strictSame([untold.ip, untold.userAgent, untold.requestId], [null, null, null]);
});
