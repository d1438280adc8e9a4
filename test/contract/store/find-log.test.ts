import type { DeviceId } from '../../../contracts/ids.ts';
import type { ReceivedRequest } from '../../../store/ports/records.ts';
import type { ReceivedActivity } from '../../../store/ports/telemetry.ts';
import { received } from '../../support/activity-record.ts';
import { hasFields } from '../../support/has-fields.ts';
import { promise } from './each-store.ts';

const DAY_MS = 86_400_000;
/** The time of the fixture's clock. */
const NOW = Date.UTC(2026, 10, 20, 10);
const OTHER: DeviceId = 'dev_01kafw2n7qd5g8h1j3k6m9p2rt';

const requestOf = ({ organisationId, deviceId, receivedAt, record }: ReceivedActivity): ReceivedRequest => ({
  organisationId,
  deviceId,
  receivedAt,
  recordId: record.id,
  at: record.at,
});

promise('the entry that was made of a request is found, and no other', async (t, { store }) => {
  const all = Array.from({ length: 50 }, (_, number) =>
    received(NOW, { id: `request-${number}`, domain: `site-${number}.example` }),
  );
  const [first] = all;
  if (first === undefined) throw new Error('there are fifty');
  t.equal(await store.records.findLog(requestOf(first)), null, 'nothing is stored yet');
  await store.telemetry.appendActivity(all);
  const { rows } = await store.records.logs({
    organisationId: 1,
    filter: {},
    sort: [{ field: 'timestamp', descending: true }],
    limit: 100,
    from: { kind: 'page', page: 1 },
  });
  t.equal(rows.length, 50);
  for (const one of all) {
    const found = await store.records.findLog(requestOf(one));
    t.strictSame(
      found,
      rows.find(({ domain }) => domain === one.record.domain),
      one.record.id,
    );
  }
  t.equal(await store.records.findLog({ ...requestOf(first), deviceId: OTHER }), null);
  t.equal(await store.records.findLog({ ...requestOf(first), organisationId: 2 }), null);
  t.equal(await store.records.findLog({ ...requestOf(first), recordId: 'request-none' }), null);
});

promise(
  'a request whose own time cannot be true is found again, also by its repeat',
  async (t, { store }) => {
    const strange = received(NOW + DAY_MS, { id: 'request-ahead', receivedAt: NOW });
    await store.telemetry.appendActivity([strange]);
    const found = await store.records.findLog(requestOf(strange));
    t.equal(found?.at, NOW);
    const later = { ...strange, receivedAt: NOW + 60_000 };
    t.equal(await store.telemetry.appendActivity([later]), 0);
    t.strictSame(await store.records.findLog(requestOf(later)), found);
  },
);

promise(
  'it is found inside the transaction that stores it, and forgotten with its rollback',
  async (t, { store }) => {
    const one = received(NOW, { id: 'request-one', domain: 'one.example', ruleId: 'rule-one' });
    const two = received(NOW, { id: 'request-two', domain: 'two.example', ruleId: 'rule-two' });
    const undone = store.transaction(async (tx) => {
      await tx.telemetry.appendActivity([one]);
      hasFields(t, await tx.records.findLog(requestOf(one)), { domain: 'one.example', ruleId: 'rule-one' });
      throw new Error('undone');
    });
    await t.rejects(undone, { message: 'undone' });
    t.equal(await store.records.findLog(requestOf(one)), null);
    await store.transaction(async (tx) => {
      await tx.telemetry.appendActivity([two]);
      // Its texts have got the numbers of those that were undone.
      hasFields(t, await tx.records.findLog(requestOf(two)), { domain: 'two.example', ruleId: 'rule-two' });
    });
  },
);
