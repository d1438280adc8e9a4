import type { DeviceId, OuId } from '../../../contracts/ids.ts';
import type { WakeUp } from '../../../store/ports/store.ts';
import type { UserRecord } from '../../../store/ports/users.ts';
import { hasFields } from '../../support/has-fields.ts';
import { enroll, type Fixture, promise } from './each-store.ts';

async function makeUser({ store, ids, clock }: Fixture, email: string, ou: string): Promise<UserRecord> {
  const unit = await store.ous.ensurePath(1, ou, clock.now());
  return await store.users.create({
    id: ids.next('usr'),
    organisationId: 1,
    now: clock.now(),
    email,
    name: email,
    role: 'student',
    ouId: unit.id,
    externalId: null,
    grade: null,
    status: 'active',
  });
}

async function ouIdOf({ store }: Fixture, path: string): Promise<OuId> {
  const unit = await store.ous.byPath(1, path);
  if (unit === null) throw new Error(`there is no ${path}`);
  return unit.id;
}

async function versionOf({ store }: Fixture, id: DeviceId): Promise<number> {
  return (await store.devices.find(id))?.targetVersion ?? -1;
}

/** What is woken from now on. */
function wakes({ store, clock }: Fixture) {
  const woken: WakeUp[] = [];
  store.bus.subscribe((wakeUp) => void woken.push(wakeUp));
  return async (): Promise<readonly WakeUp[]> => {
    // The bus tells in a later turn of the event loop.
    await clock.advance(0);
    return woken.splice(0);
  };
}

promise('people of the roster who were seen on a device are told, the latest first', async (t, fixture) => {
  const { store } = fixture;
  const { device } = await enroll(fixture);
  const ana = await makeUser(fixture, 'Ana@x.example', '/High/9');
  await makeUser(fixture, 'bob@x.example', '/Low');
  await store.devicePeople.saw([
    { deviceId: device.id, user: 'ANA@x.example', at: 1 },
    { deviceId: device.id, user: 'bob@x.example', at: 2 },
    { deviceId: device.id, user: 'nobody@elsewhere.example', at: 3 },
  ]);
  t.same(await store.devicePeople.of(device.id), [
    { userId: (await store.users.byEmail(1, 'bob@x.example'))?.id, user: 'bob@x.example', ouPath: '/Low' },
    { userId: ana.id, user: 'ana@x.example', ouPath: '/High/9' },
  ]);
  await store.devicePeople.saw([{ deviceId: device.id, user: 'ana@x.example', at: 4 }]);
  t.same(
    (await store.devicePeople.of(device.id)).map(({ user }) => user),
    ['ana@x.example', 'bob@x.example'],
  );
});

promise('only somebody new whom the roster knows gives a device a new target state', async (t, fixture) => {
  const { store } = fixture;
  const { device } = await enroll(fixture);
  await makeUser(fixture, 'ana@x.example', '/High');
  const woken = wakes(fixture);
  const before = await versionOf(fixture, device.id);
  const signIn = { deviceId: device.id, user: 'ana@x.example', at: 5 };
  t.same(await store.devicePeople.saw([signIn]), [device.id]);
  t.equal(await versionOf(fixture, device.id), before + 1);
  t.same(await woken(), [{ kind: 'device', deviceId: device.id }]);
  t.same(await store.devicePeople.saw([{ ...signIn, at: 6 }]), [], 'known already');
  t.same(await store.devicePeople.saw([{ ...signIn, user: 'guest@x.example' }]), [], 'not in the roster');
  t.same(await store.devicePeople.saw([{ ...signIn, deviceId: fixture.ids.next('dev') }]), []);
  t.equal(await versionOf(fixture, device.id), before + 1);
  t.same(await woken(), []);
});

