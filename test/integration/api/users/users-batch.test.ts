import t from 'tap';
import type { Store } from '../../../../store/ports/store.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { withPorts } from '../../../support/with-ports.ts';
import { startRestServer } from '../rest-server.ts';

const person = (number: number) => ({
  email: `u${number}@x.example`,
  name: `User ${number}`,
  role: 'student',
  externalId: `S-${number}`,
});
const people = (count: number) => Array.from({ length: count }, (_, number) => person(number));

/** What the audit tells of batches. */
const batches = async ({ audit }: Pick<Store, 'audit'>) =>
  (await audit.after(1, 0, 10)).filter(({ action }) => action === 'user.batch');

t.test('each row is judged by itself, and told of in its place', async (t) => {
  const { call, store } = await startRestServer(t);
  await call('POST', '/v1/users', { body: person(1) });
  const { status, body } = await call('POST', '/v1/users/batch', {
    body: {
      users: [
        person(0),
        person(1),
        { ...person(2), email: 'nobody', role: 'wizard' },
        { ...person(3), ou: '/Nowhere' },
        { ...person(4), colour: 'red' },
        person(0),
        person(5),
      ],
    },
  });
  t.equal(status, 207);
  t.strictSame(
    body.results.map((one: { index: number; status: number }) => [one.index, one.status]),
    [
      [0, 201],
      [1, 409],
      [2, 400],
      [3, 422],
      [4, 400],
      [5, 409],
      [6, 201],
    ],
  );
  t.match(body.results[0].id, /^usr_/);
  t.equal(body.results[5].problem.existingId, body.results[0].id, 'a row sees those before it');
  t.strictSame(body.results[2].problem.errors.map(({ pointer }: { pointer: string }) => pointer).sort(), [
    '#/email',
    '#/role',
  ]);
  hasFields(t, body.results[4].problem, { code: 'validation_failed', errors: [{ pointer: '#/colour' }] });
  t.notOk('id' in body.results[1]);
  t.equal((await call('GET', '/v1/users')).body.total, 3);
  const entry = (await batches(store)).at(-1);
  hasFields(t, entry, {
    action: 'user.batch',
    changes: { after: { counts: { created: 2, updated: 0, unchanged: 0, refused: 5 } } },
  });
});

t.test('an upsert of a whole roster a second time writes nothing', async (t) => {
  const clock = createFakeClock();
  const { call, store } = await startRestServer(t, { clock });
  const statuses = async (users: object[], query = '?upsert=true', more = {}) => {
    const { body } = await call('POST', `/v1/users/batch${query}`, { body: { users, ...more } });
    return new Set(body.results.map((one: { status: number }) => one.status));
  };
  t.strictSame([...(await statuses(people(60)))], [201]);
  const before = (await call('GET', '/v1/users?limit=200&sort=email')).body.data;
  t.equal(before.length, 60);
  clock.jump(60_000);
  t.strictSame(
    [...(await statuses(people(60), '', { upsert: true }))],
    [200],
    'also as a member of the body',
  );
  t.strictSame((await call('GET', '/v1/users?limit=200&sort=email')).body.data, before);
  t.equal((await batches(store)).length, 1, 'nor is it an entry of the audit');
  await statuses([...people(59), { ...person(59), name: 'Changed' }]);
  const after = (await call('GET', '/v1/users?limit=200&sort=-updatedAt')).body.data;
  t.equal(after[0].name, 'Changed');
  t.not(after[0].updatedAt, after[1].updatedAt);
});

t.test('an atomic batch is all or none, and names every row that is wrong', async (t) => {
  const { call, store } = await startRestServer(t);
  const bad = [{ ...person(3), email: 'x' }, { ...person(4), ou: '/Nowhere' }, person(0)];
  const refused = await call('POST', '/v1/users/batch', {
    body: { users: [...people(3), ...bad], atomic: true },
  });
  hasFields(t, refused, { status: 422, body: { code: 'unprocessable' } });
  t.strictSame(
    refused.body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
    [
      ['#/users/3/email', 'minLength'],
      ['#/users/4/ou', 'unknown_ou'],
      ['#/users/5', 'already_exists'],
    ],
  );
  t.equal((await call('GET', '/v1/users')).body.total, 0);
  t.strictSame(await batches(store), []);
  const taken = await call('POST', '/v1/users/batch', { body: { users: people(3), atomic: true } });
  t.equal(taken.status, 200);
  t.strictSame(
    taken.body.results.map((one: { status: number }) => one.status),
    [201, 201, 201],
  );
});

t.test('a batch has 1 to 500 rows, and nothing that is not known', async (t) => {
  const { call } = await startRestServer(t);
  for (const body of [
    { users: [] },
    { users: people(501) },
    { users: [1] },
    { users: people(1), force: true },
    {},
  ])
    hasFields(t, await call('POST', '/v1/users/batch', { body }), {
      status: 400,
      body: { code: 'validation_failed' },
    });
  const full = await call('POST', '/v1/users/batch', { body: { users: people(500) } });
  t.equal(full.status, 207);
  t.equal(full.body.results.length, 500);
  t.equal(full.body.results.filter((one: { status: number }) => one.status === 201).length, 500);
});

