import type { DeviceId } from '../../../contracts/ids.ts';
import type { DeviceEvent } from '../../../contracts/mqtt/messages.ts';
import type { ReceivedDeviceEvent } from '../../../store/ports/telemetry.ts';
import { keptDeviceEvents } from '../../support/store-rows.ts';
import { promise } from './each-store.ts';

const A: DeviceId = 'dev_a';
const B: DeviceId = 'dev_b';

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

promise('an event comes back as it was received', async (t, { store }) => {
  const event = deviceEvent(A, 'event-1');
  t.same(await store.telemetry.appendDeviceEvents([event]), [event]);
  t.same(keptDeviceEvents(store), [event]);
});

promise('an event is known by device and id, whatever its time', async (t, { store }) => {
  const first = deviceEvent(A, 'event-1');
  const ofAnother = deviceEvent(B, 'event-1');
  const later = { ...first, event: { ...first.event, at: 2 } };
  t.same(await store.telemetry.appendDeviceEvents([first, ofAnother, later]), [first, ofAnother]);
});

promise('only the events that are new are given back, in their order', async (t, { store }) => {
  await store.telemetry.appendDeviceEvents([deviceEvent(A, 'event-2')]);
  const batch = ['event-3', 'event-2', 'event-1', 'event-3'].map((id) => deviceEvent(A, id));
  t.same(
    (await store.telemetry.appendDeviceEvents(batch)).map(({ event }) => event.id),
    ['event-3', 'event-1'],
  );
});

promise(
  'what students did and wrote is not kept with an event, what befell the device is',
  async (t, { store }) => {
    const details = {
      what: 'x',
      user: 'ana@x.example',
      note: 'please',
      url: 'http://a.example/',
      domain: 'a.example',
    };
    const events = (['access_request', 'bypass', 'game', 'violation', 'fault'] as const).map(
      (kind, index) => ({
        ...deviceEvent(A, `event-${index}`, index, kind),
        event: { id: `event-${index}`, at: 1, kind, details },
      }),
    );
    t.same(await store.telemetry.appendDeviceEvents(events), events, 'who takes it up now has everything');
    const kept = keptDeviceEvents(store);
    t.same(
      kept.map(({ event }) => [event.kind, event.details]),
      [
        ['fault', { what: 'x' }],
        ['violation', {}],
        ['game', {}],
        ['bypass', {}],
        ['access_request', {}],
      ],
    );
  },
);

promise('old events are forgotten in portions, oldest first', async (t, { store }) => {
  const { telemetry } = store;
  await telemetry.appendDeviceEvents([3, 1, 2, 9].map((at) => deviceEvent(A, `event-${at}`, at)));
  t.equal(await telemetry.purgeDeviceEvents(9, 2), 2);
  const ids = () => keptDeviceEvents(store).map(({ event }) => event.id);
  t.same(ids(), ['event-9', 'event-3']);
  t.equal(await telemetry.purgeDeviceEvents(9, 2), 1);
  t.equal(await telemetry.purgeDeviceEvents(9, 2), 0);
  t.same(ids(), ['event-9']);
});
