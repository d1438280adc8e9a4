import { hasFields } from '../../support/has-fields.ts';
import { apiKey, enroll, promise, ROOT_OU, read } from './each-store.ts';

promise('a path is made with its missing ancestors, and only once', async (t, { store, clock }) => {
  const grade = await store.ous.ensurePath(1, '/Springfield/High/Grade-9', clock.now());
  const high = await store.ous.byPath(1, '/Springfield/High');
  hasFields(t, grade, {
    name: 'Grade-9',
    path: '/Springfield/High/Grade-9',
    parentId: high?.id,
    createdAt: clock.now(),
  });
  t.same(await store.ous.ensurePath(1, '/Springfield/High/Grade-9', clock.now() + 5), grade);
  await store.ous.ensurePath(1, '/Springfield/Low', clock.now());
  const paths = (await store.ous.list(1)).map(({ path }) => path);
  t.same(paths, ['/', '/Springfield', '/Springfield/High', '/Springfield/High/Grade-9', '/Springfield/Low']);
});

promise('two transactions that make the same path make one unit', async (t, { store, clock }) => {
  const made = await Promise.all(
    Array.from({ length: 8 }, () => store.ous.ensurePath(1, '/A/B', clock.now())),
  );
  t.equal(new Set(made.map(({ id }) => id)).size, 1);
  t.equal((await store.ous.list(1)).length, 3);
});

promise('the root is its own path', async (t, { store, clock }) => {
  t.same(await store.ous.ensurePath(1, '/', clock.now()), await store.ous.byPath(1, '/'));
});

promise('paths are exact and case-sensitive', async (t, { store, clock }) => {
  const ou = await store.ous.ensurePath(1, '/High', clock.now());
  t.equal(await store.ous.byPath(1, '/high'), null);
  t.equal(await store.ous.byPath(1, '/High/'), null);
  t.same(await store.ous.get(1, ou.id), ou);
});

promise('no two units differ in case alone, however they are made', async (t, { store, clock }) => {
  const high = await store.ous.ensurePath(1, '/Springfield/High', clock.now());
  const refused = { code: 'already_exists', extras: { existingId: high.id } };
  await t.rejects(store.ous.ensurePath(1, '/Springfield/HIGH/Grade-9', clock.now()), refused);
  const parentId = high.parentId ?? ROOT_OU;
  await t.rejects(store.ous.create(1, { parentId, name: 'high' }, clock.now()), refused);
  const low = await store.ous.create(1, { parentId, name: 'Low' }, clock.now());
  await t.rejects(store.ous.update(1, low.id, { name: 'hIGH' }, clock.now()), refused);
  hasFields(t, await store.ous.update(1, high.id, { name: 'HIGH' }, clock.now()), {
    path: '/Springfield/HIGH',
  });
  t.same(
    (await store.ous.list(1)).map(({ path }) => path),
    ['/', '/Springfield', '/Springfield/HIGH', '/Springfield/Low'],
  );
});

promise('a malformed path is refused and makes nothing', async (t, { store, clock }) => {
  const malformed = [
    '',
    'A',
    '/A/',
    '//',
    '/A//B',
    '/ A',
    '/A ',
    '/A/..',
    '/.',
    '/A\u0000',
    `/${'x'.repeat(101)}`,
    '/x'.repeat(21),
    `/${'x/'.repeat(600)}y`,
  ];
  for (const path of malformed) {
    await t.rejects(
      store.ous.ensurePath(1, path, clock.now()),
      { code: 'validation_failed' },
      JSON.stringify(path.slice(0, 20)),
    );
  }
  t.equal((await store.ous.list(1)).length, 1);
});

promise('another organisation sees none of it', async (t, { store, clock }) => {
  const ou = await store.ous.ensurePath(1, '/A', clock.now());
  t.equal(await store.ous.get(2, ou.id), null);
  t.equal(await store.ous.byPath(2, '/A'), null);
  t.same(await store.ous.list(2), []);
  await t.rejects(store.ous.ensurePath(2, '/A', clock.now()), { code: 'not_found' });
});

