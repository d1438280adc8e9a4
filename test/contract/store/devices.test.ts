import type { DeviceLock } from '../../../store/ports/devices.ts';
import { hasFields } from '../../support/has-fields.ts';
import { enroll, heartbeat, promise, ROOT_OU, read } from './each-store.ts';

promise(
  'new hardware becomes a device that is named after its host and is offline until it is heard',
  async (t, fixture) => {
    const { store, clock } = fixture;
    const ou = await store.ous.ensurePath(1, '/High', clock.now());
    const { device, reEnrolled } = await enroll(fixture, {
      hostname: 'cart-07',
      serial: 'SN7',
      ouId: ou.id,
      publicKey: 'key',
    });
    t.equal(reEnrolled, false);
    hasFields(t, device, {
      organisationId: 1,
      name: 'cart-07',
      ouId: ou.id,
      ouPath: '/High',
      serial: 'SN7',
      publicKey: 'key',
      platform: 'linux',
      status: 'offline',
      lastSeenAt: clock.now(),
      disconnectedAt: null,
      connectionEpoch: -1,
      commandSequence: 0,
      targetConfirmed: 0,
      user: null,
      battery: null,
      campus: 'unknown',
      tags: [],
      protection: { state: 'unknown', policyVersion: null, since: null },
      lock: { wanted: false, confirmed: false, sequence: 0, pin: null },
      enrolledAt: clock.now(),
      createdAt: clock.now(),
      version: 1,
    });
    t.same(await store.devices.find(device.id), device);
    t.same(await store.devices.get(1, device.id), device);
  },
);

promise(
  'an enrolled device is found by its machine id and serial together, in its organisation alone',
  async (t, fixture) => {
    const { store, clock } = fixture;
    const { device } = await enroll(fixture, { machineId: 'm', serial: 's', publicKey: 'key' });
    const hardware = {
      machineId: 'm',
      serial: 's',
      hostname: 'renamed',
      platform: 'linux',
      osVersion: 'newer',
      manufacturer: null,
      model: null,
    } as const;
    t.same(await store.devices.ofHardware(1, hardware), device);
    t.equal(await store.devices.ofHardware(2, hardware), null, 'another organisation');
    t.equal(await store.devices.ofHardware(1, { ...hardware, machineId: 'm2' }), null, 'another machine id');
    t.equal(await store.devices.ofHardware(1, { ...hardware, serial: 's2' }), null, 'another serial');
    await store.devices.unenroll(1, device.id, clock.now());
    t.equal(await store.devices.ofHardware(1, hardware), null, 'unenrolled');
  },
);

promise(
  'the same hardware gets its id back, with the new key and a fresh connection epoch',
  async (t, fixture) => {
    const { store, clock } = fixture;
    const first = await enroll(fixture, {
      machineId: 'm',
      serial: 's',
      publicKey: 'old',
      hostname: 'cart-07',
    });
    await store.devices.connected(first.device.id, { epoch: 41, at: clock.now() });
    await store.devices.writeHeartbeats([
      heartbeat(first.device.id, { user: 'ana@x', battery: 5, targetConfirmed: 3 }),
    ]);
    await clock.advance(1_000);
    const again = await enroll(fixture, {
      machineId: 'm',
      serial: 's',
      publicKey: 'new',
      hostname: 'fresh-install',
    });
    t.equal(again.reEnrolled, true);
    hasFields(t, again.device, {
      id: first.device.id,
      publicKey: 'new',
      connectionEpoch: -1,
      disconnectedAt: null,
      targetConfirmed: 0,
      user: null,
      battery: null,
      name: 'cart-07',
      createdAt: first.device.createdAt,
      enrolledAt: clock.now(),
      lastSeenAt: clock.now(),
    });
    t.ok(
      again.device.targetVersion > first.device.targetVersion,
      'no old target state can pass for a new one',
    );
    t.same(await read(fixture, first.device.id), again.device);
    t.equal((await store.devices.count(1)).total, 1);
  },
);

promise('same hardware means the same machine id and serial, null included', async (t, fixture) => {
  const { device } = await enroll(fixture, { machineId: 'm', serial: null });
  t.equal((await enroll(fixture, { machineId: 'm', serial: null })).device.id, device.id);
  t.not((await enroll(fixture, { machineId: 'm', serial: 's' })).device.id, device.id);
  t.not((await enroll(fixture, { machineId: 'n', serial: null })).device.id, device.id);
  t.not((await enroll(fixture, { machineId: 'm', serial: 'null' })).device.id, device.id);
});

