import t, { type Test } from 'tap';
import type { OfflineReason } from '../../../../contracts/device/presence.ts';
import type { DeviceId } from '../../../../contracts/ids.ts';
import { createDeviceBudgets } from '../../../../gateway/limits/device-budgets.ts';
import { DEFAULT_LIMITS } from '../../../../gateway/limits/limits.ts';
import { Presence } from '../../../../gateway/presence/presence.ts';
import type { DeviceRecord } from '../../../../store/ports/devices.ts';
import type { Transaction } from '../../../../store/ports/store.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { DEVICE_ID, deviceRecord } from '../device-records.ts';
import { createFakeCommits } from '../fake-commits.ts';

const DEBOUNCE = 10_000;
const SILENCE = 75_000;
/** Deadlines lie in slots of half a second, which are looked at as often. */
const LATE = 1_000;
const DISK_FULL = new Error('the disk is full');

type Scene = Awaited<ReturnType<typeof scene>>;

/** A started presence over a store of one device, and all that it writes, in order. */
async function scene(t: Test, { online = [] }: { readonly online?: readonly DeviceRecord[] } = {}) {
  const clock = createFakeClock();
  await clock.advance(1_300);
  const stored = { device: online[0] ?? deviceRecord() };
  const written: unknown[][] = [];
  const logged: unknown[] = [];
  const touches: unknown[] = [];
  const tx = {
    devices: {
      find: async () => stored.device,
      connected: async (_id: DeviceId, connection: { readonly epoch: number }) =>
        void written.push(['connected', connection.epoch]),
      touch: async () => undefined,
      disconnected: async (_id: DeviceId, end: unknown) => void written.push(['ended', end]),
      setStatus: async (_id: DeviceId, status: DeviceRecord['status']) => {
        if (stored.device.status === status) return false;
        stored.device = { ...stored.device, status };
        return true;
      },
    },
    deviceQuotas: { release: async () => 0 },
    events: {
      append: async ({ type, data }: { type: string; data: { reason?: OfflineReason } }) =>
        void written.push([type, ...(data.reason === undefined ? [] : [data.reason])]),
    },
  } as unknown as Transaction;
  const commits = createFakeCommits(tx);
  let here = online;
  const presence = new Presence({
    budgets: createDeviceBudgets(clock, DEFAULT_LIMITS),
    store: {
      devices: { online: async () => here },
      deviceQuotas: { untold: async () => [] },
    } as unknown as ConstructorParameters<typeof Presence>[0]['store'],
    commits,
    touches: { touch: (...all) => void touches.push(all) },
    clock,
    log: { error: (...all: unknown[]) => void logged.push(all) } as never,
  });
  await presence.start();
  t.teardown(() => presence.stop());
  /** What was told of the device since the last question. */
  const told = (): unknown[][] => written.splice(0).filter(([what]) => String(what).startsWith('device.'));
  const restartWith = async (...devices: DeviceRecord[]): Promise<void> => {
    here = devices;
    await presence.start();
  };
  return { clock, presence, commits, stored, written, logged, touches, told, restartWith };
}

const connect = (presence: Presence, epoch = 1): Promise<boolean> =>
  presence.connected(DEVICE_ID, epoch, 'key');

t.test('a login with a key that was revoked meanwhile makes nobody online', async (t) => {
  const { clock, presence, stored, written } = await scene(t);
  stored.device = deviceRecord({ publicKey: 'another' });
  t.equal(await connect(presence), false);
  await presence.ended(DEVICE_ID, 1, 'stopped');
  await clock.advance(2 * SILENCE);
  t.strictSame(written, []);
});

t.test('each sign of life is noted at the wall’s time and begins the silence anew', async (t) => {
  const { clock, presence, commits, told, touches } = await scene(t);
  await connect(presence);
  told();
  for (let n = 0; n < 3; n++) {
    await clock.advance(SILENCE - 1_000);
    presence.heard(DEVICE_ID, 1);
    t.strictSame(touches.pop(), [DEVICE_ID, clock.now()]);
  }
  await clock.advance(SILENCE - 1_000);
  t.strictSame(told(), []);
  t.equal(commits.submitted, 1, 'the login alone costs a transaction');
  await clock.advance(1_000 + LATE);
  t.strictSame(told(), [['device.offline', 'silence']]);
});

t.test('only the first end of the newest connection counts', async (t) => {
  const { clock, presence, written } = await scene(t);
  await connect(presence, 1);
  await connect(presence, 2);
  await presence.ended(DEVICE_ID, 1, 'connection_lost');
  written.length = 0;
  const at = clock.now();
  await presence.ended(DEVICE_ID, 2, 'stopped');
  await clock.advance(5_000);
  await presence.ended(DEVICE_ID, 2, 'connection_lost');
  await clock.advance(5_000 + LATE);
  t.strictSame(written, [
    ['ended', { epoch: 2, at, reason: 'stopped' }],
    ['device.offline', 'stopped'],
  ]);
});

t.test('a return that could not be written is tried with the next message', async (t) => {
  const { clock, presence, commits, told, logged } = await scene(t);
  await connect(presence, 3);
  await clock.advance(SILENCE + LATE);
  told();
  commits.fail(DISK_FULL);
  presence.heard(DEVICE_ID, 3);
  await clock.advance(0);
  hasFields(t, logged, [[{ err: { message: 'the disk is full' }, deviceId: DEVICE_ID }, String]]);
  commits.fail(null);
  await clock.advance(5_000);
  t.strictSame(told(), []);
  presence.heard(DEVICE_ID, 3);
  await clock.advance(0);
  t.strictSame(told(), [['device.online']]);
});

