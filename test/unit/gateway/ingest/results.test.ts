import t from 'tap';
import type { CommandId } from '../../../../contracts/ids.ts';
import { createResultsHandler } from '../../../../gateway/ingest/results.ts';
import type { CommandRecord, CommandStep } from '../../../../store/ports/commands.ts';
import type { DeviceLock, DeviceRecord } from '../../../../store/ports/devices.ts';
import type { Transaction } from '../../../../store/ports/store.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { commandRecord } from '../command-records.ts';
import { DEVICE_ID, deviceRecord } from '../device-records.ts';
import { createFakeCommits } from '../fake-commits.ts';
import { fakeConnection } from '../fake-connection.ts';

const COMMAND_ID = 'cmd_7zzzzzzzzzzzzzzzzzzzzzzzzz' as CommandId;
const HOUR = 3_600_000;

/** A device with a command, and what its results make the gateway write, in order. */
function scene(
  command: Partial<CommandRecord> = {},
  {
    lock = {},
    mayAdvance = true,
    isGone = false,
  }: { readonly lock?: Partial<DeviceLock>; readonly mayAdvance?: boolean; readonly isGone?: boolean } = {},
) {
  const clock = createFakeClock();
  const stored = commandRecord(1, { id: COMMAND_ID, status: 'sent', ...command });
  let device: DeviceRecord = deviceRecord({ lock: { ...deviceRecord().lock, ...lock } });
  const written: unknown[] = [];
  const asked: unknown[] = [];
  const tx = {
    commands: {
      get: async (organisationId: number, id: string) => {
        asked.push([organisationId, id]);
        return id === COMMAND_ID ? stored : null;
      },
      advance: async (_id: string, step: CommandStep) => {
        written.push(step);
        return mayAdvance ? { ...stored, status: step.to } : null;
      },
    },
    devices: {
      find: async () => (isGone ? null : device),
      setLock: async (id: string, next: DeviceLock) => {
        device = { ...device, lock: next };
        written.push({ lock: next, of: id });
      },
    },
    events: {
      append: async ({ type, at }: { readonly type: string; readonly at: number }) =>
        void written.push({ event: type, at }),
    },
    wake: (what: unknown) => void written.push({ wake: what }),
  } as unknown as Transaction;
  const commits = createFakeCommits(tx);
  const handle = createResultsHandler({ commits, clock } as unknown as Parameters<
    typeof createResultsHandler
  >[0]);
  const laptop = fakeConnection(clock, { device });
  const report = (message: object) =>
    handle(
      laptop,
      Buffer.from(
        JSON.stringify({ id: 'result-0001', commandId: COMMAND_ID, state: 'succeeded', at: 1, ...message }),
      ),
    );
  return { clock, handle, report, laptop, written, asked, commits };
}

const WAKE = { wake: { kind: 'command', commandId: COMMAND_ID } };

t.test('a device reports of its own commands and of no other', async (t) => {
  const foreign = scene({ deviceId: 'dev_2' as CommandRecord['deviceId'] });
  t.equal(await foreign.report({}), 'foreign_command');
  t.strictSame(foreign.asked, [[1, COMMAND_ID]]);
  const unknown = scene();
  t.equal(await unknown.report({ commandId: 'cmd_6zzzzzzzzzzzzzzzzzzzzzzzzz' }), 'foreign_command');
  t.strictSame([...foreign.written, ...unknown.written], []);
});

t.test('an acknowledged command is noted, and whoever waits for it is woken', async (t) => {
  const { report, clock, written } = scene({ type: 'lock' });
  t.equal(await report({ state: 'acknowledged' }), null);
  t.strictSame(written, [{ to: 'acknowledged', at: clock.now() }, WAKE]);
});