promise('many enrollments of the same hardware at once make one device', async (t, fixture) => {
  const made = await Promise.all(
    Array.from({ length: 10 }, () => enroll(fixture, { machineId: 'm', serial: 's' })),
  );
  t.equal(new Set(made.map(({ device }) => device.id)).size, 1);
  t.equal(made.filter(({ reEnrolled }) => !reEnrolled).length, 1);
});

promise('a device that is installed anew stays locked, and stays where people put it', async (t, fixture) => {
  const { store, clock } = fixture;
  const { device } = await enroll(fixture, { machineId: 'm', serial: 's' });
  const ou = await store.ous.ensurePath(1, '/High', clock.now());
  await store.devices.update(
    1,
    device.id,
    { name: 'Ana’s', ouId: ou.id, tags: ['cart'], assetTag: 'A1' },
    clock.now(),
  );
  const lock = { ...device.lock, wanted: true, confirmed: true, message: 'Lost', sequence: 4, since: 1 };
  await store.devices.setLock(device.id, lock);
  const again = await enroll(fixture, { machineId: 'm', serial: 's', ouId: ROOT_OU });
  hasFields(t, again.device, { name: 'Ana’s', ouPath: '/High', tags: ['cart'], assetTag: 'A1' });
  hasFields(t, again.device.lock, {
    wanted: true,
    confirmed: false,
    message: 'Lost',
    sequence: 4,
    since: clock.now(),
  });
});

promise('an organisational unit that does not exist is refused', async (t, fixture) => {
  await t.rejects(enroll(fixture, { ouId: fixture.ids.next('ou') }), { code: 'unprocessable' });
  const { device } = await enroll(fixture);
  const moving = fixture.store.devices.update(1, device.id, { ouId: fixture.ids.next('ou') }, 0);
  await t.rejects(moving, { code: 'unprocessable' });
  t.equal((await read(fixture, device.id)).ouId, ROOT_OU);
});

promise(
  'an update changes what it names, bumps version and updatedAt, and leaves the rest',
  async (t, fixture) => {
    const { store, clock } = fixture;
    const { device } = await enroll(fixture);
    const at = clock.now() + 5;
    const changed = await store.devices.update(1, device.id, { assetTag: 'A1', tags: ['x', 'y'] }, at);
    t.same(changed, {
      ...device,
      assetTag: 'A1',
      tags: ['x', 'y'],
      updatedAt: at,
      version: device.version + 1,
    });
    t.same(await read(fixture, device.id), changed);
    hasFields(t, await store.devices.update(1, device.id, { assetTag: null, name: 'New' }, at), {
      assetTag: null,
      name: 'New',
      tags: ['x', 'y'],
      version: device.version + 2,
    });
  },
);

promise('what does not exist is not updated', async (t, fixture) => {
  const { device } = await enroll(fixture);
  t.equal(await fixture.store.devices.update(1, fixture.ids.next('dev'), { name: 'x' }, 0), null);
  t.equal(await fixture.store.devices.update(2, device.id, { name: 'x' }, 0), null);
  t.equal(await fixture.store.devices.get(2, device.id), null);
});

promise('an unenrolled device is hidden everywhere and has lost its key', async (t, fixture) => {
  const { store, clock } = fixture;
  const { device } = await enroll(fixture);
  await store.devices.setStatus(device.id, 'online', clock.now());
  t.equal(await store.devices.unenroll(2, device.id, clock.now()), false, 'not by another organisation');
  t.equal(await store.devices.unenroll(1, device.id, clock.now()), true);
  t.equal(await store.devices.unenroll(1, device.id, clock.now()), false);
  t.equal(await store.devices.find(device.id), null);
  t.equal(await store.devices.get(1, device.id), null);
  t.same(await store.devices.online(), []);
  t.same(await store.devices.count(1), { total: 0, online: 0, locked: 0 });
  const page = await store.devices.list({
    organisationId: 1,
    filter: {},
    sort: [],
    limit: 10,
    from: { kind: 'page', page: 1 },
  });
  hasFields(t, page, { rows: [], total: 0 });
});

promise('writes for an unenrolled device change nothing', async (t, fixture) => {
  const { store } = fixture;
  const { device } = await enroll(fixture, { machineId: 'm', serial: 's' });
  await store.devices.unenroll(1, device.id, 0);
  await store.devices.writeHeartbeats([heartbeat(device.id, { user: 'eve@x' })]);
  t.equal(await store.devices.setStatus(device.id, 'online', 0), false);
  t.equal(await store.devices.disconnected(device.id, { epoch: -1, at: 0, reason: 'stopped' }), false);
  t.equal(await store.devices.update(1, device.id, { name: 'x' }, 0), null);
  await t.rejects(store.devices.nextCommandSequence(device.id), { code: 'not_found' });
  const { device: back } = await enroll(fixture, { machineId: 'm', serial: 's' });
  hasFields(t, back, { user: null, status: 'offline' });
});

