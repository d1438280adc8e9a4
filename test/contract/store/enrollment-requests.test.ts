import { enroll, promise } from './each-store.ts';

promise('a request shows the device as it is now, and is decided once', async (t, fixture) => {
  const { store, clock, ids } = fixture;
  const { device } = await enroll(fixture, { hostname: 'cart-07' });
  const created = await store.enrollmentRequests.create({
    id: ids.next('erq'),
    organisationId: 1,
    deviceId: device.id,
    tokenId: ids.next('enr'),
    publicKey: 'new',
    hostname: 'fresh',
    address: '10.0.0.9',
    createdAt: 4,
    expiresAt: 9,
  });
  t.equal(created.deviceName, 'cart-07');
  t.equal(created.status, 'waiting');
  const unit = await store.ous.ensurePath(1, '/High', clock.now());
  await store.devices.update(1, device.id, { name: 'Ana', ouId: unit.id }, clock.now());
  const seen = { ...created, deviceName: 'Ana', ouPath: '/High' };
  t.same(await store.enrollmentRequests.get(1, created.id), seen);
  t.same(await store.enrollmentRequests.of(created), seen);
  t.equal(await store.enrollmentRequests.of({ ...created, publicKey: 'other' }), null);
  t.same(await store.enrollmentRequests.list(1), [seen]);
  t.same(await store.enrollmentRequests.list(2), []);
  t.same(await store.enrollmentRequests.ofDevice(device.id), [seen]);
  const decision = { status: 'approved', by: 'acc_1', at: 5 } as const;
  t.equal(await store.enrollmentRequests.decide(created.id, decision), true);
  t.equal(await store.enrollmentRequests.decide(created.id, { ...decision, status: 'refused' }), false);
  t.same(await store.enrollmentRequests.get(1, created.id), {
    ...seen,
    status: 'approved',
    decidedAt: 5,
    decidedBy: 'acc_1',
  });
});

promise(
  'what has expired is found, also of a device that was let go, and can be deleted',
  async (t, fixture) => {
    const { store, clock, ids } = fixture;
    const { device } = await enroll(fixture);
    const request = {
      id: ids.next('erq'),
      organisationId: 1,
      deviceId: device.id,
      tokenId: ids.next('enr'),
      publicKey: 'new',
      hostname: 'fresh',
      address: '10.0.0.9',
      createdAt: 4,
      expiresAt: 9,
    };
    await store.enrollmentRequests.create(request);
    await store.devices.unenroll(1, device.id, clock.now());
    t.same(await store.enrollmentRequests.list(1), []);
    t.same(await store.enrollmentRequests.expired(8, 10), []);
    t.same(await store.enrollmentRequests.expired(9, 10), [
      { id: request.id, organisationId: 1, deviceId: device.id },
    ]);
    await store.enrollmentRequests.delete(request.id);
    t.same(await store.enrollmentRequests.expired(9, 10), []);
  },
);
