import t from 'tap';
import { batchOf } from '../../../../../api/webhooks/chat/joined.ts';
import type { JoinedDeliveries } from '../../../../../store/ports/events.ts';
import { eventBody } from './hostile-batch.ts';

const FIRST = eventBody('device.offline', {});

t.test('an event by itself is a message of one', async (t) => {
  t.strictSame(batchOf(FIRST), { names: undefined, bodies: [FIRST], counts: { events: 1, devices: 1 } });
  const { device_id: _none, ...ofNone } = FIRST;
  t.strictSame(batchOf(ofNone, {}).counts, { events: 1, devices: 0 });
});

t.test(
  'events that were joined to it are in its message, and counted though they are not shown',
  async (t) => {
    const other = eventBody('device.offline', {}, 2);
    const joined = {
      deliveries: [1, 2, 3].map((number) => ({ id: `dlv_${number}`, attempt: 1 })),
      bodies: [other],
      devices: 3,
    } as unknown as JoinedDeliveries;
    const names = { dev_1: 'LIB-017' };
    t.strictSame(batchOf(FIRST, { joined, names }), {
      names,
      bodies: [FIRST, other],
      counts: { events: 4, devices: 3 },
    });
  },
);
