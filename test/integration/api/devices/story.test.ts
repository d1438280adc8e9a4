import t, { type Test } from 'tap';
import type { EventType } from '../../../../contracts/events/catalogue.ts';
import type { DeviceRecord } from '../../../../store/ports/devices.ts';
import { createDeviceBundles } from '../../../../store/rules/device-bundles.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { signedIn } from '../people.ts';
import { startRestServer, strangeId } from '../rest-server.ts';

async function school(t: Test) {
  const clock = createFakeClock();
  const server = await startRestServer(t, { clock });
  const device = await server.makeDevice({ name: 'LIB-1', ou: '/High' });
  const tell = (type: EventType, data: object = {}, of: DeviceRecord = device) =>
    server.store.events.append({
      type,
      organisationId: 1,
      at: clock.now(),
      deviceId: of.id,
      data: { device: { user: 'ana@x.example', battery: 14 }, ...data },
    });
  const beat = (changes: object = {}) =>
    server.store.devices.writeHeartbeats([
      {
        deviceId: device.id,
        lastSeenAt: clock.now(),
        user: 'ana@x.example',
        battery: 80,
        campus: 'unknown',
        campusId: null,
        osVersion: 'Debian 13',
        agentVersion: '1.0.0',
        protection: 'enforcing',
        protectionSince: clock.now(),
        policyVersion: 1,
        targetConfirmed: 0,
        ...changes,
      },
    ]);
  return { ...server, clock, device, tell, beat };
}

t.test('the story of a device is told newest first, by its kinds and times, and names nobody', async (t) => {
  const { call, clock, tell, device, makeDevice } = await school(t);
  const other = await makeDevice({ name: 'LIB-2', ou: '/High' });
  await tell('device.online');
  await tell('device.online', {}, other);
  clock.jump(1_000);
  await tell('policy.violation', { log: { domain: 'play.example' } });
  await tell('device.protection_changed', { from: 'enforcing', to: 'unprotected' });
  clock.jump(1_000);
  await tell('device.low_battery');
  clock.jump(1_000);
  await tell('device.offline', { reason: 'stopped', heldBack: 2 });
  const path = `/v1/devices/${device.id}/history`;
  const { status, body } = await call('GET', path);
  t.equal(status, 200);
  const nothing = { reason: null, from: null, to: null, battery: null, campusId: null, commandId: null };
  t.same(
    body.data.map(({ id, timestamp, ...entry }: { id: string; timestamp: string }) => entry),
    [
      { type: 'device.offline', ...nothing, reason: 'stopped', heldBack: 2 },
      { type: 'device.low_battery', ...nothing, battery: 14, heldBack: 0 },
      { type: 'device.protection_changed', ...nothing, from: 'enforcing', to: 'unprotected', heldBack: 0 },
      { type: 'device.online', ...nothing, heldBack: 0 },
    ],
  );
  t.notMatch(JSON.stringify(body), 'ana@');
  t.notMatch(JSON.stringify(body), 'play.example');
  const types = async (query: string) =>
    (await call('GET', `${path}?${query}`)).body.data.map(({ type }: { type: string }) => type);
  t.same(await types('type=device.online&type=device.offline'), ['device.offline', 'device.online']);
  const [, second, third] = body.data;
  t.same(await types(`from=${third.timestamp}&to=${second.timestamp}`), ['device.protection_changed']);
  t.same(await types('sort=timestamp&limit=1'), ['device.online']);
  for (const query of ['type=policy.violation', 'type=x', 'from=x', 'sort=type', 'page=10000&limit=200'])
    t.equal((await call('GET', `${path}?${query}`)).status, 400, query);
});

t.test('a story that goes on while it is paged stays whole', async (t) => {
  const { call, clock, tell, device } = await school(t);
  for (let n = 0; n < 5; n++) {
    clock.jump(1_000);
    await tell(n % 2 === 0 ? 'device.online' : 'device.offline', { reason: 'silence' });
  }
  const seen: string[] = [];
  let cursor = '';
  do {
    const { body } = await call('GET', `/v1/devices/${device.id}/history?limit=2${cursor}`);
    seen.push(...body.data.map(({ id }: { id: string }) => id));
    cursor = body.nextCursor === null ? '' : `&cursor=${body.nextCursor}`;
    clock.jump(1_000);
    await tell('device.online');
  } while (cursor !== '');
  t.equal(seen.length, 5);
  t.equal(new Set(seen).size, 5);
});

