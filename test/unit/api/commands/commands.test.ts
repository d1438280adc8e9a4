import t from 'tap';
import { cancelCommand, prepareCommand } from '../../../../api/commands/commands.ts';
import { Fault } from '../../../../kit/fault.ts';
import { verifyPin } from '../../../../kit/pin-hash.ts';
import { letDeviceGo } from '../../../../store/rules/let-device-go.ts';
import { toCommand } from '../../../../store/views/command.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { createTestSchool, EVERYWHERE } from '../school.ts';

const MESSAGE = 'See the office';

t.test('a lock is queued for seven days, numbered, and wanted of the device, which is woken', async (t) => {
  const school = await createTestSchool(t);
  const command = await school.order({ type: 'lock', params: { message: MESSAGE, durationMinutes: 30 } });
  hasFields(t, command, {
    status: 'queued',
    sequence: 1,
    expiresAt: school.clock.now() + 7 * 86_400_000,
    params: { message: MESSAGE, durationMinutes: 30 },
    requestedBy: 'key_1',
  });
  hasFields(t, await school.lock(), {
    wanted: true,
    confirmed: false,
    since: school.clock.now(),
    message: MESSAGE,
    requestedBy: 'key_1',
    commandId: command.id,
    sequence: 1,
    durationMinutes: 30,
    pin: null,
  });
  hasFields(t, (await school.woken()).at(-1), { kind: 'device', deviceId: school.deviceId });
});

t.test('expiry follows the type, and the caller when it says so', async (t) => {
  const school = await createTestSchool(t);
  const now = school.clock.now();
  t.equal((await school.order({ type: 'message', params: { text: 'Hello' } })).expiresAt, now + 600_000);
  t.equal((await school.order({ type: 'restart' })).expiresAt, now + 86_400_000);
  t.equal((await school.order({ type: 'lock', expiresInSeconds: 10 })).expiresAt, now + 10_000);
});

t.test('a PIN is kept as a hash alone: in no command, event or answer', async (t) => {
  const school = await createTestSchool(t);
  const command = await school.order({ type: 'lock', params: { pin: '73915', message: MESSAGE } });
  const { pin } = await school.lock();
  t.ok(pin !== null && (await verifyPin('73915', pin)));
  t.notOk(pin !== null && (await verifyPin('73916', pin)));
  await school.order({ type: 'unlock' });
  const traces = JSON.stringify([
    await school.command(command.id),
    toCommand(command),
    await school.lock(),
    await school.events(),
  ]);
  t.notMatch(traces, '73915');
  t.same(command.params, { message: MESSAGE });
});

t.test('a second lock, while one is open, is the same command, as it is', async (t) => {
  const school = await createTestSchool(t);
  const first = await school.order({ type: 'lock', params: { message: MESSAGE } });
  const before = await school.lock();
  t.equal((await school.order({ type: 'lock', params: { message: 'Another', pin: '4711' } })).id, first.id);
  await school.store.commands.advance(first.id, { to: 'sent', at: school.clock.now() });
  t.equal((await school.order({ type: 'lock' })).id, first.id, 'also when it is on its way');
  t.same(await school.lock(), before);
});

t.test(
  'unlock supersedes an open lock and says so in an event; lock supersedes an open unlock',
  async (t) => {
    const school = await createTestSchool(t);
    const lock = await school.order({ type: 'lock' });
    const unlock = await school.order({ type: 'unlock' });
    t.equal((await school.command(lock.id)).status, 'superseded');
    hasFields(t, await school.lock(), { wanted: false, commandId: unlock.id, sequence: 2 });
    t.ok((await school.woken()).some((wakeUp) => wakeUp.kind === 'command' && wakeUp.commandId === lock.id));
    const again = await school.order({ type: 'lock' });
    t.equal((await school.command(unlock.id)).status, 'superseded');
    hasFields(t, await school.lock(), { wanted: true, commandId: again.id, sequence: 3 });
    hasFields(
      t,
      (await school.events()).map(({ event, device_id, data }) => [event, device_id, data.command]),
      [
        ['command.superseded', school.deviceId, { id: lock.id, status: 'superseded' }],
        ['command.superseded', school.deviceId, { id: unlock.id, status: 'superseded' }],
      ],
    );
  },
);

t.test('an unlock while one is open is the same command', async (t) => {
  const school = await createTestSchool(t);
  const first = await school.order({ type: 'unlock' });
  t.equal((await school.order({ type: 'unlock' })).id, first.id);
});

t.test('other open commands are not touched by a lock', async (t) => {
  const school = await createTestSchool(t);
  const restart = await school.order({ type: 'restart' });
  await school.order({ type: 'lock' });
  t.equal((await school.command(restart.id)).status, 'queued');
});