promise('a device remembers its latest twenty people', async (t, fixture) => {
  const { store } = fixture;
  const { device } = await enroll(fixture);
  for (let number = 0; number < 22; number++) {
    await makeUser(fixture, `student-${number}@x.example`, '/High');
    await store.devicePeople.saw([
      { deviceId: device.id, user: `student-${number}@x.example`, at: 100 + number },
    ]);
  }
  const people = await store.devicePeople.of(device.id);
  t.equal(people.length, 20);
  t.equal(people[0]?.user, 'student-21@x.example');
  t.notOk(people.some(({ user }) => user === 'student-1@x.example'));
});

promise('what changes of a person reaches the devices where they were seen', async (t, fixture) => {
  const { store, clock } = fixture;
  const { device } = await enroll(fixture);
  const { device: other } = await enroll(fixture);
  const ana = await makeUser(fixture, 'ana@x.example', '/High');
  await makeUser(fixture, 'bob@x.example', '/Low');
  await store.devicePeople.saw([
    { deviceId: device.id, user: 'ana@x.example', at: 1 },
    { deviceId: other.id, user: 'bob@x.example', at: 1 },
  ]);
  const woken = wakes(fixture);
  await woken();
  const told = async (what: string): Promise<void> => {
    t.same(await woken(), [{ kind: 'device', deviceId: device.id }], what);
  };
  const low = await ouIdOf(fixture, '/Low');
  await store.users.update(1, ana.id, { ouId: low }, clock.now());
  await told('a move');
  t.equal((await store.devicePeople.of(device.id))[0]?.ouPath, '/Low');
  await store.users.update(1, ana.id, { name: 'Ana B.' }, clock.now());
  t.same(await woken(), [], 'a name is nothing to a device');
  await store.users.update(1, ana.id, { email: 'anna@x.example' }, clock.now());
  await told('another address');
  t.same(await store.devicePeople.of(device.id), [], 'nobody is known by the old one');
  await store.users.update(1, ana.id, { email: 'ana@x.example' }, clock.now());
  await told('the old address again');
  await store.users.delete(1, ana.id);
  await told('a deletion');
  await makeUser(fixture, 'ana@x.example', '/High');
  t.same(await woken(), [], 'where a deleted person was seen is forgotten');
  t.same(await store.devicePeople.of(device.id), []);
});

promise('somebody who was seen before the roster knew them is told with the roster', async (t, fixture) => {
  const { store } = fixture;
  const { device } = await enroll(fixture);
  await store.devicePeople.saw([{ deviceId: device.id, user: 'new@x.example', at: 1 }]);
  const before = await versionOf(fixture, device.id);
  await makeUser(fixture, 'new@x.example', '/High');
  t.equal(await versionOf(fixture, device.id), before + 1);
  hasFields(t, await store.devicePeople.of(device.id), [{ user: 'new@x.example', ouPath: '/High' }]);
});

promise('the people of a device are forgotten when it is let go or installed anew', async (t, fixture) => {
  const { store, clock } = fixture;
  const hardware = { machineId: 'the same', serial: null };
  const { device } = await enroll(fixture, hardware);
  await makeUser(fixture, 'ana@x.example', '/High');
  const signIn = [{ deviceId: device.id, user: 'ana@x.example', at: 1 }];
  await store.devicePeople.saw(signIn);
  await enroll(fixture, hardware);
  t.same(await store.devicePeople.of(device.id), [], 'installed anew');
  await store.devicePeople.saw(signIn);
  await store.devices.unenroll(1, device.id, clock.now());
  t.same(await store.devicePeople.of(device.id), [], 'let go');
});

