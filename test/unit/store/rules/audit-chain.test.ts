import t from 'tap';
import type { AuditHead, AuditRecord } from '../../../../store/ports/audit.ts';
import { type AuditAnchor, verifyAudit } from '../../../../store/rules/audit-chain.ts';
import { auditEntry, auditHash, GENESIS_HASH } from '../../../../store/rules/audit-entry.ts';
import { hasFields } from '../../../support/has-fields.ts';

/** A chain in memory that a test may damage. */
function chainOf(count: number, changes: (sequence: number) => object = () => ({ action: 'x.updated' })) {
  const entries: AuditRecord[] = [];
  for (let sequence = 1; sequence <= count; sequence++) {
    entries.push(
      auditEntry(
        { organisationId: 1, at: sequence, actor: 'key_1', target: null, action: '', ...changes(sequence) },
        { id: `aud_${sequence}`, sequence, previousHash: entries.at(-1)?.hash ?? GENESIS_HASH },
      ),
    );
  }
  return entries;
}

const headOf = (entries: readonly AuditRecord[], changes: Partial<AuditHead> = {}): AuditHead => ({
  organisationId: 1,
  sequence: entries.at(-1)?.sequence ?? 0,
  hash: entries.at(-1)?.hash ?? GENESIS_HASH,
  purgedSequence: 0,
  purgedHash: GENESIS_HASH,
  ...changes,
});

const verify = async (
  entries: readonly AuditRecord[],
  head: AuditHead | null,
  anchors: readonly AuditAnchor[] = [],
) => {
  const store = {
    heads: async () => (head === null ? [] : [head]),
    after: async (_organisation: number, sequence: number, limit: number) =>
      entries.filter((entry) => entry.sequence > sequence).slice(0, limit),
  };
  const [report] = await verifyAudit(store, anchors);
  return report;
};

/** As somebody does who knows how entries are hashed. */
const rehashed = (entry: AuditRecord): AuditRecord => ({ ...entry, hash: auditHash(entry) });

t.test('a whole chain is unbroken, over many pages', async (t) => {
  const entries = chainOf(2_500);
  t.same(await verify(entries, headOf(entries)), {
    organisationId: 1,
    first: 1,
    last: 2_500,
    lastHash: entries.at(-1)?.hash,
    broken: null,
  });
  t.same(await verifyAudit({ heads: async () => [], after: async () => [] }, []), []);
});

t.test('a changed entry is found, also when its hash was made anew', async (t) => {
  const entries = chainOf(5);
  const head = headOf(entries);
  const changed = entries.with(2, { ...(entries[2] as AuditRecord), actor: 'key_2' });
  t.same((await verify(changed, head))?.broken, { organisationId: 1, sequence: 3, reason: 'changed' });
  const hidden = changed.with(2, rehashed(changed[2] as AuditRecord));
  t.same((await verify(hidden, head))?.broken, { organisationId: 1, sequence: 4, reason: 'unlinked' });
});

t.test('an entry taken out of the middle, or from the beginning, is found', async (t) => {
  const entries = chainOf(5);
  hasFields(t, (await verify(entries.toSpliced(2, 1), headOf(entries)))?.broken, {
    sequence: 3,
    reason: 'missing',
  });
  hasFields(t, (await verify(entries.slice(2), headOf(entries)))?.broken, { sequence: 1, reason: 'missing' });
});

t.test('a beginning that is gone without a receipt is found, and with one it is fine', async (t) => {
  const whole = chainOf(5);
  const purged = { purgedSequence: 2, purgedHash: whole[1]?.hash ?? '' };
  hasFields(t, (await verify(whole.slice(2), headOf(whole, purged)))?.broken, {
    sequence: 2,
    reason: 'no_receipt',
  });
  const withReceipt = chainOf(5, (sequence) =>
    sequence === 5
      ? {
          actor: 'system',
          action: 'audit.purged',
          after: { lastSequence: 2, lastHash: whole[1]?.hash },
        }
      : { action: 'x.updated' },
  );
  hasFields(t, await verify(withReceipt.slice(2), headOf(withReceipt, purged)), {
    broken: null,
    first: 3,
    last: 5,
  });
});

t.test('a chain that was cut off at its end is found by its head, or by an anchor', async (t) => {
  const entries = chainOf(5);
  const short = entries.slice(0, 3);
  hasFields(t, (await verify(short, headOf(entries)))?.broken, { sequence: 4, reason: 'cut_off' });
  const { hash } = entries[4] as AuditRecord;
  const anchor = { organisationId: 1, sequence: 5, hash };
  t.equal((await verify(short, headOf(short)))?.broken, null, 'with its head set back it looks whole');
  hasFields(t, (await verify(short, headOf(short), [anchor]))?.broken, { sequence: 4, reason: 'cut_off' });
  hasFields(t, (await verify([], null, [anchor]))?.broken, { sequence: 1, reason: 'cut_off' }, 'all of it');
});

t.test('a chain written anew is found by an anchor kept elsewhere', async (t) => {
  const entries = chainOf(5);
  const anew = chainOf(5, () => ({ action: 'x.deleted' }));
  const { hash } = entries[2] as AuditRecord;
  t.equal((await verify(anew, headOf(anew)))?.broken, null);
  hasFields(t, (await verify(anew, headOf(anew), [{ organisationId: 1, sequence: 3, hash }]))?.broken, {
    sequence: 3,
    reason: 'rewritten',
  });
});