t.test('it counts as one request for each 50 rows begun, and a refused one as none', async (t) => {
  const clock = createFakeClock();
  const { call, makeKey } = await startRestServer(t, { clock });
  const { key } = await makeKey({ rateLimitOverride: 100 });
  const remaining = (answer: Awaited<ReturnType<typeof call>>) =>
    Number(answer.headers.get('x-ratelimit-remaining'));
  const put = (count: number) =>
    call('POST', '/v1/users/batch?upsert=true', { key, body: { users: people(count) } });
  t.equal(remaining(await put(50)), 99);
  t.equal(remaining(await put(51)), 97);
  t.equal(remaining(await put(500)), 87);
  for (let count = 0; count < 8; count++) await put(500);
  const last = await call('GET', '/v1/users', { key });
  t.equal(remaining(last), 6);
  const refused = await call('POST', '/v1/users/batch', {
    key,
    body: { users: people(500).map((row) => ({ ...row, email: `new-${row.email}`, externalId: null })) },
    headers: { 'idempotency-key': 'again' },
  });
  hasFields(t, refused, { status: 429, body: { code: 'rate_limited', 'violated-policies': ['default'] } });
  t.ok(Number(refused.headers.get('retry-after')) >= 1);
  t.equal(remaining(refused), 6, 'it costs nothing');
  t.equal((await call('GET', '/v1/users', { key })).body.total, 500, 'and has no effect');
  t.equal(remaining(await put(250)), 0, 'what is left can be used to the end');
  t.equal((await put(1)).status, 429);
  await clock.advance(61_000);
  t.equal(remaining(await put(500)), 90);
});

t.test('a failure of ours in the middle leaves no row', async (t) => {
  const breaking = (store: Store): Store => ({
    ...store,
    transaction: (work) =>
      store.transaction((tx) =>
        work(
          withPorts(tx, {
            users: {
              ...tx.users,
              create: (user) =>
                user.email === 'u7@x.example'
                  ? Promise.reject(new Error('the disk is full'))
                  : tx.users.create(user),
            },
          }),
        ),
      ),
  });
  const { call } = await startRestServer(t, { store: breaking });
  t.equal((await call('POST', '/v1/users/batch', { body: { users: people(20) } })).status, 500);
  t.equal((await call('GET', '/v1/users')).body.total, 0);
});

t.test('a key of one unit writes only there, row by row', async (t) => {
  const { call, store, makeKey } = await startRestServer(t);
  await store.ous.ensurePath(1, '/High', Date.now());
  await store.ous.ensurePath(1, '/Low', Date.now());
  await call('POST', '/v1/users', { body: { ...person(9), ou: '/Low' } });
  const { key } = await makeKey({ ouPath: '/High' });
  const { body } = await call('POST', '/v1/users/batch?upsert=true', {
    key,
    body: { users: [person(0), { ...person(1), ou: '/Low' }, person(9)] },
  });
  t.strictSame(
    body.results.map((one: { status: number }) => one.status),
    [201, 403, 409],
  );
  t.notOk('existingId' in body.results[2].problem);
});

t.test(
  'an atomic upsert swaps addresses, also round a ring and with a newcomer, and tells of them as they were',
  async (t) => {
    const { call, store } = await startRestServer(t);
    const put = (users: readonly object[], atomic: boolean) =>
      call('POST', '/v1/users/batch?upsert=true', { body: { users, atomic } });
    await put([person(1), person(2), person(3)], true);
    const as = (number: number, email: string) => ({ ...person(number), email });
    const swapped = await put(
      [
        as(1, 'U2@x.example'),
        as(2, 'u3@x.example'),
        as(3, 'left@x.example'),
        { ...person(4), email: 'u1@x.example' },
      ],
      true,
    );
    t.equal(swapped.status, 200, JSON.stringify(swapped.body));
    const emails = async (): Promise<Record<string, string>> =>
      Object.fromEntries(
        (await call('GET', '/v1/users?sort=email')).body.data.map(
          (user: { externalId: string; email: string }) => [user.externalId, user.email],
        ),
      );
    const after = {
      'S-1': 'U2@x.example',
      'S-2': 'u3@x.example',
      'S-3': 'left@x.example',
      'S-4': 'u1@x.example',
    };
    t.same(await emails(), after);
    const notes = (await store.audit.after(1, 0, 100)).map(({ changes }) => JSON.stringify(changes));
    t.notOk(notes.some((changes) => changes.includes('moving.invalid')));

    const failed = await put(
      [as(1, 'u3@x.example'), as(2, 'u2@x.example'), { ...person(9), role: 'wizard' }],
      true,
    );
    t.equal(failed.status, 422);
    t.same(await emails(), after, 'a batch that fails changes nothing');
    const apart = await put([as(1, 'u3@x.example'), as(2, 'u2@x.example')], false);
    t.same(
      apart.body.results.map(({ status }: { status: number }) => status),
      [409, 409],
      'rows that stand alone are judged in their order',
    );
    t.same(await emails(), after);
  },
);

t.test('each row says what it did and whose it was, also where it was refused', async (t) => {
  const { call } = await startRestServer(t);
  const row = (externalId: string, name: string) => ({
    email: `${externalId}@x.example`,
    name,
    role: 'student',
    externalId,
  });
  const send = async (...users: readonly object[]) =>
    (await call('POST', '/v1/users/batch?upsert=true', { body: { users } })).body.results.map(
      ({ status, outcome, externalId }: Record<string, unknown>) => [status, outcome, externalId],
    );
  await send(row('s1', 'Ana'), row('s2', 'Bob'));
  t.strictSame(
    await send(
      row('s1', 'Ana'),
      row('s2', 'Rob'),
      row('s3', 'Cy'),
      { ...row('s4', 'Dan'), role: 'king' },
      {},
    ),
    [
      [200, 'unchanged', 's1'],
      [200, 'changed', 's2'],
      [201, 'created', 's3'],
      [400, undefined, 's4'],
      [400, undefined, null],
    ],
  );
});
