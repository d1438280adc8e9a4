import t, { type Test } from 'tap';
import type { CommandId } from '../../../../contracts/ids.ts';
import { createExpiry } from '../../../../gateway/delivery/expiry.ts';
import type { GroupCommit, Job } from '../../../../gateway/writing/group-commit.ts';
import type { Log } from '../../../../kit/log.ts';
import type { CommandRecord } from '../../../../store/ports/commands.ts';
import type { DeviceRecord } from '../../../../store/ports/devices.ts';
import type { Transaction } from '../../../../store/ports/store.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { commandRecord } from '../command-records.ts';
import { DEVICE_ID, deviceRecord } from '../device-records.ts';

const PERIOD = 2_000;

/** A command that was sent, and whose time is over. */
const command = (n: number, changes: Partial<CommandRecord> = {}): CommandRecord =>
  commandRecord(n, { status: 'sent', expiresAt: 0, ...changes });

/** Commands that are due, and a device; `failing` names commands that cannot be ended. */
function scene(t: Test, due: CommandRecord[], device: DeviceRecord | null = deviceRecord()) {
  const clock = createFakeClock();
  const failing = new Set<string>();
  const looks: number[][] = [];
  const events: unknown[] = [];
  const locks: unknown[] = [];
  const woken: unknown[] = [];
  const logged: unknown[] = [];
  let storeFails = false;
  const tx = {
    commands: {
      advance: async (id: string, step: { to: CommandRecord['status']; at: number }) => {
        if (failing.has(id)) throw new Error('poison');
        const at = due.findIndex((one) => one.id === id);
        const [found] = at < 0 ? [] : due.splice(at, 1);
        return found === undefined ? null : { ...found, status: step.to, completedAt: step.at };
      },
    },
    devices: {
      find: async () => device,
      setLock: async (...all: unknown[]) => void locks.push(all),
    },
    events: { append: async (event: unknown) => void events.push(event) },
    wake: (what: unknown) => void woken.push(what),
  } as unknown as Transaction;
  const expiry = createExpiry({
    clock,
    store: {
      commands: {
        due: async (now: number, limit: number) => {
          looks.push([now, limit]);
          if (storeFails) throw new Error('the store does not answer');
          return due.slice(0, limit);
        },
      },
    } as unknown as Parameters<typeof createExpiry>[0]['store'],
    commits: {
      submit: (job: Job) => (job.kind === 'work' ? job.run(tx) : t.fail()),
    } as unknown as GroupCommit,
    log: { error: (...all: unknown[]) => void logged.push(all) } as unknown as Log,
  });
  t.teardown(() => expiry.stop());
  const fails = (yes: boolean): void => {
    storeFails = yes;
  };
  return { clock, expiry, failing, looks, events, locks, woken, logged, fails, due };
}

t.test('a command whose time is over is ended within two seconds, with its event', async (t) => {
  const { clock, expiry, events, woken, locks } = scene(t, [command(1)]);
  expiry.start();
  await clock.advance(PERIOD - 1);
  t.strictSame(events, []);
  await clock.advance(1);
  hasFields(t, events, [
    {
      type: 'command.expired',
      organisationId: 1,
      at: clock.now(),
      deviceId: DEVICE_ID,
      data: { command: { id: 'cmd_1', status: 'expired' } },
    },
  ]);
  t.strictSame(woken, [{ kind: 'command', commandId: 'cmd_1' }]);
  t.strictSame(locks, []);
});

t.test('a lock or unlock that never happened is no longer wanted', async (t) => {
  for (const type of ['lock', 'unlock'] as const) {
    const lock = {
      ...deviceRecord().lock,
      wanted: type === 'lock',
      confirmed: type === 'unlock',
      commandId: 'cmd_1' as CommandId,
    };
    const { clock, expiry, locks } = scene(t, [command(1, { type })], deviceRecord({ lock }));
    expiry.start();
    await clock.advance(PERIOD);
    hasFields(t, locks, [[DEVICE_ID, { wanted: type === 'unlock', confirmed: type === 'unlock' }]]);
  }
});

t.test('a message that was not shown leaves the lock as it is; a device may be gone', async (t) => {
  const lock = { ...deviceRecord().lock, wanted: true, commandId: 'cmd_1' as CommandId };
  const message = scene(t, [command(1)], deviceRecord({ lock }));
  message.expiry.start();
  await message.clock.advance(PERIOD);
  t.strictSame(message.locks, []);
  const gone = scene(t, [command(1, { type: 'lock' })], null);
  gone.expiry.start();
  await gone.clock.advance(PERIOD);
  t.equal(gone.events.length, 1);
});

t.test('a command that something else ended meanwhile fires nothing', async (t) => {
  const { clock, expiry, events, due, logged } = scene(t, [command(1)]);
  const find = due.findIndex.bind(due);
  due.findIndex = () => {
    due.length = 0;
    return find(() => false);
  };
  expiry.start();
  await clock.advance(PERIOD);
  t.strictSame([events, logged], [[], []]);
});

t.test('after a long pause all are ended at one look', async (t) => {
  const { clock, expiry, events, looks } = scene(
    t,
    Array.from({ length: 450 }, (_, n) => command(n)),
  );
  expiry.start();
  await clock.advance(PERIOD);
  t.equal(events.length, 450);
  t.strictSame(
    looks.map(([, limit]) => limit),
    [200, 200, 200],
  );
});

t.test('commands that cannot be ended hold up no other, and end no look in a circle', async (t) => {
  const commands = Array.from({ length: 201 }, (_, n) => command(n));
  const { clock, expiry, failing, events, looks, logged } = scene(t, commands);
  for (let n = 0; n < 200; n++) failing.add(`cmd_${n}`);
  expiry.start();
  await clock.advance(PERIOD);
  t.strictSame([events.length, looks.length, logged.length], [0, 1, 200]);
  hasFields(t, logged[0], [{ commandId: 'cmd_0', deviceId: DEVICE_ID }, String]);
  await clock.advance(PERIOD);
  t.equal(events.length, 1, 'so many more are asked for');
  t.equal(looks[1]?.[1], 400);
  failing.clear();
  await clock.advance(10_000);
  t.equal(events.length, 201, 'tried again later');
});

t.test('a store that does not answer is asked again; the failure is told', async (t) => {
  const { clock, expiry, fails, events, logged } = scene(t, [command(1)]);
  fails(true);
  expiry.start();
  await clock.advance(PERIOD);
  t.equal(logged.length, 1);
  hasFields(t, logged[0], [{ err: { message: 'the store does not answer' } }, String]);
  fails(false);
  await clock.advance(PERIOD);
  t.equal(events.length, 1);
});

t.test('it may be started twice and looks once; stopped, it looks no more until started again', async (t) => {
  const { clock, expiry, looks } = scene(t, []);
  await expiry.stop();
  expiry.start();
  expiry.start();
  await clock.advance(PERIOD);
  t.equal(looks.length, 1);
  await expiry.stop();
  await clock.advance(PERIOD);
  t.equal(looks.length, 1);
  expiry.start();
  await clock.advance(PERIOD);
  t.equal(looks.length, 2);
});
