import type { DeviceId } from '../../../contracts/ids.ts';
import type { ActivityRecord, DeviceEvent } from '../../../contracts/mqtt/messages.ts';
import type { ReceivedActivity, ReceivedDeviceEvent } from '../../../store/ports/telemetry.ts';
import { promise } from './each-store.ts';

const A: DeviceId = 'dev_a';
const B: DeviceId = 'dev_b';

const activity = (
  deviceId: DeviceId,
  id: string,
  changes: Partial<ActivityRecord> = {},
  receivedAt = 10,
): ReceivedActivity => ({
  deviceId,
  organisationId: 1,
  receivedAt,
  ouPath: '/High',
  record: {
    id,
    at: 1,
    kind: 'request',
    user: 'ana@school.local',
    domain: 'example.com',
    action: 'allow',
    ...changes,
  },
});

const deviceEvent = (
  deviceId: DeviceId,
  id: string,
  receivedAt = 10,
  kind: DeviceEvent['kind'] = 'tamper',
): ReceivedDeviceEvent => ({
  deviceId,
  organisationId: 1,
  receivedAt,
  event: { id, at: 1, kind, details: { by: 'pin', count: 2, ok: true, none: null } },
});

promise('a record comes back as it was received', async (t, { store }) => {
  const item = activity(A, 'record-1', {
    url: null,
    title: 'Ⅳ “x”',
    reason: 'block',
    policyVersion: 3,
    durationSeconds: 0,
  });
  t.equal(await store.telemetry.appendActivity([item]), 1);
  t.same(await store.telemetry.recentActivity(1, { limit: 9 }), [item]);
  const event = deviceEvent(A, 'event-1');
  t.same(await store.telemetry.appendDeviceEvents([event]), [event]);
  t.same(await store.telemetry.recentDeviceEvents(1, { limit: 9 }), [event]);
});

promise('a repeat changes nothing, within a batch and in a later one', async (t, { store }) => {
  const first = activity(A, 'record-1');
  t.equal(
    await store.telemetry.appendActivity([
      first,
      activity(A, 'record-1', { domain: 'other.example' }),
      activity(A, 'record-2'),
    ]),
    2,
  );
  t.equal(
    await store.telemetry.appendActivity([activity(A, 'record-1', {}, 99), activity(A, 'record-3')]),
    1,
  );
  const recent = await store.telemetry.recentActivity(1, { limit: 9 });
  t.same(
    recent.map(({ record }) => record.id),
    ['record-3', 'record-2', 'record-1'],
  );
  t.same(recent.at(-1), first);
});

promise('the same record id of two devices is two records', async (t, { store }) => {
  t.equal(await store.telemetry.appendActivity([activity(A, 'record-1'), activity(B, 'record-1')]), 2);
  t.equal(
    (await store.telemetry.appendDeviceEvents([deviceEvent(A, 'event-1'), deviceEvent(B, 'event-1')])).length,
    2,
  );
});

promise('the same record id at another time is another record, an event is not', async (t, { store }) => {
  const records = [activity(A, 'record-1'), activity(A, 'record-1', { at: 2 }), activity(A, 'record-1')];
  t.equal(await store.telemetry.appendActivity(records), 2);
  const event = deviceEvent(A, 'event-1');
  const later = { ...event, event: { ...event.event, at: 2 } };
  t.same(await store.telemetry.appendDeviceEvents([event, later]), [event]);
});

promise('only the events that are new are given back, in their order', async (t, { store }) => {
  await store.telemetry.appendDeviceEvents([deviceEvent(A, 'event-2')]);
  const batch = ['event-3', 'event-2', 'event-1', 'event-3'].map((id) => deviceEvent(A, id));
  t.same(
    (await store.telemetry.appendDeviceEvents(batch)).map(({ event }) => event.id),
    ['event-3', 'event-1'],
  );
});

promise('the newest come first, of all devices or of one, no more than asked for', async (t, { store }) => {
  await store.telemetry.appendActivity([
    activity(A, 'record-1', {}, 30),
    activity(B, 'record-2', {}, 20),
    activity(A, 'record-3', {}, 20),
  ]);
  const ids = async (filter: { readonly deviceId?: DeviceId; readonly limit: number }) =>
    (await store.telemetry.recentActivity(1, filter)).map(({ record }) => record.id);
  t.same(await ids({ limit: 9 }), ['record-1', 'record-3', 'record-2']);
  t.same(await ids({ limit: 2 }), ['record-1', 'record-3']);
  t.same(await ids({ deviceId: A, limit: 9 }), ['record-1', 'record-3']);
  t.same(await store.telemetry.recentActivity(2, { limit: 9 }), []);
  await store.telemetry.appendDeviceEvents([
    deviceEvent(A, 'event-1', 5),
    deviceEvent(A, 'event-2', 6),
    deviceEvent(B, 'event-3', 4),
  ]);
  const events = await store.telemetry.recentDeviceEvents(1, { deviceId: A, limit: 9 });
  t.same(
    events.map(({ event }) => event.id),
    ['event-2', 'event-1'],
  );
  t.same(await store.telemetry.recentDeviceEvents(2, { deviceId: A, limit: 9 }), []);
});

promise('requests and blocks are counted since a moment, visits are not', async (t, { store }) => {
  await store.telemetry.appendActivity([
    activity(A, 'record-1', {}, 9),
    activity(A, 'record-2', {}, 10),
    activity(A, 'record-3', { action: 'block' }, 11),
    activity(A, 'record-4', { kind: 'visit' }, 11),
  ]);
  t.same(await store.telemetry.activityCounts(1, 10), { requests: 2, blocked: 1 });
  t.same(await store.telemetry.activityCounts(1, 0), { requests: 3, blocked: 1 });
  t.same(await store.telemetry.activityCounts(2, 0), { requests: 0, blocked: 0 });
});