t.test('a purge that runs meanwhile is no break', async (t) => {
  const whole = chainOf(4);
  const purged = headOf(whole, { purgedSequence: 2, purgedHash: whole[1]?.hash ?? '' });
  const left = chainOf(4, (sequence) =>
    sequence === 4
      ? { actor: 'system', action: 'audit.purged', after: { lastSequence: 2, lastHash: whole[1]?.hash } }
      : { action: 'x.updated' },
  ).slice(2);
  const { hash } = left[1] as AuditRecord;
  let asked = 0;
  const store = {
    heads: async () => [asked++ === 0 ? headOf(whole, { sequence: 4, hash }) : { ...purged, hash }],
    after: async (_organisation: number, sequence: number) =>
      left.filter((entry) => entry.sequence > sequence),
  };
  hasFields(t, await verifyAudit(store, []), [{ broken: null, first: 3 }]);
});

t.test('a receipt is the server’s own, and names the end of what was purged', async (t) => {
  const whole = chainOf(5);
  const purged = { purgedSequence: 2, purgedHash: whole[1]?.hash ?? '' };
  const good = {
    actor: 'system',
    action: 'audit.purged',
    after: { lastSequence: 2, lastHash: whole[1]?.hash },
  };
  const others: readonly object[] = [
    { ...good, actor: 'key_1' },
    { ...good, action: 'audit.exported' },
    { ...good, after: { lastSequence: 1, lastHash: whole[1]?.hash } },
    { ...good, after: { lastSequence: 2, lastHash: whole[0]?.hash } },
    { actor: 'system', action: 'audit.purged' },
  ];
  for (const [receipt, reason] of [[good, null], ...others.map((other) => [other, 'no_receipt'])] as const) {
    const entries = chainOf(5, (sequence) =>
      sequence === 5 ? (receipt as object) : { action: 'x.updated' },
    );
    const report = await verify(entries.slice(2), headOf(entries, purged));
    t.equal(report?.broken?.reason ?? null, reason, JSON.stringify(receipt));
    t.equal(report?.first, 3);
  }
});

t.test('each organisation is held against its own anchors, and one that is lost is told once', async (t) => {
  const entries = chainOf(3);
  const own = { organisationId: 1, sequence: 2, hash: entries[1]?.hash ?? '' };
  const other = { organisationId: 2, sequence: 2, hash: 'of another chain' };
  const store = {
    heads: async () => [headOf(entries)],
    after: async (organisationId: number, sequence: number) =>
      organisationId === 1 ? entries.filter((entry) => entry.sequence > sequence) : [],
  };
  const reports = await verifyAudit(store, [own, other, { ...other, sequence: 1, hash: 'before' }]);
  t.strictSame(
    reports.map(({ organisationId, broken }) => [organisationId, broken]),
    [
      [1, null],
      [2, { organisationId: 2, sequence: 1, reason: 'cut_off' }],
    ],
  );
});

t.test('two anchors that contradict each other are told at the first of them', async (t) => {
  const entries = chainOf(4);
  const hash = entries[1]?.hash ?? '';
  const at = (sequence: number, noted: string) => ({ organisationId: 1, sequence, hash: noted });
  const anchors = [at(2, 'other'), at(2, hash), at(3, 'other'), at(3, entries[2]?.hash ?? '')];
  const report = await verify(entries, headOf(entries), anchors);
  t.strictSame(report?.broken, { organisationId: 1, sequence: 2, reason: 'rewritten' });
});

t.test('a purge meanwhile is no fault: the chain is walked again', async (t) => {
  const whole = chainOf(5);
  const entries = chainOf(5, (sequence) =>
    sequence === 5
      ? {
          actor: 'system',
          action: 'audit.purged',
          after: { lastSequence: 2, lastHash: whole[1]?.hash },
        }
      : { action: 'x.updated' },
  );
  const after = headOf(entries, { purgedSequence: 2, purgedHash: whole[1]?.hash ?? '' });
  const run = async (heads: readonly AuditHead[]) => {
    let asked = 0;
    const walks: number[] = [];
    const store = {
      heads: async () => [
        { ...after, organisationId: 7, purgedSequence: 9 },
        heads[Math.min(asked++, heads.length - 1)] ?? after,
      ],
      after: async (organisationId: number, sequence: number) => {
        if (organisationId !== 1) return [];
        walks.push(sequence);
        return entries.slice(2).filter((entry) => entry.sequence > sequence);
      },
    };
    const reports = await verifyAudit(store, []);
    return { walks, broken: reports.find(({ organisationId }) => organisationId === 1)?.broken };
  };
  t.strictSame(await run([headOf(entries), headOf(entries), after]), { walks: [0, 2], broken: null });
  const missing = { organisationId: 1, sequence: 1, reason: 'missing' };
  t.strictSame(await run([headOf(entries)]), { walks: [0], broken: missing });
  t.strictSame(await run([after]), { walks: [2], broken: null });
});

t.test('a page that is just full is followed by an empty one', async (t) => {
  const entries = chainOf(1_000);
  hasFields(t, await verify(entries, headOf(entries)), { last: 1_000, broken: null });
});