promise('a unit is made below another, and a sibling of its name is told of', async (t, { store, clock }) => {
  const high = await store.ous.ensurePath(1, '/High', clock.now());
  const grade = await store.ous.create(1, { parentId: high.id, name: 'Grade-9' }, clock.now());
  hasFields(t, grade, { path: '/High/Grade-9', parentId: high.id, name: 'Grade-9' });
  t.same(await store.ous.byPath(1, '/High/Grade-9'), grade);
  await t.rejects(store.ous.create(1, { parentId: high.id, name: 'Grade-9' }, clock.now()), {
    code: 'already_exists',
    extras: { existingId: grade.id },
  });
  for (const name of ['', ' ', 'a/b', '.', '..', 'x ', 'x'.repeat(101), 'a\u0007b'])
    await t.rejects(
      store.ous.create(1, { parentId: high.id, name }, clock.now()),
      { code: 'validation_failed' },
      JSON.stringify(name.slice(0, 5)),
    );
  await t.rejects(store.ous.create(2, { parentId: high.id, name: 'X' }, clock.now()), {
    code: 'unprocessable',
  });
});

promise('a move takes all below along, with the keys that are limited to it', async (t, fixture) => {
  const { store, clock } = fixture;
  const high = await store.ous.ensurePath(1, '/Springfield/High', clock.now());
  const grade = await store.ous.ensurePath(1, '/Springfield/High/Grade-9/A', clock.now());
  await store.ous.ensurePath(1, '/Springfield/Highlands', clock.now());
  const north = await store.ous.ensurePath(1, '/North', clock.now());
  const { device } = await enroll(fixture, { ouId: grade.id });
  const inside = await apiKey(fixture, { ouPath: '/Springfield/High/Grade-9' });
  const outside = await apiKey(fixture, { ouPath: '/Springfield/Highlands' });
  const woken: string[] = [];
  store.bus.subscribe(({ kind }) => woken.push(kind));
  const moved = await store.ous.update(1, high.id, { parentId: north.id, name: 'Upper' }, clock.now() + 5);
  hasFields(t, moved, {
    path: '/North/Upper',
    name: 'Upper',
    parentId: north.id,
    updatedAt: clock.now() + 5,
  });
  t.same(
    (await store.ous.list(1)).map(({ path }) => path),
    [
      '/',
      '/North',
      '/North/Upper',
      '/North/Upper/Grade-9',
      '/North/Upper/Grade-9/A',
      '/Springfield',
      '/Springfield/Highlands',
    ],
  );
  t.equal((await read(fixture, device.id)).ouPath, '/North/Upper/Grade-9/A');
  const keys = new Map((await store.apiKeys.details(1)).map(({ id, ouPath }) => [id, ouPath]));
  t.equal(keys.get(inside.id), '/North/Upper/Grade-9');
  t.equal(keys.get(outside.id), '/Springfield/Highlands');
  await clock.advance(0); // The bus tells in a later turn of the event loop.
  t.same(
    woken,
    ['api_keys', 'all_devices'],
    'running servers read their keys again, and devices learn the paths',
  );
});

promise(
  'a unit does not move into itself, out of the root’s place, onto another or too deep',
  async (t, fixture) => {
    const { store, clock } = fixture;
    const now = clock.now();
    const high = await store.ous.ensurePath(1, '/High', now);
    const below = await store.ous.ensurePath(1, '/High/A/B', now);
    const other = await store.ous.ensurePath(1, '/Other', now);
    const refused = { code: 'unprocessable' };
    await t.rejects(store.ous.update(1, high.id, { parentId: high.id }, now), refused);
    await t.rejects(store.ous.update(1, high.id, { parentId: below.id }, now), refused);
    await t.rejects(store.ous.update(1, ROOT_OU, { name: 'X' }, now), refused);
    await t.rejects(store.ous.update(1, ROOT_OU, { parentId: high.id }, now), refused);
    await t.rejects(store.ous.update(1, high.id, { parentId: 'ou_none' }, now), refused);
    await t.rejects(store.ous.update(1, other.id, { name: 'High' }, now), {
      code: 'already_exists',
      extras: { existingId: high.id },
    });
    const deep = await store.ous.ensurePath(1, `/D${'/d'.repeat(17)}`, now);
    await t.rejects(store.ous.update(1, high.id, { parentId: deep.id }, now), refused, '18 + 3 levels');
    await store.ous.update(1, other.id, { parentId: deep.id }, now);
    const long = await store.ous.ensurePath(1, `/${'l'.repeat(99)}`.repeat(9), now);
    await store.ous.update(1, high.id, { name: 'x'.repeat(96) }, now);
    await t.rejects(
      store.ous.update(1, high.id, { parentId: long.id }, now),
      refused,
      'over 1,000 characters',
    );
    hasFields(
      t,
      await store.ous.byPath(1, `/${'x'.repeat(96)}/A/B`),
      { id: below.id },
      'a refusal leaves all in place',
    );
    t.equal(await store.ous.update(1, 'ou_none', { name: 'X' }, now), null);
  },
);

