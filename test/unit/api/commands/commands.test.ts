import t from 'tap';
import { letDeviceGo } from '../../../../store/rules/let-device-go.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { createTestSchool } from '../school.ts';

t.test('expiry follows the type, and the caller when it says so', async (t) => {
  const school = await createTestSchool(t);
  const now = school.clock.now();
  t.equal((await school.order({ type: 'message', params: { text: 'Hello' } })).expiresAt, now + 600_000);
  t.equal((await school.order({ type: 'restart' })).expiresAt, now + 86_400_000);
  t.equal((await school.order({ type: 'lock', expiresInSeconds: 10 })).expiresAt, now + 10_000);
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

t.test('what no agent can do is refused, and no command is made', async (t) => {
  const school = await createTestSchool(t);
  await t.rejects(school.order({ type: 'update_agent' }), {
    code: 'command_not_supported',
    detail: /update_agent/,
  });
  t.same(await school.store.commands.openOf(school.deviceId), []);
});

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