t.test('a device of another unit has no story and no state, for keys and people', async (t) => {
  const server = await school(t);
  const { call, makeKey, device, clock } = server;
  const { key } = await makeKey({ ouPath: '/Middle' });
  const own = await makeKey({ ouPath: '/High' });
  const teacher = await signedIn(server, 'teacher', { ou: '/Middle', clock });
  const viewer = await signedIn(server, 'viewer', { ou: '/High', clock });
  for (const part of ['state', 'history']) {
    const path = `/v1/devices/${device.id}/${part}`;
    t.equal((await call('GET', path, { key })).status, 404, part);
    t.equal((await call('GET', path, { key: own.key })).status, 200, part);
    t.equal((await teacher.call('GET', path)).status, 404, part);
    t.equal((await viewer.call('GET', path)).status, 200, part);
    t.equal((await call('GET', `/v1/devices/${strangeId('dev')}/${part}`)).status, 404, part);
  }
  await call('DELETE', `/v1/devices/${device.id}`);
  t.equal((await call('GET', `/v1/devices/${device.id}/history`)).status, 404, 'of one that was let go');
});

t.test('the state says why a device is offline or unprotected, and since when', async (t) => {
  const { call, clock, device, store, beat, tell } = await school(t);
  const state = async () => (await call('GET', `/v1/devices/${device.id}/state`)).body;
  const begun = new Date(clock.now()).toISOString();
  t.same((await state()).connection, { status: 'offline', since: begun, reason: 'silence', lastSeen: begun });
  t.same((await state()).protection, { state: 'unknown', since: null, reason: null });
  clock.jump(1_000);
  await store.devices.connected(device.id, { epoch: 1, at: clock.now() });
  await store.devices.setStatus(device.id, 'online', clock.now());
  await beat({ protection: 'unprotected' });
  t.equal((await state()).connection.since, null, 'no event tells it');
  await tell('device.online');
  const online = new Date(clock.now()).toISOString();
  await store.devices.setProtectionReason(device.id, { state: 'unprotected', reason: 'a captive portal' });
  hasFields(t, await state(), {
    connection: { status: 'online', since: online, reason: null, lastSeen: online },
    protection: { state: 'unprotected', since: online, reason: 'a captive portal' },
  });
  clock.jump(5_000);
  await store.devices.disconnected(device.id, { epoch: 1, at: clock.now(), reason: 'stopped' });
  await store.devices.setStatus(device.id, 'offline', clock.now());
  const gone = new Date(clock.now()).toISOString();
  t.same((await state()).connection, { status: 'offline', since: gone, reason: 'stopped', lastSeen: online });
});

t.test('the state tells the policies that are wanted beside what is enforced', async (t) => {
  const { call, device, store, beat } = await school(t);
  const state = async () => (await call('GET', `/v1/devices/${device.id}/state`)).body.policy;
  const make = async (name: string, ou: string) =>
    (await call('POST', '/v1/policies', { body: { name, target: { ous: [ou] } } })).body;
  const own = await make('here', '/High');
  await store.ous.ensurePath(1, '/Middle', 0);
  const other = await make('elsewhere', '/Middle');
  const organisation = await store.organisations.get(1);
  if (organisation === null) throw new Error('there is no organisation');
  const { bundle } = await createDeviceBundles({ store }).of(device, organisation);
  const wanted = { version: other.version, hash: bundle?.hash ?? '' };
  await beat({ policyVersion: own.version, held: { policyHash: 'old', categories: null } });
  const before = await state();
  hasFields(t, before, { wanted, enforced: { version: own.version, hash: 'old' }, upToDate: false });
  const ids = before.policies.map(({ id }: { id: string }) => id);
  t.ok(ids.includes(own.id));
  t.notOk(ids.includes(other.id));
  await beat({ policyVersion: wanted.version, held: { policyHash: wanted.hash, categories: null } });
  hasFields(t, await state(), { enforced: wanted, upToDate: true });
  await beat({
    policyVersion: wanted.version,
    held: { policyHash: wanted.hash, categories: null },
    protection: 'unprotected',
  });
  t.equal((await state()).upToDate, false);
});

t.test('the state holds the last self-test, whatever the device wrote into it', async (t) => {
  const { call, device, store, clock } = await school(t);
  const state = async () => (await call('GET', `/v1/devices/${device.id}/state`)).body.selfTest;
  t.equal(await state(), null);
  const test = async (result: Readonly<Record<string, unknown>>) => {
    clock.jump(1_000);
    const { body } = await call('POST', `/v1/devices/${device.id}/command`, { body: { type: 'self_test' } });
    await store.commands.advance(body.id, { to: 'succeeded', at: clock.now(), result });
    return { commandId: body.id, at: new Date(clock.now()).toISOString() };
  };
  const good = await test({ ok: true, failing: [], checks: { dns: { ok: true, detail: 'blocked' } } });
  t.same(await state(), { ...good, ok: true, checks: [{ name: 'dns', ok: true, detail: 'blocked' }] });
  const odd = await test({ ok: 'yes', checks: { a: null, b: 'x', c: { ok: 1, detail: {} } } });
  const unknown = { ok: false, detail: '' };
  t.same(await state(), {
    ...odd,
    ok: false,
    checks: ['a', 'b', 'c'].map((name) => ({ name, ...unknown })),
  });
  const none = await test({});
  t.same(await state(), { ...none, ok: false, checks: [] });
});
