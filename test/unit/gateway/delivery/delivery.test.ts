import t, { type Test } from 'tap';
import type { DeviceId } from '../../../../contracts/ids.ts';
import { JWS_TYPES } from '../../../../contracts/mqtt/messages.ts';
import type { DownTopic } from '../../../../contracts/mqtt/topics.ts';
import { createConnections } from '../../../../gateway/connections/connections.ts';
import { createDelivery } from '../../../../gateway/delivery/delivery.ts';
import { createCounters } from '../../../../gateway/limits/stats.ts';
import { generateSigningKey, importPublicKey, verifyJws } from '../../../../kit/signing.ts';
import { nextTurn } from '../../../../kit/turns.ts';
import type { CommandRecord } from '../../../../store/ports/commands.ts';
import type { DeviceRecord } from '../../../../store/ports/devices.ts';
import type { Transaction, WakeUp } from '../../../../store/ports/store.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { until } from '../../../support/until.ts';
import { commandRecord } from '../command-records.ts';
import { DEVICE_ID, deviceRecord } from '../device-records.ts';
import { createFakeCommits } from '../fake-commits.ts';
import { type FakeConnection, fakeConnection } from '../fake-connection.ts';

const SWEEP = 10_000;
const ROUND = 1_000;
const FIRST_REPEAT = 20_000;
const SETTINGS_VERSION = 5;

type Tools = Parameters<typeof createDelivery>[0];
type Scene = ReturnType<typeof scene>;

const bundle = { version: 3, hash: 'new', bytes: 9, packed: Buffer.alloc(0), inline: 'AAAA' };

/** A delivery over a store in memory, with one connected device, which has subscribed to what is named. */
function scene(
  t: Test,
  {
    subscribed = ['target', 'commands'],
    device = deviceRecord({ targetVersion: 2 }),
  }: { readonly subscribed?: readonly DownTopic[]; readonly device?: DeviceRecord } = {},
) {
  const clock = createFakeClock();
  const connections = createConnections();
  const serverKey = generateSigningKey();
  const devices = new Map<string, DeviceRecord>();
  const open: CommandRecord[] = [];
  const looked: string[] = [];
  const sweeps: unknown[] = [];
  const complaints: unknown[] = [];
  const logged: unknown[] = [];
  const marked: unknown[] = [];
  const counters = createCounters().published;
  const listeners = new Set<(wakeUp: WakeUp) => void>();
  const state = {
    undelivered: [] as DeviceId[],
    refreshed: async (): Promise<readonly number[]> => [],
    find: async (id: string): Promise<DeviceRecord | null> => devices.get(id) ?? null,
    advance: (id: string): CommandRecord | null => open.find((one) => one.id === id) ?? null,
  };
  const tx = {
    commands: {
      advanceMany: async (
        ids: readonly string[],
        step: { readonly to: CommandRecord['status']; readonly at: number },
      ) =>
        ids.flatMap((id) => {
          const found = state.advance(id);
          if (found === null) return [];
          marked.push([id, step]);
          const sent = { ...found, status: step.to };
          open.splice(open.indexOf(found), 1, sent);
          return [sent];
        }),
    },
    wake: (what: unknown) => void marked.push(what),
  } as unknown as Transaction;
  const commits = createFakeCommits(tx);
  const delivery = createDelivery({
    removalCodes: null,
    clock,
    connections,
    serverKey,
    counters,
    commits,
    store: {
      devices: {
        find: async (id: string) => {
          looked.push(id);
          await nextTurn();
          return state.find(id);
        },
      },
      commands: {
        openOf: async () => [...open],
        devicesWithUndelivered: async (...all: unknown[]) => {
          sweeps.push(all);
          return state.undelivered;
        },
      },
      classroomSessions: { claiming: async () => [] },
      overrides: { claiming: async () => [] },
      accessRequests: { answersFor: async () => [] },
      bus: {
        subscribe: (listener: (wakeUp: WakeUp) => void) => {
          listeners.add(listener);
          return () => void listeners.delete(listener);
        },
      },
    } as unknown as Tools['store'],
    organisations: {
      get: async () => ({
        record: {
          settingsVersion: SETTINGS_VERSION - 1,
          heartbeatSeconds: 30,
          name: 'High',
          accountDomain: 'x.example',
        },
        campuses: [],
        categories: null,
      }),
      refresh: () => state.refreshed(),
    } as unknown as Tools['organisations'],
    complaints: { report: (...all: unknown[]) => void complaints.push(all) },
    bundles: { defaultsDigest: '', of: async () => ({ bundle, people: [] }) },
    random: { bytes: (count) => new Uint8Array(count), fraction: () => 0.5 },
    log: { error: (...all: unknown[]) => void logged.push(all) } as unknown as Tools['log'],
  });
  t.teardown(() => delivery.stop());
  const add = (record: DeviceRecord, topics: readonly DownTopic[] = []): FakeConnection => {
    devices.set(record.id, record);
    const made = fakeConnection(clock, { device: record });
    for (const topic of topics) made.connection.subscribed.add(topic);
    connections.claim(record.id, made.connection);
    return made;
  };
  const laptop = add(device, subscribed);
  return {
    ...{ clock, connections, delivery, counters, commits, devices, open, looked, sweeps, complaints, logged },
    ...{ marked, state, laptop, add },
    wake: (wakeUp: WakeUp): void => {
      for (const listener of listeners) listener(wakeUp);
    },
    /** Waits for what was begun. */
    idle: () => delivery.stop(),
    /** What was sent to the laptop since the last question, with the signed messages read. */
    async sent() {
      await delivery.stop();
      return Promise.all(
        laptop.written.splice(0).map(async ({ topic, payload, ...packet }) => {
          const name = topic.split('/').at(-1) ?? '';
          const typ = name === 'target' ? JWS_TYPES.target : JWS_TYPES.command;
          return {
            topic,
            name,
            ...packet,
            message: await verifyJws(payload, importPublicKey(serverKey.publicKey), typ),
          };
        }),
      );
    },
  };
}

