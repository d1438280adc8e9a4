import t from 'tap';
import { SILENCE_MS } from '../../../../contracts/device/presence.ts';
import { createDeviceBudgets } from '../../../../gateway/limits/device-budgets.ts';
import { DEFAULT_LIMITS } from '../../../../gateway/limits/limits.ts';
import { Presence } from '../../../../gateway/presence/presence.ts';
import type { GroupCommit, Job } from '../../../../gateway/writing/group-commit.ts';
import { silentLog } from '../../../../kit/log.ts';
import type { DeviceRecord } from '../../../../store/ports/devices.ts';
import type { Transaction } from '../../../../store/ports/store.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { DEVICE_ID, deviceRecord } from '../device-records.ts';

/** A gateway's presence over one device, whose transactions run their bodies twice: what the first run wrote is undone. */
async function scene(between: (presence: Presence) => void) {
  const clock = createFakeClock();
  let stored: DeviceRecord = deviceRecord();
  const departures: number[] = [];
  const tx = {
    devices: {
      find: async () => stored,
      connected: async () => undefined,
      touch: async () => undefined,
      setStatus: async (_id: string, status: DeviceRecord['status']) => {
        if (stored.status === status) return false;
        stored = { ...stored, status };
        return true;
      },
    },
    deviceQuotas: { release: async () => 0 },
    events: {
      append: async ({ type }: { type: string }) =>
        void (type === 'device.offline' && departures.push(clock.now())),
    },
  } as unknown as Transaction;
  const submit = async (job: Job): Promise<unknown> => {
    if (job.kind !== 'work') throw new Error('presence stores no activity');
    const [before, told] = [stored, departures.length];
    await job.run(tx);
    stored = before;
    departures.length = told;
    between(presence);
    return await job.run(tx);
  };
  const presence = new Presence({
    budgets: createDeviceBudgets(clock, DEFAULT_LIMITS),
    clock,
    log: silentLog,
    touches: { touch: () => undefined },
    store: {
      devices: { online: async () => [] },
      deviceQuotas: { untold: async () => [] },
    } as unknown as ConstructorParameters<typeof Presence>[0]['store'],
    commits: { submit } as unknown as GroupCommit,
  });
  await presence.start();
  t.teardown(() => presence.stop());
  return { clock, presence, departures, status: () => stored.status };
}

t.test(
  'a device that is heard between two runs of its departure stays, and leaves once it is silent',
  async (t) => {
    let heard = 0;
    const { clock, presence, departures, status } = await scene((one) => {
      // The arrival is the first transaction, the departure the second.
      heard += 1;
      if (heard === 2) one.heard(DEVICE_ID, 1);
    });
    t.equal(await presence.connected(DEVICE_ID, 1, null), true);
    await clock.advance(SILENCE_MS + 1_000);
    t.equal(heard, 2, 'its departure was about to be written');
    t.same([status(), departures], ['online', []]);
    await clock.advance(SILENCE_MS + 1_000);
    t.equal(status(), 'offline');
    t.equal(departures.length, 1);
  },
);
