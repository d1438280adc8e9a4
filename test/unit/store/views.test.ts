import t from 'tap';
import { SHOWN_ONLINE_MS, statusShown } from '../../../contracts/device/presence.ts';
import { createIdSource, systemRandom } from '../../../kit/random.ts';
import type { DeviceRecord } from '../../../store/ports/devices.ts';
import { newDevice } from '../../../store/rules/device-changes.ts';
import { toDevice } from '../../../store/views/device.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

const clock = createFakeClock();
const ids = createIdSource({ clock, random: systemRandom });
const NOW = clock.now();

const DEVICE: DeviceRecord = newDevice(
  {
    id: ids.next('dev'),
    organisationId: 1,
    ouId: ids.next('ou'),
    publicKey: 'k',
    hardware: {
      machineId: 'm',
      serial: 'SN1',
      hostname: 'cart-07',
      platform: 'linux',
      osVersion: 'Ubuntu',
      manufacturer: null,
      model: null,
    },
    agentVersion: '1.0.0',
    now: NOW,
  },
  '/High',
);

t.test('a device is shown online until it was unheard for longer than presence allows', (t) => {
  const online = { ...DEVICE, status: 'online', lastSeenAt: NOW } as const;
  t.equal(toDevice(online, NOW + SHOWN_ONLINE_MS - 1).status, 'online');
  t.equal(toDevice(online, NOW + SHOWN_ONLINE_MS).status, 'offline');
  t.equal(
    toDevice({ ...online, disconnectedAt: NOW, disconnectReason: 'stopped' }, NOW).status,
    'online',
    'what presence has announced stands',
  );
  t.equal(statusShown({ ...online, status: 'offline' }, NOW), 'offline');
  t.equal(
    statusShown({ ...online, lastSeenAt: NOW + 60_000 }, NOW),
    'online',
    'a clock that was set back harms nothing',
  );
  t.end();
});
