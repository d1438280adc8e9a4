import { hasFields } from '../../support/has-fields.ts';
import { enroll, heartbeat, promise, read } from './each-store.ts';

promise('a heartbeat is stored whole', async (t, fixture) => {
  const { store, clock, ids } = fixture;
  const { device } = await enroll(fixture);
  const campusId = ids.next('cam');
  const write = heartbeat(device.id, {
    lastSeenAt: clock.now() + 9,
    user: 'ana@school.local',
    battery: 0,
    campus: 'on-campus',
    campusId,
    osVersion: 'Ubuntu 26.04',
    agentVersion: '1.1.0',
    protection: 'stale',
    protectionSince: 7,
    policyVersion: 12,
    targetConfirmed: 3,
  });
  await store.devices.writeHeartbeats([write]);
  t.same(await read(fixture, device.id), {
    ...device,
    lastSeenAt: clock.now() + 9,
    user: 'ana@school.local',
    battery: 0,
    campus: 'on-campus',
    campusId,
    osVersion: 'Ubuntu 26.04',
    agentVersion: '1.1.0',
    protection: { state: 'stale', since: 7, policyVersion: 12 },
    targetConfirmed: 3,
  });
});

promise('lastSeenAt never goes back, by heartbeat, touch or connection', async (t, fixture) => {
  const { store, clock } = fixture;
  const { device } = await enroll(fixture);
  const lastSeenAt = clock.now() + 1_000;
  await store.devices.touch([{ deviceId: device.id, lastSeenAt }]);
  await store.devices.writeHeartbeats([heartbeat(device.id, { lastSeenAt: lastSeenAt - 1, battery: 50 })]);
  await store.devices.touch([{ deviceId: device.id, lastSeenAt: lastSeenAt - 500 }]);
  await store.devices.connected(device.id, { epoch: 1, at: lastSeenAt - 10 });
  hasFields(
    t,
    await read(fixture, device.id),
    { lastSeenAt, battery: 50 },
    'what the heartbeat tells is taken all the same',
  );
  await store.devices.connected(device.id, { epoch: 2, at: lastSeenAt + 10 });
  hasFields(t, await read(fixture, device.id), { lastSeenAt: lastSeenAt + 10 });
});

promise(
  'of a batch, the newest heartbeat of a device wins, and unknown devices are skipped',
  async (t, fixture) => {
    const { store, clock, ids } = fixture;
    const { device } = await enroll(fixture);
    const { device: other } = await enroll(fixture);
    const at = clock.now() + 100;
    await store.devices.writeHeartbeats([
      heartbeat(device.id, { lastSeenAt: at, battery: 40 }),
      heartbeat(ids.next('dev'), { lastSeenAt: at }),
      heartbeat(device.id, { lastSeenAt: at + 1, battery: 41 }),
      heartbeat(device.id, { lastSeenAt: at - 1, battery: 39 }),
      heartbeat(other.id, { lastSeenAt: at, battery: 1 }),
    ]);
    hasFields(t, await read(fixture, device.id), { battery: 41, lastSeenAt: at + 1 });
    hasFields(t, await read(fixture, other.id), { battery: 1 });
    await store.devices.touch([{ deviceId: ids.next('dev'), lastSeenAt: at }]);
    await store.devices.writeHeartbeats([]);
  },
);

promise('neither heartbeat nor connection moves status, version or updatedAt', async (t, fixture) => {
  const { store, clock } = fixture;
  const { device } = await enroll(fixture);
  await store.devices.connected(device.id, { epoch: 1, at: clock.now() + 5 });
  await store.devices.writeHeartbeats([heartbeat(device.id, { lastSeenAt: clock.now() + 6 })]);
  const { status, version, updatedAt } = device;
  hasFields(t, await read(fixture, device.id), { status, version, updatedAt });
});

promise('a connection replaces the epoch and clears the end of the one before', async (t, fixture) => {
  const { store } = fixture;
  const { device } = await enroll(fixture);
  await store.devices.connected(device.id, { epoch: 1, at: 1 });
  await store.devices.disconnected(device.id, { epoch: 1, at: 2, reason: 'connection_lost' });
  await store.devices.connected(device.id, { epoch: 2, at: 3 });
  hasFields(t, await read(fixture, device.id), {
    connectionEpoch: 2,
    disconnectedAt: null,
    disconnectReason: null,
  });
});