promise('the same name and place change nothing; every change moves the version on', async (t, fixture) => {
  const { store, clock } = fixture;
  const now = clock.now();
  const high = await store.ous.ensurePath(1, '/High', now);
  t.same(await store.ous.update(1, high.id, { name: 'High', parentId: ROOT_OU }, now + 9), high);
  const renamed = await store.ous.update(1, high.id, { name: 'Low' }, now - 9);
  t.ok((renamed?.updatedAt ?? 0) > high.updatedAt, 'also when the clock was set back');
});

promise('counts hold a unit and all below it', async (t, fixture) => {
  const { store, clock, ids } = fixture;
  const high = await store.ous.ensurePath(1, '/High', clock.now());
  const grade = await store.ous.ensurePath(1, '/High/Grade-9', clock.now());
  const low = await store.ous.ensurePath(1, '/Low', clock.now());
  for (const [index, ouId] of [high.id, grade.id, grade.id, low.id].entries())
    await store.users.create({
      id: ids.next('usr'),
      organisationId: 1,
      email: `u${index}@x.example`,
      name: 'U',
      role: 'student',
      ouId,
      externalId: null,
      grade: null,
      status: 'active',
      now: clock.now(),
    });
  await enroll(fixture, { ouId: grade.id });
  const { device } = await enroll(fixture, { ouId: low.id });
  await store.devices.unenroll(1, device.id, clock.now());
  const counts = await store.ous.counts(1, '/');
  t.same(counts.get(ROOT_OU), { userCount: 4, deviceCount: 1 });
  t.same(counts.get(high.id), { userCount: 3, deviceCount: 1 });
  t.same(counts.get(grade.id), { userCount: 2, deviceCount: 1 });
  t.same(counts.get(low.id), { userCount: 1, deviceCount: 0 }, 'an unenrolled device is none');
  t.same([...(await store.ous.counts(1, '/High')).keys()].sort(), [high.id, grade.id].sort());
});

promise('a unit that anything needs stays, and says by what', async (t, fixture) => {
  const { store, clock, ids } = fixture;
  const now = clock.now();
  const unit = await store.ous.ensurePath(1, '/High', now);
  const refuses = (what: string) =>
    t.rejects(store.ous.delete(1, unit.id, now), { code: 'ou_not_empty', detail: `(${what}: 1)` }, what);
  const child = await store.ous.ensurePath(1, '/High/A', now);
  await refuses('units');
  t.equal(await store.ous.delete(1, child.id, now), true);
  const { device } = await enroll(fixture, { ouId: unit.id });
  await refuses('devices');
  await store.devices.unenroll(1, device.id, now);
  const user = await store.users.create({
    id: ids.next('usr'),
    organisationId: 1,
    email: 'u@x.example',
    name: 'U',
    role: 'student',
    ouId: unit.id,
    externalId: null,
    grade: null,
    status: 'active',
    now,
  });
  await refuses('users');
  await store.users.delete(1, user.id);
  const token = {
    id: ids.next('enr'),
    organisationId: 1,
    name: 'T',
    ouId: unit.id,
    reEnroll: false,
    deviceId: null,
    createdAt: now,
  } as const;
  await store.enrollmentTokens.create({ ...token, maxUses: 1, expiresAt: now + 10, secretHash: 's' });
  await refuses('enrollment tokens');
  await store.enrollmentTokens.redeem('s', now);
  const key = await apiKey(fixture, { ouPath: '/High' });
  await refuses('API keys');
  await store.apiKeys.revoke(1, key.id, now);
  t.equal(
    await store.ous.delete(1, unit.id, now),
    true,
    'a spent token and an unenrolled device do not keep it',
  );
  t.equal(await store.ous.get(1, unit.id), null);
  t.equal(await store.enrollmentTokens.get(1, token.id), null);
  t.equal(await store.ous.delete(1, unit.id, now), false);
  await t.rejects(store.ous.delete(1, ROOT_OU, now), { code: 'unprocessable' });
});
