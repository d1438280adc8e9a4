import { SHOWN_ONLINE_MS, statusShown } from '../../../contracts/device/presence.ts';
import type { DeviceFilter, DeviceRecord, DeviceSortField } from '../../../store/ports/devices.ts';
import type { ListPosition, SortKey } from '../../../store/ports/list.ts';
import type { Store } from '../../../store/ports/store.ts';
import { toDevice } from '../../../store/views/device.ts';
import { hasFields } from '../../support/has-fields.ts';
import { fc } from '../../support/property.ts';
import { enroll, type Fixture, heartbeat, promise } from './each-store.ts';

const FIELDS = ['name', 'lastSeen', 'battery', 'status', 'protection', 'lock', 'user', 'ou'] as const;

const BY_NAME: readonly SortKey<DeviceSortField>[] = [{ field: 'name', descending: false }];

async function names(store: Store, filter: DeviceFilter, sort = BY_NAME): Promise<readonly string[]> {
  const page = await store.devices.list({
    organisationId: 1,
    filter,
    sort,
    limit: 100,
    from: { kind: 'page', page: 1 },
  });
  return page.rows.map(({ name }) => name);
}

/** Four devices that differ in all that can be filtered. */
async function school(fixture: Fixture): Promise<void> {
  const { store, clock } = fixture;
  const high = await store.ous.ensurePath(1, '/High', clock.now());
  const grade = await store.ous.ensurePath(1, '/High/Grade-9', clock.now());
  const highland = await store.ous.ensurePath(1, '/Highland', clock.now());
  const one = (await enroll(fixture, { hostname: 'one', ouId: high.id, serial: 'ABC-1' })).device;
  const two = (await enroll(fixture, { hostname: 'Two', ouId: grade.id, serial: null, platform: 'macos' }))
    .device;
  const three = (await enroll(fixture, { hostname: 'thrée', ouId: highland.id, platform: 'windows' })).device;
  await enroll(fixture, { hostname: 'four' });
  const lastSeenAt = clock.now();
  await store.devices.writeHeartbeats([
    heartbeat(one.id, {
      lastSeenAt: lastSeenAt + 4,
      user: 'Ana@school.local',
      battery: 10,
      campus: 'on-campus',
      policyVersion: 42,
      agentVersion: '1.1.0',
      osVersion: '11 24H2',
    }),
    heartbeat(two.id, {
      lastSeenAt: lastSeenAt + 3,
      user: 'ben@school.local',
      battery: 90,
      campus: 'off-campus',
      protection: 'stale',
      policyVersion: 41,
    }),
    heartbeat(three.id, { lastSeenAt: lastSeenAt + 2, battery: 50, policyVersion: 40 }),
  ]);
  await store.devices.setProtectionReason(two.id, { state: 'stale', reason: 'an older policy is enforced' });
  await store.devices.setProtectionReason(three.id, {
    state: 'stale',
    reason: 'an older policy is enforced',
  });
  await store.devices.setStatus(one.id, 'online', 0);
  await store.devices.setStatus(two.id, 'online', 0);
  await store.devices.update(1, one.id, { tags: ['cart', 'loan'], assetTag: 'A_1%' }, clock.now());
  await store.devices.update(1, two.id, { tags: ['loan'] }, clock.now());
  await store.devices.setLock(one.id, { ...one.lock, wanted: true, confirmed: true });
  await store.devices.setLock(two.id, { ...two.lock, wanted: true });
  await store.devices.setLock(three.id, { ...three.lock, confirmed: true });
}