t.test('a connection that ends while its return is written is noted when that is done', async (t) => {
  const { clock, presence, commits, told, written } = await scene(t);
  await connect(presence, 3);
  await clock.advance(SILENCE + LATE);
  told();
  const goOn = commits.hold();
  presence.heard(DEVICE_ID, 3);
  void presence.ended(DEVICE_ID, 3, 'stopped');
  await clock.advance(0);
  goOn();
  await clock.advance(0);
  hasFields(t, written.at(-1), ['ended', { epoch: 3, reason: 'stopped' }]);
  t.strictSame(told(), [['device.online']]);
  await clock.advance(DEBOUNCE + LATE);
  t.strictSame(told(), [['device.offline', 'stopped']]);
});

t.test('who is heard, or comes again, while the end of its silence is written stays online', async (t) => {
  const signs = {
    'a message': ({ presence }: Scene) => presence.heard(DEVICE_ID, 3),
    'a login': ({ presence }: Scene) => void connect(presence, 4),
  };
  for (const [sign, give] of Object.entries(signs)) {
    const here = await scene(t);
    const { clock, presence, commits, told } = here;
    await connect(presence, 3);
    told();
    await clock.advance(SILENCE - 1_000);
    const goOn = commits.hold();
    await clock.advance(1_000 + LATE);
    give(here);
    goOn();
    await clock.advance(SILENCE - 1);
    t.strictSame(told(), [], sign);
    await clock.advance(LATE);
    t.strictSame(told(), [['device.offline', 'silence']], sign);
  }
});

t.test('a login that is written before the end of the silence overtakes it', async (t) => {
  const { clock, presence, commits, told } = await scene(t);
  await connect(presence, 3);
  told();
  await clock.advance(SILENCE - 1_000);
  const goOn = commits.hold();
  void connect(presence, 4);
  await clock.advance(1_000 + LATE);
  goOn();
  await clock.advance(SILENCE - 1);
  t.strictSame(told(), []);
  await clock.advance(LATE);
  t.strictSame(told(), [['device.offline', 'silence']]);
});

t.test(
  'a departure that could not be written is tried after 1, 2, 4 s and so on, up to a minute',
  async (t) => {
    const { clock, presence, commits, told, logged } = await scene(t);
    await connect(presence);
    told();
    await presence.ended(DEVICE_ID, 1, 'stopped');
    await clock.advance(DEBOUNCE - 500);
    commits.fail(DISK_FULL);
    const triedAt: number[] = [];
    let before = 0;
    for (let half = 0; half < 700; half++) {
      await clock.advance(500);
      if (logged.length > before) triedAt.push(clock.monotonic());
      before = logged.length;
    }
    const pauses = triedAt.slice(1).map((at, n) => Math.floor((at - (triedAt[n] ?? 0)) / 1_000));
    t.strictSame(pauses.slice(0, 9), [1, 2, 4, 8, 16, 32, 60, 60, 60]);
    hasFields(t, logged[0], [{ err: { message: 'the disk is full' }, deviceId: DEVICE_ID }, String]);
    t.strictSame(told(), []);
    commits.fail(null);
    await clock.advance(60_000);
    t.strictSame(told(), [['device.offline', 'stopped']]);
  },
);

t.test(
  'after a restart those who were online have 75 s to be heard, whatever they were before',
  async (t) => {
    const now = createFakeClock().now();
    const ago = { hour: now - 3_600_000, minute: now - 60_000 };
    // The wall clock may have gone back while the server was away.
    const ahead = now + 3_600_000;
    for (const [before, reason] of [
      [{ lastSeenAt: ago.hour }, 'silence'],
      [{ lastSeenAt: ahead }, 'silence'],
      [{ lastSeenAt: ago.minute, disconnectedAt: ago.hour, disconnectReason: 'stopped' }, 'stopped'],
      [{ lastSeenAt: ago.minute, disconnectedAt: ahead, disconnectReason: 'stopped' }, 'stopped'],
    ] as const) {
      const { clock, told } = await scene(t, { online: [deviceRecord({ status: 'online', ...before })] });
      await clock.advance(SILENCE - 1);
      t.strictSame(told(), []);
      await clock.advance(LATE);
      t.strictSame(told(), [['device.offline', reason]]);
    }
  },
);

t.test(
  'a device that is heard within its time after a restart stays online, and nothing is written',
  async (t) => {
    const device = deviceRecord({ status: 'online', lastSeenAt: createFakeClock().now() });
    const { clock, presence, written } = await scene(t, { online: [device] });
    await clock.advance(SILENCE - 2_000);
    presence.heard(DEVICE_ID, 7);
    await clock.advance(SILENCE - 500);
    t.strictSame(written, []);
  },
);

t.test('stopped, nothing that ends means anything; started again, all is as the store says', async (t) => {
  const { clock, presence, stored, told, written, restartWith } = await scene(t);
  await connect(presence, 1);
  told();
  await presence.stop();
  await presence.stop();
  await presence.ended(DEVICE_ID, 1, 'connection_lost');
  await clock.advance(2 * SILENCE);
  t.strictSame(written, []);
  await restartWith();
  await clock.advance(2 * SILENCE);
  t.strictSame(written, [], 'the store knows of nobody who is online');
  stored.device = deviceRecord();
  presence.heard(DEVICE_ID, 1);
  await clock.advance(0);
  t.strictSame(told(), [['device.online']]);
  await connect(presence, 2);
  await presence.ended(DEVICE_ID, 2, 'stopped');
  told();
  await clock.advance(DEBOUNCE + LATE);
  t.strictSame(told(), [['device.offline', 'stopped']]);
});
