import type { CampusInput } from '../../../store/ports/organisations.ts';
import { hasFields } from '../../support/has-fields.ts';
import { type Fixture, promise } from './each-store.ts';

const HIGH: CampusInput = {
  name: 'High',
  cidrs: ['192.0.2.0/24', '2001:db8::/32'],
  gatewayMacs: ['00:00:5e:00:53:01'],
  bssids: ['00:00:5e:00:53:02'],
  ssids: ['School Wi-Fi'],
  geofence: { lat: 40.4, lon: -3.7, radiusMeters: 250 },
};

const settingsVersion = async ({ store }: Fixture): Promise<number | undefined> =>
  (await store.organisations.get(1))?.settingsVersion;

promise('a campus comes back as it was made', async (t, { store, ids, clock }) => {
  const id = ids.next('cam');
  const made = await store.campuses.create(1, id, HIGH, clock.now());
  t.same(made, { ...HIGH, id, organisationId: 1, createdAt: clock.now(), updatedAt: clock.now() });
  t.same(await store.campuses.get(1, id), made);
  t.same(await store.campuses.list(1), [made]);
});

promise('every change of campuses bumps settingsVersion', async (t, fixture) => {
  const { store, ids, clock } = fixture;
  const id = ids.next('cam');
  await store.campuses.create(1, id, HIGH, clock.now());
  t.equal(await settingsVersion(fixture), 2);
  await store.campuses.update(1, id, { ssids: ['New Wi-Fi'], geofence: null }, clock.now() + 1);
  t.equal(await settingsVersion(fixture), 3);
  hasFields(t, await store.campuses.get(1, id), {
    name: 'High',
    ssids: ['New Wi-Fi'],
    geofence: null,
    updatedAt: clock.now() + 1,
  });
  t.equal(await store.campuses.delete(1, id), true);
  t.equal(await settingsVersion(fixture), 4);
});

promise('a change to the same and a change of nothing bump nothing', async (t, fixture) => {
  const { store, ids, clock } = fixture;
  const id = ids.next('cam');
  const made = await store.campuses.create(1, id, HIGH, clock.now());
  t.same(await store.campuses.update(1, id, { ssids: ['School Wi-Fi'] }, clock.now() + 1), made);
  t.equal(await store.campuses.update(1, 'cam_none', { name: 'X' }, clock.now()), null);
  t.equal(await store.campuses.delete(1, 'cam_none'), false);
  t.equal(await settingsVersion(fixture), 2);
});

promise('a name is taken without regard to case, and the refusal names its holder', async (t, fixture) => {
  const { store, ids, clock } = fixture;
  const high = await store.campuses.create(1, ids.next('cam'), HIGH, clock.now());
  const low = await store.campuses.create(1, ids.next('cam'), { ...HIGH, name: 'Low' }, clock.now());
  const taken = { code: 'already_exists', extras: { existingId: high.id } };
  await t.rejects(store.campuses.create(1, ids.next('cam'), { ...HIGH, name: 'HIGH' }, clock.now()), taken);
  await t.rejects(store.campuses.update(1, low.id, { name: 'high' }, clock.now()), taken);
  hasFields(
    t,
    await store.campuses.update(1, high.id, { name: 'HIGH' }, clock.now()),
    { name: 'HIGH' },
    'its own name is free to it',
  );
  t.equal((await store.campuses.list(1)).length, 2);
});

promise('a campus is created and settingsVersion bumped together or not at all', async (t, fixture) => {
  const { store, ids, clock } = fixture;
  const broken = store.transaction(async (tx) => {
    await tx.campuses.create(1, ids.next('cam'), HIGH, clock.now());
    throw new Error('no');
  });
  await t.rejects(broken, { message: 'no' });
  t.same(await store.campuses.list(1), []);
  t.equal(await settingsVersion(fixture), 1);
});

promise('campuses are listed by name; another organisation has none', async (t, { store, ids, clock }) => {
  for (const name of ['b', 'C', 'a'])
    await store.campuses.create(1, ids.next('cam'), { ...HIGH, name }, clock.now());
  const campuses = await store.campuses.list(1);
  t.same(
    campuses.map(({ name }) => name),
    ['a', 'b', 'C'],
  );
  t.same(await store.campuses.list(2), []);
  t.equal(await store.campuses.get(2, campuses[0]?.id ?? ''), null);
});
