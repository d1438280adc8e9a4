import t from 'tap';
import type { DeviceId } from '../../../../../contracts/ids.ts';
import type { Login } from '../../../../../gateway/broker/connection.ts';
import { createDeviceBudgets } from '../../../../../gateway/broker/device-budgets.ts';
import { createStandingWatch } from '../../../../../gateway/ingest/standings/standing-watch.ts';
import { DEFAULT_LIMITS } from '../../../../../gateway/limits.ts';
import type { OrganisationSettings } from '../../../../../gateway/organisations.ts';
import type { HeartbeatWrite } from '../../../../../store/ports/devices.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';

const DEVICE: DeviceId = 'dev_01kafw2n7qd5g8h1j3k6m9p2rs';

t.test(
  'protection that flaps makes no more events than the budget of its device has, and goes on being followed',
  async (t) => {
    const clock = createFakeClock();
    const limits = { ...DEFAULT_LIMITS, stateEventsPerHour: 5 };
    const budgets = createDeviceBudgets(clock, limits);
    const watch = createStandingWatch({
      store: { deviceStandings: { all: async () => [], put: async () => undefined } },
      clock,
    });
    await watch.start();
    const beat = (protection: HeartbeatWrite['protection']) =>
      watch.heartbeat(
        {
          device: { protection: 'enforcing', campusId: null },
          budget: budgets.of(DEVICE),
        } as unknown as Login,
        {
          deviceId: DEVICE,
          protection,
          battery: 80,
          campus: 'unknown',
          lastSeenAt: clock.now(),
        } as HeartbeatWrite,
        { campuses: [] } as unknown as OrganisationSettings,
      );
    const told: string[] = [];
    for (let turn = 0; turn < 50; turn++)
      for (const event of beat(turn % 2 === 0 ? 'unprotected' : 'enforcing')?.events ?? [])
        told.push(event.type);
    t.same(
      told,
      Array.from({ length: 5 }, () => 'device.protection_changed'),
    );
    await clock.advance(3_600_000);
    const later = beat('unprotected');
    t.same(later?.events, [{ type: 'device.protection_changed', from: 'enforcing', to: 'unprotected' }]);
  },
);
