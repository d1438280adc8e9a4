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
