import type { IdempotencyKey, StoredResponse } from '../../../store/ports/api-keys.ts';
import { hasFields } from '../../support/has-fields.ts';
import { apiKey, type Fixture, promise } from './each-store.ts';

const ANSWER: StoredResponse = {
  status: 201,
  headers: { location: '/v1/x' },
  body: '{"id":1}',
  sealed: false,
};

async function keyOf(fixture: Fixture): Promise<IdempotencyKey> {
  return { caller: (await apiKey(fixture)).id, method: 'POST', path: '/v1/webhooks', key: 'abc' };
}

promise(
  'the first request is new, its repeat finds it running, then done with the same answer',
  async (t, fixture) => {
    const { idempotency } = fixture.store;
    const key = await keyOf(fixture);
    const times = { now: 0, until: 60 };
    t.same(await idempotency.begin(key, 'f', times), { kind: 'new' });
    t.same(await idempotency.begin(key, 'f', times), { kind: 'running' });
    await idempotency.finish(key, ANSWER, 1_000);
    t.same(await idempotency.begin(key, 'f', { now: 999, until: 1_060 }), { kind: 'done', response: ANSWER });
  },
);

promise('of many at once, one is new', async (t, fixture) => {
  const key = await keyOf(fixture);
  const states = await Promise.all(
    Array.from({ length: 10 }, () => fixture.store.idempotency.begin(key, 'f', { now: 0, until: 60 })),
  );
  t.same(
    states.map(({ kind }) => kind).sort(),
    ['new', ...Array.from({ length: 9 }, () => 'running')].sort(),
  );
});

promise('the key with another body is another request, running or done', async (t, fixture) => {
  const { idempotency } = fixture.store;
  const key = await keyOf(fixture);
  await idempotency.begin(key, 'f', { now: 0, until: 60 });
  t.same(await idempotency.begin(key, 'g', { now: 1, until: 60 }), { kind: 'other_request' });
  await idempotency.finish(key, ANSWER, 1_000);
  t.same(await idempotency.begin(key, 'g', { now: 1, until: 60 }), { kind: 'other_request' });
});

promise('API key, method, path and key make the mark', async (t, fixture) => {
  const { idempotency } = fixture.store;
  const key = await keyOf(fixture);
  const others = [
    key,
    { ...key, key: 'x' },
    { ...key, path: '/v1/y' },
    { ...key, method: 'PATCH' },
    await keyOf(fixture),
  ];
  for (const other of others)
    t.same(await idempotency.begin(other, 'f', { now: 0, until: 60 }), { kind: 'new' });
});

promise('a running mark ends by itself, so that a crash blocks nobody for long', async (t, fixture) => {
  const { idempotency } = fixture.store;
  const key = await keyOf(fixture);
  await idempotency.begin(key, 'f', { now: 0, until: 60 });
  t.same(await idempotency.begin(key, 'f', { now: 59, until: 120 }), { kind: 'running' });
  t.same(await idempotency.begin(key, 'f', { now: 60, until: 120 }), { kind: 'new' });
  t.same(await idempotency.begin(key, 'f', { now: 61, until: 120 }), { kind: 'running' });
});

promise('an answer is forgotten at its time', async (t, fixture) => {
  const { idempotency } = fixture.store;
  const key = await keyOf(fixture);
  await idempotency.begin(key, 'f', { now: 0, until: 60 });
  await idempotency.finish(key, ANSWER, 1_000);
  t.same(await idempotency.begin(key, 'other', { now: 1_000, until: 1_060 }), { kind: 'new' });
});

promise('an abandoned request may be made again; an answer is not abandoned', async (t, fixture) => {
  const { idempotency } = fixture.store;
  const key = await keyOf(fixture);
  await idempotency.begin(key, 'f', { now: 0, until: 60 });
  await idempotency.abandon(key);
  t.same(await idempotency.begin(key, 'g', { now: 0, until: 60 }), { kind: 'new' });
  await idempotency.finish(key, ANSWER, 1_000);
  await idempotency.abandon(key);
  hasFields(t, await idempotency.begin(key, 'g', { now: 0, until: 60 }), { kind: 'done' });
});

promise('the answer is stored with the effect or not at all', async (t, fixture) => {
  const { store } = fixture;
  const key = await keyOf(fixture);
  await store.idempotency.begin(key, 'f', { now: 0, until: 60 });
  const failing = store.transaction(async (tx) => {
    await tx.idempotency.finish(key, ANSWER, 1_000);
    throw new Error('no');
  });
  await t.rejects(failing);
  t.same(await store.idempotency.begin(key, 'f', { now: 1, until: 60 }), { kind: 'running' });
});

promise('a request that its repeat has overtaken undoes its effect: it happens once', async (t, fixture) => {
  const { store, clock } = fixture;
  const key = await keyOf(fixture);
  const serve = (path: string) =>
    store.transaction(async (tx) => {
      await tx.ous.ensurePath(1, path, clock.now());
      await tx.idempotency.finish(key, { ...ANSWER, body: path }, 1_000);
    });
  await store.idempotency.begin(key, 'f', { now: 0, until: 60 });
  t.same(
    await store.idempotency.begin(key, 'f', { now: 60, until: 120 }),
    { kind: 'new' },
    'the slow one has lost its mark',
  );
  await serve('/Repeat');
  await t.rejects(serve('/Slow'), { code: 'idempotency_in_progress' });
  t.equal(await store.ous.byPath(1, '/Slow'), null);
  hasFields(t, await store.idempotency.begin(key, 'f', { now: 70, until: 120 }), {
    kind: 'done',
    response: { body: '/Repeat' },
  });
});

promise('purge removes what has ended and tells how many', async (t, fixture) => {
  const { idempotency } = fixture.store;
  const key = await keyOf(fixture);
  await idempotency.begin(key, 'f', { now: 0, until: 60 });
  await idempotency.begin({ ...key, key: 'kept' }, 'f', { now: 0, until: 61 });
  t.equal(await idempotency.purge(60, 100), 1);
  t.equal(await idempotency.purge(60, 100), 0);
  await t.rejects(idempotency.finish(key, ANSWER, 1_000), { code: 'idempotency_in_progress' });
  t.same(await idempotency.begin({ ...key, key: 'kept' }, 'f', { now: 60, until: 99 }), { kind: 'running' });
});