promise('the end of an old connection changes nothing', async (t, fixture) => {
  const { store } = fixture;
  const { device } = await enroll(fixture);
  await store.devices.connected(device.id, { epoch: 2, at: 1 });
  t.equal(await store.devices.disconnected(device.id, { epoch: 1, at: 5, reason: 'connection_lost' }), false);
  hasFields(t, await read(fixture, device.id), { disconnectedAt: null, disconnectReason: null });
  t.equal(
    await store.devices.disconnected(fixture.ids.next('dev'), { epoch: 2, at: 5, reason: 'stopped' }),
    false,
  );
});

promise(
  'the first sign of an end is kept: a good-bye is not overwritten by the closing of its socket',
  async (t, fixture) => {
    const { store } = fixture;
    const { device } = await enroll(fixture);
    await store.devices.connected(device.id, { epoch: 1, at: 1 });
    t.equal(await store.devices.disconnected(device.id, { epoch: 1, at: 5, reason: 'stopped' }), true);
    t.equal(
      await store.devices.disconnected(device.id, { epoch: 1, at: 6, reason: 'connection_lost' }),
      true,
    );
    hasFields(t, await read(fixture, device.id), { disconnectedAt: 5, disconnectReason: 'stopped' });
  },
);

promise('the will of a connection before a new enrollment changes nothing', async (t, fixture) => {
  const { store } = fixture;
  const { device } = await enroll(fixture, { machineId: 'm', serial: 's' });
  await store.devices.connected(device.id, { epoch: 9, at: 1 });
  await enroll(fixture, { machineId: 'm', serial: 's' });
  t.equal(await store.devices.disconnected(device.id, { epoch: 9, at: 5, reason: 'connection_lost' }), false);
  hasFields(t, await read(fixture, device.id), { disconnectedAt: null });
});

promise('setStatus says whether it moved', async (t, fixture) => {
  const { store, ids } = fixture;
  const { device } = await enroll(fixture);
  t.equal(await store.devices.setStatus(device.id, 'offline', 1), false);
  t.equal(await store.devices.setStatus(device.id, 'online', 1), true);
  t.equal(await store.devices.setStatus(device.id, 'online', 2), false);
  t.equal((await read(fixture, device.id)).status, 'online');
  t.equal(await store.devices.setStatus(ids.next('dev'), 'online', 1), false);
});

promise('online gives what presence needs, of the devices whose status is online', async (t, fixture) => {
  const { store, clock } = fixture;
  const { device } = await enroll(fixture);
  await enroll(fixture);
  await store.devices.setStatus(device.id, 'online', 1);
  await store.devices.connected(device.id, { epoch: 1, at: clock.now() });
  await store.devices.disconnected(device.id, { epoch: 1, at: clock.now() + 3, reason: 'stopped' });
  await clock.advance(3_600_000);
  t.same(await store.devices.online(), [
    {
      id: device.id,
      status: 'online',
      lastSeenAt: clock.now() - 3_600_000,
      disconnectedAt: clock.now() - 3_600_000 + 3,
      disconnectReason: 'stopped',
    },
  ]);
});

promise('the face of a device is the same until it tells something else', async (t, fixture) => {
  const { store, clock } = fixture;
  const [one, other] = [(await enroll(fixture)).device, (await enroll(fixture)).device];
  const facesAfter = async (lastSeenAt: number) =>
    await store.devices.faces({
      organisationId: one.organisationId,
      after: { lastSeenAt, id: '' },
      limit: 10,
    });
  const beat = async (at: number, battery: number) => {
    await store.devices.writeHeartbeats([heartbeat(one.id, { lastSeenAt: at, battery })]);
    return (await facesAfter(at - 1)).map(({ id, face }) => ({ id, face }));
  };
  const all = await facesAfter(0);
  t.same(all.map(({ id }) => id).sort(), [one.id, other.id].sort());
  t.same(
    all.map(({ ouPath }) => ouPath),
    [one.ouPath, other.ouPath],
  );
  const [first] = await beat(clock.now() + 1_000, 50);
  t.same(await beat(clock.now() + 2_000, 50), [first]);
  const [changed] = await beat(clock.now() + 3_000, 49);
  t.equal(changed?.id, one.id);
  t.not(changed?.face, first?.face);
  const [page] = await store.devices.faces({
    organisationId: one.organisationId,
    after: { lastSeenAt: 0, id: '' },
    limit: 1,
  });
  t.ok(page !== undefined);
  if (page === undefined) return;
  const rest = await store.devices.faces({ organisationId: one.organisationId, after: page, limit: 10 });
  t.same(
    rest.map(({ id }) => id),
    [one.id, other.id].filter((id) => id !== page.id),
  );
});