promise(
  'an unenrolled device comes back to life under its id, unlocked, with counters that go on',
  async (t, fixture) => {
    const { store, clock } = fixture;
    const { device } = await enroll(fixture, { machineId: 'm', serial: 's' });
    await store.devices.nextCommandSequence(device.id);
    await store.devices.setLock(device.id, { ...device.lock, wanted: true, confirmed: true, sequence: 1 });
    const { targetVersion } = await read(fixture, device.id);
    await store.devices.unenroll(1, device.id, clock.now());
    const ou = await store.ous.ensurePath(1, '/High', clock.now());
    const { device: back, reEnrolled } = await enroll(fixture, {
      machineId: 'm',
      serial: 's',
      ouId: ou.id,
      publicKey: 'new',
    });
    t.equal(reEnrolled, true);
    hasFields(t, back, {
      id: device.id,
      publicKey: 'new',
      ouPath: '/High',
      commandSequence: 1,
      lock: { wanted: false, confirmed: false, sequence: 1 },
    });
    t.ok(back.targetVersion > targetVersion);
    t.same(await read(fixture, device.id), back);
  },
);

promise(
  'command sequence numbers have no hole and no double, also when asked for at once',
  async (t, fixture) => {
    const { store } = fixture;
    const { device } = await enroll(fixture);
    const numbers = await Promise.all(
      Array.from({ length: 10 }, () => store.devices.nextCommandSequence(device.id)),
    );
    t.same(numbers, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    await t.rejects(store.devices.nextCommandSequence(fixture.ids.next('dev')), { code: 'not_found' });
  },
);

promise('a lock comes back whole', async (t, fixture) => {
  const { store, ids } = fixture;
  const { device } = await enroll(fixture);
  const lock: DeviceLock = {
    wanted: true,
    confirmed: false,
    since: 5,
    until: 6,
    message: 'Lost',
    requestedBy: 'key_1',
    commandId: ids.next('cmd'),
    sequence: 7,
    durationMinutes: 8,
    pin: { salt: 's', hash: 'h', cost: 16_384, blockSize: 8, parallelization: 1 },
  };
  await store.devices.setLock(device.id, lock);
  t.same((await read(fixture, device.id)).lock, lock);
});

promise(
  'targetVersion grows with what the device is to know of its lock, and with nothing else',
  async (t, fixture) => {
    const { store, ids } = fixture;
    const { device } = await enroll(fixture);
    const pin = { salt: 's', hash: 'h', cost: 2, blockSize: 8, parallelization: 1 };
    const steps: readonly [Partial<DeviceLock>, number][] = [
      [{ wanted: true }, 1],
      [{ confirmed: true, since: 5, requestedBy: 'key_1' }, 0],
      [{ message: 'Lost' }, 1],
      [{ until: 9 }, 1],
      [{ durationMinutes: 3 }, 1],
      [{ commandId: ids.next('cmd'), sequence: 3 }, 1],
      [{ pin }, 1],
      [{ pin: { ...pin } }, 0],
      [{ pin: { ...pin, salt: 't' } }, 1],
      [{ confirmed: false }, 0],
      [{ wanted: false }, 1],
    ];
    let { lock, targetVersion } = device;
    for (const [change, growth] of steps) {
      lock = { ...lock, ...change };
      await store.devices.setLock(device.id, lock);
      const now = await read(fixture, device.id);
      t.equal(now.targetVersion - targetVersion, growth, JSON.stringify(change));
      targetVersion = now.targetVersion;
    }
    t.equal((await read(fixture, device.id)).version, device.version, 'the ETag is for what people change');
  },
);

promise('counts tell all, those shown online, and those locked', async (t, fixture) => {
  const { store, clock } = fixture;
  const devices = await Promise.all([enroll(fixture), enroll(fixture), enroll(fixture)]);
  const [a, b] = devices.map(({ device }) => device);
  if (a === undefined || b === undefined) throw new Error('no devices');
  await store.devices.setStatus(a.id, 'online', clock.now());
  await store.devices.setLock(a.id, { ...a.lock, wanted: true, confirmed: true });
  await store.devices.setLock(b.id, { ...b.lock, wanted: true });
  t.same(await store.devices.count(1), { total: 3, online: 1, locked: 1 });
  await clock.advance(600_000);
  t.same(await store.devices.count(1), { total: 3, online: 0, locked: 1 });
  t.same(await store.devices.count(2), { total: 0, online: 0, locked: 0 });
});
