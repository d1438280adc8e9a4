import t from 'tap';
import { endSessionsOf } from '../../../../api/http/authentication/sessions.ts';
import type { DeviceRecord, HeartbeatWrite } from '../../../../store/ports/devices.ts';
import { DEFAULT_ORGANISATION_ID } from '../../../../store/ports/organisations.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { signedIn } from '../people.ts';
import { type RestServer, startRestServer } from '../rest-server.ts';
import { follow, type Message } from './live-client.ts';

const isOf =
  (id: string, event = 'device') =>
  (message: Message): boolean =>
    message.event === event && message.data.id === id;

const heartbeat = (deviceId: HeartbeatWrite['deviceId'], changes: Partial<HeartbeatWrite> = {}) => ({
  deviceId,
  lastSeenAt: Date.now(),
  user: null,
  battery: 80,
  campus: 'unknown' as const,
  campusId: null,
  osVersion: 'Debian 13',
  agentVersion: '1.0.0',
  protection: 'enforcing' as const,
  protectionSince: null,
  policyVersion: 1,
  targetConfirmed: 0,
  ...changes,
});

const rename = (server: RestServer, id: string, name: string) =>
  server.call('PATCH', `/v1/devices/${id}`, { body: { name } });

t.test('who follows sees what others do, as it is read by GET', async (t) => {
  const server = await startRestServer(t);
  const owner = await signedIn(server, 'owner');
  const device = await server.makeDevice();
  const stream = await follow(t, server, owner);
  const counters = await stream.heard('the counters', ({ event }) => event === 'counters');
  t.same(
    [counters.data.devices.total, counters.data.openAlerts],
    [1, {}],
    'what a page counts comes with the beginning',
  );

  await rename(server, device.id, 'LIB-017');
  const renamed = await stream.heard('the new name', isOf(device.id));
  const { body } = await server.call('GET', `/v1/devices/${device.id}`);
  t.same(renamed.data, { ...body, lastSeen: renamed.data.lastSeen });
  t.equal(renamed.data.name, 'LIB-017');

  const ordered = await server.call('POST', `/v1/devices/${device.id}/lock`, { body: {} });
  const command = await stream.heard('the command', isOf(ordered.body.id, 'command'));
  t.equal(command.data.status, 'queued');
  await stream.heard(
    'the lock on the device',
    (message) => isOf(device.id)(message) && message.data.lock.state === 'locking',
  );

  const policy = await server.call('POST', '/v1/policies', { body: { name: 'Evenings' } });
  await stream.heard('the policy', isOf(policy.body.id, 'policy'));
  await server.call('DELETE', `/v1/policies/${policy.body.id}`);
  await stream.heard('that the policy is gone', isOf(policy.body.id, 'removed'));
  await server.call('DELETE', `/v1/devices/${device.id}`);
  const removed = await stream.heard('that the device is gone', isOf(device.id, 'removed'));
  t.same(removed.data, { type: 'device', id: device.id });
});

t.test('a heartbeat is told when it brings something new', async (t) => {
  const server = await startRestServer(t);
  const owner = await signedIn(server, 'owner');
  const [one, other] = [await server.makeDevice(), await server.makeDevice()];
  await server.store.devices.writeHeartbeats([heartbeat(one.id), heartbeat(other.id)]);
  const stream = await follow(t, server, owner);

  await server.store.devices.writeHeartbeats([heartbeat(one.id), heartbeat(other.id, { battery: 79 })]);
  const told = await stream.heard('the battery', isOf(other.id));
  t.equal(told.data.battery, 79);
  t.notOk(stream.messages.some(isOf(one.id)), 'the same again is no change');
});

t.test('what happens by itself is told from the events', async (t) => {
  const server = await startRestServer(t);
  const owner = await signedIn(server, 'owner');
  const device = await server.makeDevice();
  const stream = await follow(t, server, owner);
  await server.store.transaction((tx) =>
    tx.events.append({
      type: 'device.offline',
      organisationId: DEFAULT_ORGANISATION_ID,
      at: Date.now(),
      deviceId: device.id,
      data: { device: { id: device.id }, reason: 'silence' },
    }),
  );
  await stream.heard('the device', isOf(device.id));
});

t.test('nobody hears more than they may read', async (t) => {
  const server = await startRestServer(t);
  const device = await server.makeDevice({ ou: '/Springfield/High' });
  const elsewhere = await server.makeDevice({ ou: '/Springfield/Low' });
  const high = await follow(t, server, await signedIn(server, 'helpdesk', { ou: '/Springfield/High' }));
  const low = await follow(t, server, await signedIn(server, 'helpdesk', { ou: '/Springfield/Low' }));
  const teacher = await follow(t, server, await signedIn(server, 'teacher'));

  const policy = await server.call('POST', '/v1/policies', {
    body: { name: 'Evenings', target: { ous: ['/Springfield/High'] } },
  });
  await high.heard('the policy', isOf(policy.body.id, 'policy'));
  await rename(server, device.id, 'first');
  await high.heard('its own device', isOf(device.id));
  await rename(server, elsewhere.id, 'second');
  await low.heard('its own device', isOf(elsewhere.id));
  await teacher.heard('the last device', isOf(elsewhere.id));
  t.notOk(low.messages.some(({ data }) => data.id === device.id));
  t.notOk(
    teacher.messages.some(({ event }) => event === 'policy'),
    'teachers do not read policies',
  );
  const counters = await low.heard('its counters', ({ event }) => event === 'counters');
  t.equal(counters.data.devices.total, 1, 'of its own unit');

  await server.call('PATCH', `/v1/devices/${device.id}`, { body: { ou: '/Springfield/Low' } });
  await low.heard('the device that came', isOf(device.id));
  await high.heard('that it has left', isOf(device.id, 'removed'));
  const key = await server.call('GET', '/v1/live');
  hasFields(t, key, { status: 403, body: { code: 'insufficient_scope' } });
});