const FILTERS: readonly [DeviceFilter, readonly string[]][] = [
  [{}, ['four', 'one', 'thrée', 'Two']],
  [{ status: ['online'] }, ['one', 'Two']],
  [{ status: ['offline'] }, ['four', 'thrée']],
  [{ status: ['offline', 'online'] }, ['four', 'one', 'thrée', 'Two']],
  [{ status: [] }, []],
  [{ campus: ['on-campus'] }, ['one']],
  [{ campus: ['on-campus', 'off-campus'] }, ['one', 'Two']],
  [{ user: ['ana@SCHOOL.local'] }, ['one']],
  [{ user: ['ana@school.local', 'ben@school.local', 'nobody'] }, ['one', 'Two']],
  [{ ouPaths: ['/High'] }, ['one', 'Two']],
  [{ ouPaths: ['/High/Grade-9', '/Highland'] }, ['thrée', 'Two']],
  [{ ouPaths: ['/'] }, ['four', 'one', 'thrée', 'Two']],
  [{ ouPaths: ['/Hig'] }, []],
  [{ ouPaths: [] }, []],
  [{ ouPaths: ['/High/Grade-9', '/Highland'], withinOuPath: '/High' }, ['Two']],
  [{ withinOuPath: '/Highland' }, ['thrée']],
  [{ platform: ['macos', 'windows'] }, ['thrée', 'Two']],
  [{ protection: ['stale'] }, ['Two']],
  [{ protection: ['unknown'] }, ['four']],
  [{ lock: ['locked'] }, ['one']],
  [{ lock: ['locking'] }, ['Two']],
  [{ lock: ['unlocking'] }, ['thrée']],
  [{ lock: ['unlocked'] }, ['four']],
  [{ lock: ['locked', 'unlocked'] }, ['four', 'one']],
  [{ tag: ['loan'] }, ['one', 'Two']],
  [{ tag: ['cart', 'nothing'] }, ['one']],
  [{ tag: ['LOAN'] }, []],
  [{ q: 'TWO' }, ['Two']],
  [{ q: 'THRÉE' }, ['thrée']],
  [{ q: 'abc-1' }, ['one']],
  [{ q: 'BEN@' }, ['Two']],
  [{ q: 'a_1%' }, ['one']],
  [{ q: 'x_1%' }, []],
  [{ q: '%' }, ['one']],
  [{ minBattery: 50 }, ['thrée', 'Two']],
  [{ maxBattery: 50 }, ['one', 'thrée']],
  [{ minBattery: 11, maxBattery: 89 }, ['thrée']],
  [{ status: ['online'], tag: ['loan'], maxBattery: 20, q: 'o' }, ['one']],
  [{ policyVersion: [42] }, ['one']],
  [{ policyVersion: [40, 41] }, ['thrée', 'Two']],
  [{ minPolicyVersion: 41 }, ['one', 'Two']],
  [{ maxPolicyVersion: 41 }, ['thrée', 'Two']],
  [{ minPolicyVersion: 41, maxPolicyVersion: 41 }, ['Two']],
  [{ protectionReason: ['an older policy is enforced'] }, ['Two']],
  [{ protectionReason: ['an older policy'] }, []],
  [{ agentVersion: ['1.1.0', '9'] }, ['one']],
  [{ os: ['11'] }, ['one']],
  [{ os: ['UBUNTU 24', '11 2'] }, ['four', 'one', 'thrée', 'Two']],
  [{ os: ['24'] }, []],
  [{ os: ['%', '_'] }, []],
  [{ lastSeenBefore: 0 }, []],
];

promise('each filter selects what it says, and filters are joined by “and”', async (t, fixture) => {
  await school(fixture);
  for (const [filter, expected] of FILTERS)
    t.same(await names(fixture.store, filter), expected, JSON.stringify(filter));
});

