import type { DeviceRecord } from '../../../store/ports/devices.ts';
import { hasFields } from '../../support/has-fields.ts';
import { enroll, promise, ROOT_OU } from './each-store.ts';

const asking = (device: DeviceRecord, changes: object = {}) => ({
  ...{ organisationId: 1, deviceId: device.id, ouId: ROOT_OU, user: 'Ana@x.example', host: 'wiki.example' },
  ...{ url: null, note: 'for history', policyId: null, ruleId: null, alertId: null, at: 1_000 },
  ...changes,
});

const allowed = { status: 'allowed', by: 'acc_1', words: 'For this hour', at: 3_000 } as const;

promise('asked again while it is open, it is the same request', async (t, fixture) => {
  const { store } = fixture;
  const { device } = await enroll(fixture);
  const first = await store.accessRequests.ask(asking(device));
  hasFields(t, first, { status: 'open', count: 1, createdAt: 1_000, expiresAt: 86_401_000, decidedAt: null });
  const again = await store.accessRequests.ask(
    asking(device, { user: 'ana@X.example', note: null, at: 2_000 }),
  );
  hasFields(t, again, { id: first.id, count: 2, note: 'for history', createdAt: 1_000, lastAskedAt: 2_000 });
  t.equal(await store.accessRequests.isOpen(asking(device)), true);
  for (const other of [{ user: null }, { user: 'ben@x.example' }, { host: 'en.wiki.example' }]) {
    t.equal(await store.accessRequests.isOpen(asking(device, other)), false);
    t.not((await store.accessRequests.ask(asking(device, other))).id, first.id);
  }
  t.equal(await store.accessRequests.get(2, first.id), null);
  const open = await store.accessRequests.openFor(1, 'wiki.example', 2);
  t.same(open[0], again, 'the oldest first, and no more than asked for');
  t.equal(open.length, 2);
});

promise('it ends once, its laptop hears the answer, and the next is another', async (t, fixture) => {
  const { store } = fixture;
  const { device } = await enroll(fixture);
  const { id } = await store.accessRequests.ask(asking(device));
  const before = (await store.devices.find(device.id))?.targetVersion ?? 0;
  const ended = await store.accessRequests.end(id, { ...allowed, overrideIds: ['ovr_1'] });
  hasFields(t, ended, { status: 'allowed', decidedBy: 'acc_1', decidedAt: 3_000, overrideIds: ['ovr_1'] });
  t.equal(await store.accessRequests.end(id, { ...allowed, overrideIds: [] }), null);
  t.equal((await store.devices.find(device.id))?.targetVersion, before + 1);
  t.same(await store.accessRequests.answersFor(device.id, 3_000), [ended]);
  t.same(await store.accessRequests.answersFor(device.id, 3_001), []);
  t.not((await store.accessRequests.ask(asking(device))).id, id);
});

promise('what nobody decided is due after a day; what is old is deleted', async (t, fixture) => {
  const { store } = fixture;
  const { device } = await enroll(fixture);
  const { id, expiresAt } = await store.accessRequests.ask(asking(device));
  t.same(await store.accessRequests.due(expiresAt - 1, 10), []);
  hasFields(t, await store.accessRequests.due(expiresAt, 10), [{ id }]);
  await store.accessRequests.end(id, {
    status: 'expired',
    by: null,
    words: null,
    overrideIds: [],
    at: expiresAt,
  });
  hasFields(t, await store.accessRequests.get(1, id), { status: 'expired', decidedAt: null });
  t.same(await store.accessRequests.answersFor(device.id, 0), []);
  t.equal(await store.accessRequests.purge(1_000, 10), 0);
  t.equal(await store.accessRequests.purge(1_001, 10), 1);
});
