import t from 'tap';
import type { DeviceEvent } from '../../../../contracts/mqtt/messages.ts';
import { keptDeviceEvent } from '../../../../store/sqlite/records/telemetry.ts';

const event = (kind: DeviceEvent['kind'], details: DeviceEvent['details']): DeviceEvent => ({
  id: 'event-0001',
  at: 5,
  kind,
  details,
});

t.test(
  'of an event about the device its facts are kept, but for who, where and what somebody wrote',
  async (t) => {
    const personal = { user: 'ana', note: 'please', host: 'h', url: 'u', domain: 'd', title: 't' };
    for (const kind of [
      'lock_released',
      'refused',
      'tamper',
      'self_test',
      'protection',
      'repair',
      'portal',
      'fault',
    ] as const)
      t.strictSame(
        keptDeviceEvent(event(kind, { what: 'agent', code: 7, ...personal })),
        event(kind, { what: 'agent', code: 7 }),
      );
  },
);

t.test('of an event about a person nothing is kept but that it was', async (t) => {
  for (const kind of ['violation', 'game', 'bypass', 'access_request'] as const)
    t.strictSame(keptDeviceEvent(event(kind, { what: 'a game', user: 'ana' })), event(kind, {}));
});
