import t from 'tap';
import type { Store } from '../../../../store/ports/store.ts';
import { hasFields, hasText } from '../../../support/has-fields.ts';
import { withPorts } from '../../../support/with-ports.ts';
import { startRestServer, strangeId } from '../rest-server.ts';

const KEY = { 'idempotency-key': 'ticket-4711' };

t.test('the same key and body: one effect, the first answer again', async (t) => {
  const { call, store, makeDevice } = await startRestServer(t);
  const { id } = await makeDevice();
  const body = { type: 'message', params: { text: 'Hello' } };
  const first = await call('POST', `/v1/devices/${id}/command`, { body, headers: KEY });
  const replay = await call('POST', `/v1/devices/${id}/command`, {
    body: { params: { text: 'Hello' }, type: 'message' },
    headers: KEY,
  });
  t.equal(first.status, 202);
  t.equal(first.headers.get('idempotent-replayed'), null);
  hasFields(t, replay, { status: 202, body: first.body }, 'also when the members stand in another order');
  t.equal(replay.headers.get('idempotent-replayed'), 'true');
  t.equal(replay.headers.get('location'), first.headers.get('location'));
  t.equal((await store.commands.openOf(id)).length, 1);
});

t.test('another body under the same key is 422; another path or API key is another request', async (t) => {
  const { call, makeDevice, makeKey } = await startRestServer(t);
  const [a, b] = [await makeDevice(), await makeDevice()];
  const send = (id: string, text: string, key?: string) =>
    call('POST', `/v1/devices/${id}/command`, {
      body: { type: 'message', params: { text } },
      headers: KEY,
      ...(key === undefined ? {} : { key }),
    });
  const first = await send(a.id, 'Hello');
  hasFields(t, await send(a.id, 'Bye'), { status: 422, body: { code: 'idempotency_key_reused' } });
  t.not((await send(b.id, 'Hello')).body.id, first.body.id);
  t.not((await send(a.id, 'Hello', (await makeKey()).key)).body.id, first.body.id);
});

t.test('a final refusal of the handler is kept; a validation error is not', async (t) => {
  const { call, makeDevice } = await startRestServer(t);
  const missing = strangeId('dev');
  hasFields(t, await call('POST', `/v1/devices/${missing}/lock`, { headers: KEY }), { status: 404 });
  const replay = await call('POST', `/v1/devices/${missing}/lock`, { headers: KEY });
  hasFields(t, replay, { status: 404, body: { code: 'not_found' } });
  t.equal(replay.headers.get('idempotent-replayed'), 'true');
  hasText(t, replay.headers.get('content-type'), 'application/problem+json');
  const { id } = await makeDevice();
  t.equal(
    (await call('POST', `/v1/devices/${id}/command`, { body: { type: 'dance' }, headers: KEY })).status,
    400,
  );
  t.equal(
    (await call('POST', `/v1/devices/${id}/command`, { body: { type: 'restart' }, headers: KEY })).status,
    202,
  );
});

t.test('of two at once one runs; the other is told to try again', async (t) => {
  const { call, store, makeDevice } = await startRestServer(t);
  const { id } = await makeDevice();
  const send = () => call('POST', `/v1/devices/${id}/command`, { body: { type: 'restart' }, headers: KEY });
  const answers = await Promise.all(Array.from({ length: 8 }, send));
  for (const { status, body, headers } of answers) {
    t.ok(
      status === 202 ||
        (status === 409 && body.code === 'idempotency_in_progress' && headers.get('retry-after') === '1'),
      String(status),
    );
  }
  t.equal((await store.commands.openOf(id)).length, 1);
});

t.test('a failure of ours undoes the effect and leaves the key free for another try', async (t) => {
  let failing = true;
  const breaking = (store: Store): Store => ({
    ...store,
    transaction: (work) =>
      store.transaction(async (tx) => {
        const result = await work(tx);
        if (failing) throw new Error('the disk is full');
        return result;
      }),
  });
  const { call, store, makeDevice } = await startRestServer(t, { store: breaking });
  const { id } = await makeDevice();
  const send = () => call('POST', `/v1/devices/${id}/command`, { body: { type: 'restart' }, headers: KEY });
  t.equal((await send()).status, 500);
  t.equal((await store.commands.openOf(id)).length, 0);
  failing = false;
  t.equal((await send()).status, 202);
});

t.test('an answer with a secret is replayed whole but stored sealed', async (t) => {
  const stored: string[] = [];
  const { call } = await startRestServer(t, {
    store: (store) => ({
      ...store,
      transaction: (work) =>
        store.transaction((tx) =>
          work(
            withPorts(tx, {
              idempotency: {
                ...tx.idempotency,
                finish: (key, response, until) => {
                  stored.push(response.body);
                  return tx.idempotency.finish(key, response, until);
                },
              },
            }),
          ),
        ),
    }),
  });
  for (const [path, body, name] of [
    ['/v1/webhooks', { url: 'https://sis.example/hooks' }, 'secret'],
    ['/v1/enrollment-tokens', { name: 'Cart', ou: '/' }, 'token'],
  ] as const) {
    const first = await call('POST', path, { body, headers: KEY });
    t.equal(first.status, 201, path);
    const replay = await call('POST', path, { body, headers: KEY });
    t.strictSame(replay.body, first.body, path);
    t.equal(stored.length, 1);
    t.notOk(stored.pop()?.includes(first.body[name]), `${path} is sealed`);
  }
});

t.test('a malformed key is refused', async (t) => {
  const { call } = await startRestServer(t);
  for (const key of ['', ' ', 'x'.repeat(256)]) {
    const answer = await call('POST', '/v1/campuses', {
      body: { name: 'x' },
      headers: { 'idempotency-key': key },
    });
    hasFields(
      t,
      answer,
      { status: 400, body: { code: 'validation_failed' } },
      JSON.stringify(key.slice(0, 3)),
    );
  }
});