t.test('a lock of a locked device is a new command, and the device stays shown as locked', async (t) => {
  const school = await createTestSchool(t);
  const first = await school.order({ type: 'lock' });
  await school.confirm(true);
  const second = await school.order({ type: 'lock' });
  t.not(second.id, first.id);
  t.equal((await school.command(first.id)).status, 'succeeded');
  hasFields(t, await school.lock(), { wanted: true, confirmed: true, commandId: second.id });
});

t.test('a lock whose time is over, though nobody has noticed yet, is no open one', async (t) => {
  const school = await createTestSchool(t);
  const first = await school.order({ type: 'lock', expiresInSeconds: 10 });
  await school.clock.advance(10_000);
  t.not((await school.order({ type: 'lock' })).id, first.id);
});

t.test('a queued lock can be taken back: the device is not to be locked any more', async (t) => {
  const school = await createTestSchool(t);
  const { id } = await school.order({ type: 'lock', params: { message: MESSAGE, pin: '4711' } });
  const call = { reach: EVERYWHERE, id };
  const cancelled = await school.store.transaction((tx) => cancelCommand(tx, school.tools, call));
  hasFields(t, cancelled, { status: 'cancelled', completedAt: school.clock.now() });
  hasFields(t, await school.lock(), { wanted: false, confirmed: false, message: null, pin: null });
  hasFields(t, await school.events(), [
    { event: 'command.cancelled', data: { command: { id, status: 'cancelled' } } },
  ]);
  hasFields(t, (await school.woken()).at(-1), { kind: 'device', deviceId: school.deviceId });
});

t.test('a queued unlock can be taken back: the device stays locked', async (t) => {
  const school = await createTestSchool(t);
  await school.order({ type: 'lock', params: { message: MESSAGE } });
  await school.confirm(true);
  const { id } = await school.order({ type: 'unlock' });
  await school.store.transaction((tx) => cancelCommand(tx, school.tools, { reach: EVERYWHERE, id }));
  hasFields(t, await school.lock(), { wanted: true, confirmed: true, message: MESSAGE });
});

t.test('what was sent can no longer be taken back, and nothing changes', async (t) => {
  const school = await createTestSchool(t);
  const { id } = await school.order({ type: 'lock' });
  await school.store.commands.advance(id, { to: 'sent', at: school.clock.now() });
  const refused = school.store.transaction((tx) =>
    cancelCommand(tx, school.tools, { reach: EVERYWHERE, id }),
  );
  await t.rejects(refused, { code: 'command_not_cancellable' });
  t.equal((await school.command(id)).status, 'sent');
  t.equal((await school.lock()).wanted, true);
});

t.test('what no agent can do is refused, and no command is made', async (t) => {
  const school = await createTestSchool(t);
  await t.rejects(school.order({ type: 'update_agent' }), {
    code: 'command_not_supported',
    detail: /update_agent/,
  });
  t.same(await school.store.commands.openOf(school.deviceId), []);
});

t.test(
  'a device out of reach is not there: unknown, of another organisation, or outside the unit of the key',
  async (t) => {
    const school = await createTestSchool(t);
    const refusals: unknown[] = [];
    for (const reach of [
      { ...EVERYWHERE, organisationId: 2 },
      { ...EVERYWHERE, ouPath: '/Springfield/Hi' },
    ]) {
      const order = {
        reach,
        deviceId: school.deviceId,
        request: { type: 'lock' },
        requestedBy: null,
      } as const;
      refusals.push(await prepareCommand(school.tools, order).catch((error: unknown) => error));
    }
    const unknown = school.tools.ids.next('dev');
    refusals.push(await school.order({ type: 'lock' }, unknown).catch((error: unknown) => error));
    for (const refusal of refusals) {
      t.type(refusal, Fault);
      hasFields(t, refusal, { code: 'not_found', detail: 'There is no such device.' });
    }
  },
);

t.test(
  'open commands end with the enrollment: never sent are cancelled, the others have failed',
  async (t) => {
    const school = await createTestSchool(t);
    const sent = await school.order({ type: 'restart' });
    await school.store.commands.advance(sent.id, { to: 'sent', at: school.clock.now() });
    const queued = await school.order({ type: 'locate' });
    const device = await school.store.devices.find(school.deviceId);
    t.ok(device);
    if (device === null) return;
    await school.store.transaction((tx) => letDeviceGo(tx, device, school.clock.now()));
    hasFields(t, await school.command(sent.id), { status: 'failed', error: { code: 'unenrolled' } });
    t.equal((await school.command(queued.id)).status, 'cancelled');
  },
);