t.test('a command that failed has its error', async (t) => {
  const { report, clock, written } = scene();
  t.equal(
    await report({
      state: 'failed',
      result: null,
      error: { code: 'no_display', detail: 'No screen.', more: 1 },
    }),
    null,
  );
  const at = clock.now();
  t.strictSame(written, [
    { to: 'failed', at, result: null, error: { code: 'no_display', detail: 'No screen.' } },
    { event: 'command.failed', at },
    WAKE,
  ]);
  const without = scene();
  await without.report({ state: 'failed', error: null });
  t.strictSame(without.written[0], { to: 'failed', at });
});

t.test(
  'a lock that was carried out is confirmed with its end, before the event of its command',
  async (t) => {
    const lock = { wanted: true, commandId: COMMAND_ID };
    const until = createFakeClock().now() + HOUR;
    const { report, clock, laptop, written } = scene({ type: 'lock' }, { lock });
    t.equal(await report({ result: { until } }), null);
    const at = clock.now();
    hasFields(t, written, [
      { to: 'succeeded' },
      { of: DEVICE_ID, lock: { wanted: true, confirmed: true, until, since: at } },
      { wake: { kind: 'device', deviceId: DEVICE_ID } },
      { event: 'device.locked', at },
      { event: 'command.succeeded', at },
      WAKE,
    ]);
    hasFields(t, laptop.login.device.lock, { wanted: true, confirmed: true }, 'the connection knows it');
  },
);

t.test('an end that is no time is not believed', async (t) => {
  for (const result of [
    undefined,
    null,
    {},
    { until: 0 },
    { until: 'noon' },
    { until: -5 },
    { until: 1.5 },
  ]) {
    const lock = { wanted: true, commandId: COMMAND_ID, durationMinutes: 60 };
    const { report, clock, written } = scene({ type: 'lock' }, { lock });
    t.equal(await report({ result }), null);
    hasFields(t, written[1], { lock: { until: clock.now() + HOUR } });
  }
});

t.test('an unlock that was carried out ends the lock', async (t) => {
  const lock = { wanted: false, confirmed: true, commandId: COMMAND_ID };
  const { report, laptop, written } = scene({ type: 'unlock' }, { lock });
  t.equal(await report({}), null);
  hasFields(t, written[1], { lock: { wanted: false, confirmed: false } });
  hasFields(t, written[3], { event: 'device.unlocked' });
  hasFields(t, laptop.login.device.lock, { wanted: false, confirmed: false });
});

t.test('a lock that failed is no longer wanted, and the command alone has an event', async (t) => {
  const lock = { wanted: true, confirmed: false, commandId: COMMAND_ID };
  const { report, laptop, written } = scene({ type: 'lock' }, { lock });
  t.equal(await report({ state: 'failed' }), null);
  hasFields(t, written, [
    { to: 'failed' },
    { lock: { wanted: false, confirmed: false } },
    { wake: { kind: 'device' } },
    { event: 'command.failed' },
    WAKE,
  ]);
  hasFields(t, laptop.login.device.lock, { wanted: false });
});

t.test('a lock that stands already is not written again; the connection is told how it stands', async (t) => {
  const lock = { wanted: true, confirmed: true, commandId: COMMAND_ID, until: 5 };
  const { report, laptop, written } = scene({ type: 'lock' }, { lock });
  laptop.login.device = { ...laptop.login.device, lock: deviceRecord().lock };
  t.equal(await report({ result: { until: 5 } }), null);
  hasFields(t, written, [{ to: 'succeeded' }, { event: 'command.succeeded' }, WAKE]);
  hasFields(t, laptop.login.device.lock, { wanted: true, confirmed: true });
});

t.test('the command of a device that was let go meanwhile ends all the same', async (t) => {
  const { report, written } = scene({ type: 'lock' }, { isGone: true });
  t.equal(await report({}), null);
  hasFields(t, written, [{ to: 'succeeded' }, { event: 'command.succeeded' }, WAKE]);
});

t.test('a message does not touch the lock', async (t) => {
  for (const type of ['message', 'restart'] as const) {
    const lock = { wanted: true, confirmed: false, commandId: COMMAND_ID };
    const { report, written } = scene({ type: type as CommandRecord['type'] }, { lock });
    await report({});
    t.strictSame(written.length, 3);
  }
});