const look = async (here: Scene) => {
  here.delivery.look(DEVICE_ID);
  return here.sent();
};
const namesOf = (sent: Awaited<ReturnType<typeof look>>): readonly string[] => sent.map(({ name }) => name);
const idsOf = (sent: Awaited<ReturnType<typeof look>>): readonly unknown[] =>
  sent.flatMap(({ name, message }) =>
    name === 'commands' ? [(message as { readonly commandId: string }).commandId] : [],
  );

t.test('a device that has subscribed gets its target state, signed by the server', async (t) => {
  const here = scene(t);
  const sent = await look(here);
  hasFields(t, sent, [
    {
      topic: `schoolgate/v1/devices/${DEVICE_ID}/target`,
      qos: 1,
      retain: false,
      dup: false,
      message: {
        kind: 'target',
        deviceId: DEVICE_ID,
        version: 2 + SETTINGS_VERSION,
        issuedAt: here.clock.now(),
      },
    },
  ]);
  t.strictSame(here.counters, { target: 1, commands: 0 });
  t.equal(here.laptop.connection.targetWanted, 2 + SETTINGS_VERSION);
});

t.test(
  'a look at the store forgets nobody whom a heartbeat has named and the store does not know yet',
  async (t) => {
    const here = scene(t);
    const { login } = here.laptop.connection;
    if (login === null) throw new Error('it has logged in');
    login.device = { ...login.device, user: 'ana@x.example' };
    await look(here);
    t.equal(here.laptop.connection.login?.device.user, 'ana@x.example');
  },
);

t.test('a device that was unenrolled, or has another key, is cut and gets nothing', async (t) => {
  for (const now of [null, deviceRecord({ publicKey: 'another' }), deviceRecord({ publicKey: null })]) {
    const here = scene(t);
    here.open.push(commandRecord(1));
    here.state.find = async () => now;
    t.strictSame(await look(here), []);
    t.strictSame(here.complaints, [['revoked_device', { deviceId: DEVICE_ID }]]);
    t.equal(here.laptop.isCut(), true);
    t.equal(here.laptop.connection.endedByServer, false, 'its end is the device’s own');
  }
});

t.test('a policy bundle travels to those who do not have it, by what they last said', async (t) => {
  for (const [reported, stored, inline] of [
    [undefined, 'new', false],
    [undefined, 'old', true],
    [undefined, null, true],
    [null, 'new', true],
    ['old', 'new', true],
    ['new', 'old', false],
  ] as const) {
    const here = scene(t, { device: deviceRecord({ held: { policyHash: stored, categories: null } }) });
    here.laptop.connection.policyReported = reported;
    const [target] = await look(here);
    t.equal(JSON.stringify(target?.message).includes('AAAA'), inline, `${reported} ${stored}`);
  }
});