promise('each field sorts both ways; null comes first when ascending', async (t, fixture) => {
  await school(fixture);
  const sorted = (field: DeviceSortField, descending: boolean) =>
    names(fixture.store, {}, [{ field, descending }]);
  t.same(await sorted('name', false), ['four', 'one', 'thrée', 'Two']);
  t.same(await sorted('lastSeen', false), ['four', 'thrée', 'Two', 'one']);
  t.same(await sorted('battery', false), ['four', 'one', 'thrée', 'Two']);
  t.same(
    await sorted('status', false),
    ['thrée', 'four', 'one', 'Two'],
    'then by id: the order of enrollment',
  );
  t.same(await sorted('protection', false), ['one', 'thrée', 'Two', 'four'], 'enforcing, stale, unknown');
  t.same(
    await sorted('lock', false),
    ['four', 'thrée', 'Two', 'one'],
    'unlocked, unlocking, locking, locked',
  );
  t.same(await sorted('user', false), ['thrée', 'four', 'one', 'Two']);
  t.same(await sorted('ou', false), ['four', 'one', 'Two', 'thrée'], 'by path');
  for (const field of FIELDS) {
    t.same(await sorted(field, true), [...(await sorted(field, false))].reverse(), `-${field}`);
  }
  t.same(
    await names(fixture.store, {}, [
      { field: 'status', descending: true },
      { field: 'name', descending: false },
    ]),
    ['one', 'Two', 'four', 'thrée'],
  );
  const byProtection = [
    { field: 'protection', descending: false },
    { field: 'ou', descending: true },
  ] as const;
  t.same(await names(fixture.store, {}, byProtection), ['thrée', 'one', 'Two', 'four']);
  t.same(await names(fixture.store, {}, []), ['one', 'Two', 'thrée', 'four']);
});

promise('names sort by code point, without regard to case or composition', async (t, fixture) => {
  for (const hostname of ['\u{1F4BB}', '\uE000', 'é2', 'e\u03011', 'É3', 'b', 'A'])
    await enroll(fixture, { hostname });
  t.same(await names(fixture.store, {}), ['A', 'b', 'e\u03011', 'é2', 'É3', '\uE000', '\u{1F4BB}']);
});

promise('the status filter agrees with the status that is shown, at every moment', async (t, fixture) => {
  const { store, clock } = fixture;
  await school(fixture);
  for (const step of [0, SHOWN_ONLINE_MS - 1, 4, 1, 1, 1, 60_000]) {
    clock.jump(step);
    const all = await store.devices.list({
      organisationId: 1,
      filter: {},
      sort: BY_NAME,
      limit: 100,
      from: { kind: 'page', page: 1 },
    });
    for (const status of ['online', 'offline'] as const) {
      const shown = all.rows.filter((device) => toDevice(device, clock.now()).status === status);
      t.same(
        await names(store, { status: [status] }),
        shown.map(({ name }) => name),
        `${status} after ${step} ms more`,
      );
      t.ok(shown.every((device) => statusShown(device, clock.now()) === status));
    }
  }
  t.same(await names(store, { status: ['online'] }), [], 'in the end nobody is heard any more');
});

promise('a page past the end is empty and has the true total', async (t, fixture) => {
  await school(fixture);
  const page = await fixture.store.devices.list({
    organisationId: 1,
    filter: {},
    sort: BY_NAME,
    limit: 3,
    from: { kind: 'page', page: 9 },
  });
  hasFields(t, page, { rows: [], total: 4, totalIsEstimate: false, hasMore: false, last: null });
});

promise('hasMore tells the truth on the last full page', async (t, fixture) => {
  await school(fixture);
  const page = (number: number) =>
    fixture.store.devices.list({
      organisationId: 1,
      filter: {},
      sort: BY_NAME,
      limit: 2,
      from: { kind: 'page', page: number },
    });
  t.equal((await page(1)).hasMore, true);
  t.equal((await page(2)).hasMore, false);
});

promise(
  'a cursor shows every device that was there throughout, once, though others come and go',
  async (t, fixture) => {
    const { store } = fixture;
    for (const name of ['b', 'd', 'f', 'h']) await enroll(fixture, { hostname: name });
    const first = await store.devices.list({
      organisationId: 1,
      filter: {},
      sort: BY_NAME,
      limit: 2,
      from: { kind: 'page', page: 1 },
    });
    await enroll(fixture, { hostname: 'a' });
    await enroll(fixture, { hostname: 'e' });
    const last = first.rows.at(-1);
    if (last === undefined || first.last === null) throw new Error('an empty page');
    await store.devices.unenroll(1, last.id, 0);
    const rest = await store.devices.list({
      organisationId: 1,
      filter: {},
      sort: BY_NAME,
      limit: 10,
      from: { kind: 'after', position: first.last },
    });
    t.same(
      [...first.rows, ...rest.rows].map(({ name }) => name),
      ['b', 'd', 'e', 'f', 'h'],
    );
  },
);

