import t from 'tap';
import { batchOf, joinedAttempts } from '../../../../../api/webhooks/chat/joined.ts';
import type { AttemptOutcome, JoinedDeliveries } from '../../../../../store/ports/events.ts';
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

t.test('the outcome is written to all of them, each by its own place in the schedule', async (t) => {
  const outcomeOf = (attempt: number) =>
    ({ responseBody: 'a long text', durationMs: attempt }) as unknown as AttemptOutcome;
  const joined = {
    deliveries: [
      { id: 'dlv_1', attempt: 1 },
      { id: 'dlv_2', attempt: 3 },
      { id: 'dlv_3', attempt: 1 },
    ],
  } as unknown as JoinedDeliveries;
  t.strictSame(joinedAttempts(joined, outcomeOf), [
    { id: 'dlv_1', outcome: { responseBody: null, durationMs: 1 }, joined: true },
    { id: 'dlv_2', outcome: { responseBody: null, durationMs: 3 }, joined: true },
    { id: 'dlv_3', outcome: { responseBody: null, durationMs: 1 }, joined: true },
  ]);
  t.strictSame(joinedAttempts(undefined, outcomeOf), []);
});