t.test('what a connection did not take, since it had ended, does not count as sent', async (t) => {
  const here = scene(t);
  here.open.push(commandRecord(1));
  here.laptop.connection.client = null;
  t.strictSame(await look(here), []);
  t.strictSame(here.counters, { target: 0, commands: 0 });
  t.equal(here.laptop.connection.targetSent, null);
  t.equal(here.laptop.connection.commandsSent.size, 0);
});

t.test('a connection that ends while its messages are signed gets nothing more', async (t) => {
  const here = scene(t, { subscribed: ['commands'] });
  here.open.push(commandRecord(1));
  const goOn = here.commits.hold();
  here.delivery.look(DEVICE_ID);
  await here.clock.advance(0);
  here.laptop.connection.closed = true;
  goOn();
  t.strictSame(await here.sent(), []);
});

t.test('commands that are acknowledged or over do not go out', async (t) => {
  const here = scene(t, { subscribed: ['commands'] });
  here.open.push(
    commandRecord(1, { status: 'acknowledged' }),
    commandRecord(2, { expiresAt: here.clock.now() }),
    commandRecord(3, { expiresAt: here.clock.now() + 1 }),
  );
  t.strictSame(idsOf(await look(here)), ['cmd_3']);
  t.strictSame(here.marked.length, 2);
});

t.test('a command that was cancelled in the moment before does not go out, and no one is told', async (t) => {
  const here = scene(t, { subscribed: ['commands'] });
  here.open.push(commandRecord(1), commandRecord(2));
  const { advance } = here.state;
  here.state.advance = (id) => (id === 'cmd_1' ? null : advance(id));
  t.strictSame(idsOf(await look(here)), ['cmd_2']);
  hasFields(t, here.marked, [['cmd_2', {}], { commandId: 'cmd_2' }]);
});

t.test('a command that nobody acknowledged is sent again after a pause, as a repeat', async (t) => {
  const here = scene(t, { subscribed: ['commands'] });
  here.open.push(commandRecord(1));
  t.strictSame(
    (await look(here)).map(({ dup }) => dup),
    [false],
  );
  here.open.push(commandRecord(2));
  t.strictSame(idsOf(await look(here)), ['cmd_2'], 'a new one goes out at once');
  await here.clock.advance(FIRST_REPEAT);
  const again = await look(here);
  t.strictSame(idsOf(again), ['cmd_1', 'cmd_2']);
  t.strictSame(
    again.map(({ dup }) => dup),
    [true, true],
  );
  await here.clock.advance(FIRST_REPEAT);
  t.strictSame(await look(here), []);
  await here.clock.advance(FIRST_REPEAT);
  t.equal((await look(here)).length, 2);
});

t.test('of a command that is over nothing is remembered', async (t) => {
  const here = scene(t, { subscribed: ['commands'] });
  here.open.push(commandRecord(1), commandRecord(2));
  await look(here);
  here.open.shift();
  await look(here);
  t.strictSame([...here.laptop.connection.commandsSent.keys()], ['cmd_2']);
});

t.test('a wake-up has a connected device looked at, and no other', async (t) => {
  const here = scene(t);
  here.delivery.start();
  here.wake({ kind: 'command', commandId: 'cmd_1' });
  here.wake({ kind: 'due_changes' });
  here.wake({ kind: 'device', deviceId: 'dev_2' as DeviceId });
  here.wake({ kind: 'revoked', deviceId: 'dev_2' as DeviceId });
  await here.clock.advance(0);
  t.strictSame(here.looked, []);
  here.wake({ kind: 'device', deviceId: DEVICE_ID });
  t.strictSame(namesOf(await here.sent()), ['target']);
  here.wake({ kind: 'device', deviceId: DEVICE_ID });
  await here.idle();
  t.equal(here.looked.length, 1, 'stopped, it hears nothing');
});

t.test('a change for all devices is looked for, and every connected device looked at', async (t) => {
  const here = scene(t, { subscribed: [] });
  here.add(deviceRecord({ id: 'dev_2' as DeviceId }));
  let isAsked = 0;
  here.state.refreshed = async () => {
    isAsked += 1;
    if (isAsked === 2) throw new Error('one organisation');
    return [];
  };
  here.delivery.start();
  for (const times of [1, 2]) {
    here.wake({ kind: 'all_devices' });
    await here.clock.advance(0);
    t.equal(isAsked, times);
    t.strictSame(here.looked.splice(0), [DEVICE_ID, 'dev_2']);
  }
  hasFields(t, here.logged, [[{ err: { message: 'one organisation' } }, String]]);
});