const KEY = fc.record({
  field: fc.constantFrom<DeviceSortField>(...FIELDS),
  descending: fc.boolean(),
});
const QUESTION = fc.record({
  sort: fc.uniqueArray(KEY, { maxLength: 3, selector: ({ field }) => field }),
  limit: fc.integer({ min: 1, max: 7 }),
  filter: fc.constantFrom<DeviceFilter>(
    {},
    { minBattery: 1 },
    { status: ['online'] },
    { q: 'a' },
    { ouPaths: ['/B'] },
    { maxPolicyVersion: 1 },
  ),
});

promise('pages and cursors tell the same whole list, in the same order, for any sort', async (t, fixture) => {
  const { store, clock } = fixture;
  const [devices] = fc.sample(
    fc.array(
      fc.record({
        // Few values, so that many are equal; names that sort apart in UTF-16 and in bytes.
        hostname: fc.constantFrom('a', 'A', 'b', 'é', 'z', '\u{1F4BB}', '\uE000'),
        battery: fc.constantFrom(null, 0, 1, 50),
        lastSeenAt: fc.integer({ min: 1, max: 3 }),
        online: fc.boolean(),
        ou: fc.constantFrom('/', '/A', '/B', '/B/C'),
        user: fc.constantFrom(null, 'ana@school.local', 'Ben@school.local'),
        protection: fc.constantFrom('enforcing' as const, 'stale' as const, 'unprotected' as const),
        wanted: fc.boolean(),
        policyVersion: fc.integer({ min: 0, max: 2 }),
      }),
      { minLength: 40, maxLength: 40 },
    ),
    { numRuns: 1, seed: 7 },
  );
  for (const { hostname, lastSeenAt, online, ou, wanted, ...reported } of devices ?? []) {
    const unit = await store.ous.ensurePath(1, ou, clock.now());
    const { device } = await enroll(fixture, { hostname, ouId: unit.id });
    await store.devices.writeHeartbeats([
      heartbeat(device.id, { lastSeenAt: clock.now() + lastSeenAt, ...reported }),
    ]);
    if (wanted) await store.devices.setLock(device.id, { ...device.lock, wanted });
    if (online) await store.devices.setStatus(device.id, 'online', 0);
  }

  const property = fc.asyncProperty(QUESTION, async (question) => {
    const ask = (
      from: { kind: 'page'; page: number } | { kind: 'after'; position: ListPosition },
      limit = question.limit,
    ) => store.devices.list({ organisationId: 1, filter: question.filter, sort: question.sort, limit, from });
    const whole = await ask({ kind: 'page', page: 1 }, 1_000);
    t.equal(whole.total, whole.rows.length);

    const paged: DeviceRecord[] = [];
    const followed: DeviceRecord[] = [];
    for (let page = 1, more = true; more; page++) {
      const part = await ask({ kind: 'page', page });
      paged.push(...part.rows);
      more = part.hasMore;
    }
    let part = await ask({ kind: 'page', page: 1 });
    followed.push(...part.rows);
    while (part.hasMore && part.last !== null) {
      part = await ask({ kind: 'after', position: part.last });
      followed.push(...part.rows);
      t.equal(part.total, whole.total, 'the total is that of all pages');
    }
    const ids = (rows: readonly DeviceRecord[]): readonly string[] => rows.map(({ id }) => id);
    t.same(ids(paged), ids(whole.rows), 'by page');
    t.same(ids(followed), ids(whole.rows), 'by cursor');
  });
  await fc.assert(property, { numRuns: 60 });
});
