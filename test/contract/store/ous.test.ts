import { promise } from './each-store.ts';

promise('a path is made with its missing ancestors, and only once', async (t, { store, clock }) => {
  const grade = await store.ous.ensurePath(1, '/Springfield/High/Grade-9', clock.now());
  const high = await store.ous.byPath(1, '/Springfield/High');
  t.match(grade, {
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
    `/${'x'.repeat(121)}`,
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