t.test('a device that is said to be revoked is cut where the store does not answer', async (t) => {
  const here = scene(t);
  here.delivery.start();
  here.state.find = () => Promise.reject(new Error('no answer'));
  here.wake({ kind: 'revoked', deviceId: DEVICE_ID });
  await here.idle();
  t.equal(here.laptop.isCut(), true);
  t.equal(here.laptop.connection.endedByServer, true, 'which tells nothing about the device');
  hasFields(t, here.logged, [[{ err: { message: 'no answer' }, deviceId: DEVICE_ID }, String]]);
});

t.test('any other device stays where the store does not answer', async (t) => {
  const here = scene(t);
  const { find } = here.state;
  const failing = (): Promise<never> => Promise.reject(new Error('no answer'));
  here.state.find = failing;
  await look(here);
  t.equal(here.laptop.isCut(), false);
  here.delivery.start();
  here.state.find = find;
  here.wake({ kind: 'revoked', deviceId: DEVICE_ID });
  await here.idle();
  here.state.find = failing;
  await look(here);
  t.equal(here.laptop.isCut(), false, 'also one of which the store said that it stands');
});

t.test('what was not delivered is looked for every ten seconds, for those who are connected', async (t) => {
  const here = scene(t);
  here.state.undelivered = ['dev_2' as DeviceId, DEVICE_ID];
  await here.clock.advance(SWEEP - ROUND / 2);
  here.delivery.start();
  await here.clock.advance(SWEEP - 1);
  t.strictSame(here.sweeps, []);
  here.looked.length = 0;
  await here.clock.advance(1);
  t.strictSame(here.sweeps, [[here.clock.now(), 20_000]]);
  // The look of the round before may still be signing, on a thread: this one waits for it.
  await until(() => here.looked.length > 0, { what: 'the look' });
  t.strictSame(here.looked, [DEVICE_ID]);
});

t.test('a sweep that finds new settings, or cannot know, has every connected device looked at', async (t) => {
  for (const [refreshed, isTold] of [
    [async () => [1], 0],
    [() => Promise.reject(new Error('one organisation')), 1],
  ] as const) {
    const here = scene(t, { subscribed: [] });
    here.add(deviceRecord({ id: 'dev_2' as DeviceId }));
    here.state.refreshed = refreshed;
    await here.clock.advance(SWEEP - ROUND / 2);
    here.delivery.start();
    await here.clock.advance(SWEEP - 1);
    here.looked.length = 0;
    await here.clock.advance(1);
    t.strictSame(here.looked, [DEVICE_ID, 'dev_2']);
    t.equal(here.logged.length, isTold);
    t.equal(here.sweeps.length, 1, 'and what was not delivered is looked for all the same');
  }
});

t.test(
  'all connected devices are looked at in turn, a hundred a second, each at most every ten seconds',
  async (t) => {
    const here = scene(t);
    for (let n = 1; n < 250; n++) here.add(deviceRecord({ id: `dev_${n}` as DeviceId }));
    here.delivery.start();
    await here.clock.advance(SWEEP - 1);
    t.equal(here.looked.length, 0);
    await here.clock.advance(1);
    for (const count of [100, 200, 250, 250, 250, 250, 250, 250, 250, 250, 350, 450, 500]) {
      await until(() => here.looked.length === count, { what: `${count} looks` });
      await here.clock.advance(ROUND);
    }
    t.equal(new Set(here.looked.slice(0, 250)).size, 250);
  },
);

t.test('a device that reports to be behind is looked at when it is due, and not before', async (t) => {
  const here = scene(t, { subscribed: ['target'] });
  const { connection } = here.laptop;
  const report = async (version: number | null): Promise<number> => {
    connection.targetReported = version;
    here.delivery.reported(connection);
    await here.idle();
    return here.looked.length;
  };
  t.equal(await report(0), 0, 'what it should have is not known yet');
  connection.targetReported = null;
  await look(here);
  t.equal(here.looked.length, 1);
  t.equal(await report(0), 1, 'it was sent a moment ago');
  await here.clock.advance(FIRST_REPEAT);
  t.equal(await report(null), 1);
  t.equal(await report(2 + SETTINGS_VERSION), 1);
  t.equal(await report(1 + SETTINGS_VERSION), 2);
  connection.login = null;
  await here.clock.advance(10 * FIRST_REPEAT);
  t.equal(await report(0), 2);
});