promise('a device that moves, and a unit that is renamed, make new target states', async (t, fixture) => {
  const { store, clock } = fixture;
  const { device } = await enroll(fixture);
  const unit = await store.ous.ensurePath(1, '/High', clock.now());
  const woken = wakes(fixture);
  const before = await versionOf(fixture, device.id);
  await store.devices.update(1, device.id, { ouId: unit.id }, clock.now());
  t.equal(await versionOf(fixture, device.id), before + 1);
  t.same(await woken(), [{ kind: 'device', deviceId: device.id }]);
  await store.devices.update(1, device.id, { name: 'Cart 3' }, clock.now());
  t.equal(await versionOf(fixture, device.id), before + 1, 'its name is nothing to it');
  const settings = (await store.organisations.get(1))?.settingsVersion ?? 0;
  await store.ous.update(1, unit.id, { name: 'Upper' }, clock.now());
  t.equal((await store.organisations.get(1))?.settingsVersion, settings + 1);
  t.ok((await woken()).some(({ kind }) => kind === 'all_devices'));
});

promise('other bundle defaults make new target states for all, the same ones none', async (t, { store }) => {
  const before = (await store.organisations.get(1))?.settingsVersion ?? 0;
  t.equal(await store.organisations.useBundleDefaults('a'), true);
  t.equal(await store.organisations.useBundleDefaults('a'), false);
  t.equal((await store.organisations.get(1))?.settingsVersion, before + 1);
  t.equal(await store.organisations.useBundleDefaults('b'), true);
});

promise('what a device says to hold is kept, and forgotten with a new installation', async (t, fixture) => {
  const { store, clock } = fixture;
  const hardware = { machineId: 'the same', serial: null };
  const { device } = await enroll(fixture, hardware);
  t.same(device.held, { policyHash: null, categories: null });
  const held = { policyHash: 'h'.repeat(43), categories: { version: 3, hash: 'c'.repeat(43) } };
  const report = {
    deviceId: device.id,
    lastSeenAt: clock.now(),
    user: null,
    battery: null,
    campus: 'unknown' as const,
    campusId: null,
    osVersion: '1',
    agentVersion: '1',
    protection: 'enforcing' as const,
    protectionSince: null,
    policyVersion: 4,
    targetConfirmed: 2,
  };
  await store.devices.writeHeartbeats([{ ...report, held }]);
  t.same((await store.devices.find(device.id))?.held, held);
  await enroll(fixture, hardware);
  t.same((await store.devices.find(device.id))?.held, { policyHash: null, categories: null });
});

promise(
  'when who was signed in is kept, the latest two hundred, and forgotten like the people',
  async (t, fixture) => {
    const { store, clock } = fixture;
    const hardware = { machineId: 'another', serial: null };
    const { device } = await enroll(fixture, hardware);
    const { id: deviceId } = device;
    await store.devicePeople.claimed([
      { deviceId, user: 'Ana@x.example', from: 5, at: 10 },
      { deviceId, user: 'ben@x.example', from: 20, at: 20 },
      { deviceId, user: null, from: 30, at: 30 },
    ]);
    t.same(await store.devicePeople.signIns(deviceId), [
      { userKey: 'ana@x.example', from: 5, until: 20 },
      { userKey: 'ben@x.example', from: 20, until: 30 },
    ]);
    await store.devicePeople.claimed([{ deviceId, user: 'ben@x.example', from: 20, at: 40 }]);
    hasFields(
      t,
      (await store.devicePeople.signIns(deviceId)).at(-1),
      { from: 20, until: null },
      'a repeat is harmless',
    );
    await store.devicePeople.claimed(
      Array.from({ length: 300 }, (_, n) => ({
        deviceId,
        user: `u${n}@x.example`,
        from: 100 + n,
        at: 100 + n,
      })),
    );
    const kept = await store.devicePeople.signIns(deviceId);
    t.equal(kept.length, 200);
    hasFields(t, kept.at(-1), { userKey: 'u299@x.example', until: null });
    await store.devices.unenroll(1, deviceId, clock.now());
    t.same(await store.devicePeople.signIns(deviceId), [], 'let go');
    await store.devicePeople.claimed([{ deviceId, user: 'ana@x.example', from: 5, at: 10 }]);
    t.same(await store.devicePeople.signIns(deviceId), [], 'a device that is let go has none');
  },
);
