import t from 'tap';
import { eventBody } from '../../../../store/rules/event-body.ts';

const EVENT = {
  id: 'evt_1',
  type: 'device.online',
  at: Date.UTC(2026, 10, 20, 10),
  deviceId: 'dev_1',
  sequence: 7,
  data: { some: 'data' },
} as Parameters<typeof eventBody>[0];

t.test('the body of an event has its members in the order of the documentation', async (t) => {
  t.equal(
    JSON.stringify(eventBody(EVENT)),
    '{"id":"evt_1","event":"device.online","type":"device.online","timestamp":"2026-11-20T10:00:00.000Z",' +
      '"device_id":"dev_1","sequence":7,"data":{"some":"data"}}',
  );
});

t.test('an event about no device names none', async (t) => {
  t.notOk('device_id' in eventBody({ ...EVENT, deviceId: null }));
});