t.test('who comes back hears what it has missed, or is told to read again', async (t) => {
  const server = await startRestServer(t);
  const owner = await signedIn(server, 'owner');
  const [one, other] = [await server.makeDevice(), await server.makeDevice()];
  const first = await follow(t, server, owner);
  await rename(server, one.id, 'one');
  const { id: place = '' } = await first.heard('a change', isOf(one.id));
  first.leave();
  await first.ended;
  const watching = await follow(t, server, owner);
  await rename(server, other.id, 'other');
  await watching.heard('the change', isOf(other.id));

  const again = await follow(t, server, owner, { 'last-event-id': place });
  t.same(
    again.messages.filter(({ event }) => event !== 'counters').map(({ event, data }) => [event, data.id]),
    [
      ['device', other.id],
      ['ready', undefined],
    ],
  );
  for (const unknown of ['another-1', place.replace(/-\d+$/, '-999'), 'x'.repeat(90)]) {
    const lost = await follow(t, server, owner, { 'last-event-id': unknown });
    t.equal(lost.messages[0]?.event, 'reset', unknown);
  }
});

t.test('of very many changes at once only their kind is told', async (t) => {
  const server = await startRestServer(t);
  const owner = await signedIn(server, 'owner');
  const devices: DeviceRecord[] = [];
  for (let made = 0; made < 101; made++) devices.push(await server.makeDevice());
  const stream = await follow(t, server, owner);
  await server.store.transaction(async (tx) => {
    for (const { id } of devices) tx.wake({ kind: 'device', deviceId: id });
  });
  const many = await stream.heard('that many have changed', ({ event }) => event === 'many');
  t.same(many.data, { type: 'device' });
  t.notOk(stream.messages.some(({ event }) => event === 'device'));
});

t.test('a stream ends with its session, and with the server', async (t) => {
  const server = await startRestServer(t);
  const [leaver, owner] = [await signedIn(server, 'admin'), await signedIn(server, 'owner')];
  const stream = await follow(t, server, leaver);
  const staying = await follow(t, server, owner);
  await server.store.transaction((tx) => endSessionsOf(tx, leaver.account));
  await stream.ended;
  t.equal(stream.messages.at(-1)?.event, 'session-ended');
  await staying.heard('a sign of life', ({ event }) => event === 'heartbeat');
  await server.api.stop();
  await staying.ended;
  t.notOk(staying.messages.some(({ event }) => event === 'session-ended'));
});

t.test('one account keeps a dozen streams, and a question for the head keeps none', async (t) => {
  const server = await startRestServer(t);
  const owner = await signedIn(server, 'owner');
  const oldest = await follow(t, server, owner);
  for (let opened = 1; opened < 12; opened++) await follow(t, server, owner);
  const head = await owner.call('HEAD', '/v1/live');
  t.equal(head.status, 200);
  await follow(t, server, owner);
  await oldest.ended;
  const { body } = await owner.call('GET', '/v1/audit?action=live.viewed');
  t.ok(body.total >= 1, 'the audit notes who looks');
});

t.test('nobody hears of what is changed or taken away outside of their reach', async (t) => {
  const server = await startRestServer(t);
  const [here, elsewhere] = [
    await server.makeDevice({ ou: '/Springfield/High' }),
    await server.makeDevice({ ou: '/Springfield/Low' }),
  ];
  const high = await follow(t, server, await signedIn(server, 'helpdesk', { ou: '/Springfield/High' }));
  const policy = await server.call('POST', '/v1/policies', {
    body: { name: 'Evenings', target: { ous: ['/Springfield/Low'] } },
  });
  const override = await server.call('POST', '/v1/overrides', {
    body: { scope: { type: 'device', id: elsewhere.id }, site: 'wiki.example', ttlMinutes: 60 },
  });
  const teacher = await follow(t, server, await signedIn(server, 'teacher'));
  const lesson = await server.call('POST', '/v1/classroom/sessions', {
    body: { name: 'Maths', teacher: 'tea@x.example', durationMinutes: 50, deviceIds: [here.id] },
  });
  t.same([policy.status, override.status, lesson.status], [201, 201, 201]);
  await server.call('DELETE', `/v1/devices/${elsewhere.id}`);
  await rename(server, here.id, 'last');
  await high.heard('the last change', isOf(here.id));
  await teacher.heard('the last change', isOf(here.id));
  t.notOk(
    teacher.messages.some(({ data }) => data?.id === lesson.body.id),
    'a lesson of another teacher',
  );
  const told = high.messages.map(({ data }) => data?.id);
  for (const id of [policy.body.id, override.body.id, elsewhere.id]) t.notOk(told.includes(id), id);
  await server.call('DELETE', `/v1/devices/${here.id}`);
  await high.heard('that its own device is gone', isOf(here.id, 'removed'));
});
