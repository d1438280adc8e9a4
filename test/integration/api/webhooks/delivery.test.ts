import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import t, { type Test } from 'tap';
import { systemClock } from '../../../../kit/clock.ts';
import { type Log, silentLog } from '../../../../kit/log.ts';
import { DEFAULT_ORGANISATION_ID } from '../../../../store/ports/organisations.ts';
import type { Store } from '../../../../store/ports/store.ts';
import { createFakeClock, type FakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { startStopwatch } from '../../../support/stopwatch.ts';
import { until } from '../../../support/until.ts';
import { createDeliveryLab, type DeliveryLab, type Endpoint, ok, startReceiver } from './delivery-lab.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

async function lab(t: Test, log?: Log): Promise<DeliveryLab & { readonly clock: FakeClock }> {
  const clock = createFakeClock();
  return { ...(await createDeliveryLab(t, clock, log)), clock };
}

/** The one delivery of an endpoint, once it has had so many attempts. */
function attempted(lab: DeliveryLab, endpoint: Endpoint, attempts: number) {
  return until(
    async () => (await lab.deliveries(endpoint)).find((each) => each.attempts.length >= attempts),
    { what: `attempt ${attempts} to be written down` },
  );
}

t.test('an event arrives signed, byte for byte as stored, with the endpoint’s own headers', async (t) => {
  const clock = systemClock;
  const lab = await createDeliveryLab(t, clock);
  const receiver = await startReceiver(t, ok);
  const endpoint = await lab.endpoint(receiver.url, {
    headers: { 'x-site': 'high', 'content-type': 'text/evil' },
  });
  await lab.worker().start();
  const [id = ''] = await lab.fire(1, { reason: 'silence', name: 'Ünï' });
  const [request] = await until(() => receiver.requests.length > 0 && receiver.requests, {
    what: 'the request',
  });

  hasFields(
    t,
    new Webhook(endpoint.secret).verify(request?.body ?? '', request?.headers as Record<string, string>),
    { id, event: 'device.offline' },
  );
  t.equal(
    request?.body,
    JSON.stringify(await lab.store.events.get(DEFAULT_ORGANISATION_ID, id as `evt_${string}`)),
  );
  hasFields(t, request?.headers, { 'content-type': 'application/json', 'webhook-id': id, 'x-site': 'high' });
  const delivery = await attempted(lab, endpoint, 1);
  hasFields(t, delivery, {
    status: 'succeeded',
    nextAttemptAt: null,
    attempts: [{ number: 1, responseStatus: 204, error: null }],
  });
  hasFields(t, await lab.webhook(endpoint), { failuresInARow: 0, lastSuccessAt: Number });
});

t.test('the whole schedule runs, then the delivery has failed; the young endpoint stays', async (t) => {
  const here = await lab(t);
  const receiver = await startReceiver(t, (response) => response.writeHead(500).end('broken'));
  const young = await here.endpoint(receiver.url);
  await here.worker({ limits: { pollMs: HOUR_MS } }).start();
  const [id] = await here.fire();
  const seconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
  for (const [at, wanted] of seconds.entries()) {
    const delivery = await attempted(here, young, at + 1);
    t.equal(delivery.status, 'retrying');
    const waitMs = (delivery.nextAttemptAt ?? 0) - here.clock.now();
    t.ok(
      waitMs >= wanted * 800 && waitMs <= wanted * 1_200,
      `attempt ${at + 2} comes after ${wanted} s ± 20 %, namely ${waitMs} ms`,
    );
    await here.clock.advance(waitMs - 1);
    t.equal(receiver.requests.length, at + 1, 'and not before');
    await here.clock.advance(1);
  }
  const delivery = await attempted(here, young, 10);
  hasFields(t, delivery, { status: 'failed', nextAttemptAt: null });
  hasFields(t, delivery.attempts.at(-1), {
    number: 10,
    responseStatus: 500,
    responseBody: 'broken',
    error: null,
  });
  t.same(new Set(receiver.requests.map((request) => request.headers['webhook-id'])), new Set([id]));
  t.equal(
    new Set(receiver.requests.map((request) => request.headers['webhook-timestamp'])).size,
    10,
    'each attempt is signed anew',
  );
  hasFields(t, await here.webhook(young), { enabled: true, disabledReason: null, failuresInARow: 10 });
  await here.clock.advance(2 * DAY_MS);
  t.equal(receiver.requests.length, 10, 'there is no eleventh');
});

t.test('an exhausted schedule disables an endpoint that had no success for 5 days', async (t) => {
  const warnings: string[] = [];
  const here = await lab(t, { ...silentLog, warn: (_fields, message) => warnings.push(message) });
  const receiver = await startReceiver(t, (response) => response.writeHead(500).end());
  const old = await here.endpoint(receiver.url, { createdAt: here.clock.now() - 3 * DAY_MS });
  await here.worker({ limits: { pollMs: HOUR_MS } }).start();
  await here.fire();
  for (let attempt = 1; attempt < 10; attempt++) {
    const { nextAttemptAt } = await attempted(here, old, attempt);
    await here.clock.advance((nextAttemptAt ?? 0) - here.clock.now());
  }
  await attempted(here, old, 10);
  hasFields(t, await here.webhook(old), { enabled: false, disabledReason: 'no_success_for_5_days' });
  t.same(warnings, [
    'a webhook endpoint keeps failing',
    'a webhook endpoint was disabled; it gets no events until it is enabled again',
  ]);
  await here.fire();
  t.equal((await here.deliveries(old)).length, 1, 'nothing is queued for it any more');
});

t.test('410 disables the endpoint at once', async (t) => {
  const here = await lab(t);
  const receiver = await startReceiver(t, (response) => response.writeHead(410).end());
  const endpoint = await here.endpoint(receiver.url);
  await here.worker().start();
  await here.fire();
  hasFields(t, await attempted(here, endpoint, 1), { status: 'failed', nextAttemptAt: null });
  hasFields(t, await here.webhook(endpoint), { enabled: false, disabledReason: 'gone' });
});

t.test('a redirect is a failure and is not followed', async (t) => {
  const here = await lab(t);
  const target = await startReceiver(t, ok);
  const receiver = await startReceiver(t, (response) =>
    response.writeHead(307, { location: target.url }).end(),
  );
  const endpoint = await here.endpoint(receiver.url);
  await here.worker().start();
  await here.fire();
  hasFields(t, await attempted(here, endpoint, 1), {
    status: 'retrying',
    attempts: [{ responseStatus: 307 }],
  });
  t.equal(target.connections(), 0);
});

t.test('429 is obeyed: Retry-After within its limits', async (t) => {
  const here = await lab(t);
  const receiver = await startReceiver(t, (response) =>
    response.writeHead(429, { 'retry-after': '80' }).end(),
  );
  const endpoint = await here.endpoint(receiver.url);
  await here.worker().start();
  await here.fire();
  const delivery = await attempted(here, endpoint, 1);
  t.equal(delivery.nextAttemptAt, here.clock.now() + 80_000);
});

t.test('a receiver that never answers is given up after 15 s and left alone for a minute', async (t) => {
  const here = await lab(t);
  const receiver = await startReceiver(t, () => undefined);
  const endpoint = await here.endpoint(receiver.url);
  await here.worker().start();
  await here.fire();
  await until(() => receiver.requests.length === 1, { what: 'the request' });
  await here.clock.advance(14_999);
  t.same((await here.deliveries(endpoint))[0]?.attempts, []);
  await here.clock.advance(1);
  const delivery = await attempted(here, endpoint, 1);
  hasFields(t, delivery.attempts, [{ durationMs: 15_000, responseStatus: null, error: 'timeout' }]);
  t.ok((delivery.nextAttemptAt ?? 0) >= here.clock.now() + 60_000);
});

t.test('a response that stalls in its body is a time-out', async (t) => {
  const here = await lab(t);
  const receiver = await startReceiver(t, (response) =>
    response.writeHead(200, { 'content-length': '10' }).write('half'),
  );
  const endpoint = await here.endpoint(receiver.url);
  await here.worker().start();
  await here.fire();
  await until(() => receiver.requests.length === 1, { what: 'the request' });
  await here.clock.advance(15_000);
  hasFields(t, await attempted(here, endpoint, 1), {
    status: 'retrying',
    attempts: [{ responseStatus: 200, error: 'timeout' }],
  });
});

t.test('a connection dropped before or within the answer is a failure', async (t) => {
  const here = await lab(t);
  const receiver = await startReceiver(t, (response, _request, number) => {
    if (number === 1) return response.socket?.destroy();
    response.writeHead(200, { 'content-length': '10' }).write('half', () => response.socket?.destroy());
    return undefined;
  });
  const endpoint = await here.endpoint(receiver.url);
  await here.worker().start();
  await here.fire();
  const first = await attempted(here, endpoint, 1);
  hasFields(t, first, { status: 'retrying', attempts: [{ responseStatus: null, error: 'und_err_socket' }] });
  await here.clock.advance((first.nextAttemptAt ?? 0) - here.clock.now());
  const second = await attempted(here, endpoint, 2);
  hasFields(t, second, { status: 'retrying' });
  hasFields(t, second.attempts[1], { responseStatus: 200, error: 'und_err_socket' });
});

t.test('nobody listening is a failure', async (t) => {
  const here = await lab(t);
  const endpoint = await here.endpoint('http://127.0.0.1:1/hook');
  const closed = await here.endpoint('http://127.0.0.1:59999/hook');
  await here.worker().start();
  await here.fire();
  hasFields(t, await attempted(here, endpoint, 1), {
    status: 'retrying',
    attempts: [{ error: 'blocked_address' }],
  });
  hasFields(t, await attempted(here, closed, 1), {
    status: 'retrying',
    attempts: [{ error: 'econnrefused' }],
  });
});

t.test('an endless response costs 16 kB', async (t) => {
  const here = await lab(t);
  let closed = false;
  const receiver = await startReceiver(t, (response) => {
    response.once('close', () => {
      closed = true;
    });
    const pour = (): void => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
      if (!response.destroyed) response.once('drain', pour);
    };
    response.writeHead(200);
    pour();
  });
  const endpoint = await here.endpoint(receiver.url);
  await here.worker().start();
  await here.fire();
  const delivery = await attempted(here, endpoint, 1);
  t.equal(delivery.status, 'succeeded');
  t.equal(delivery.attempts[0]?.responseBody?.length, 16_384);
  await until(() => closed, { what: 'the connection to be closed' });
});

t.test('a slow endpoint delays no other and never has more than four requests', async (t) => {
  const here = await lab(t);
  const slow = await startReceiver(t, () => undefined);
  const fast = await startReceiver(t, ok);
  await here.endpoint(slow.url);
  const quick = await here.endpoint(fast.url);
  const worker = here.worker();
  await worker.start();
  await here.fire(40);
  await until(async () => (await here.deliveries(quick)).every((each) => each.status === 'succeeded'), {
    what: 'the fast endpoint to have all',
  });
  t.equal(fast.requests.length, 40);
  t.equal(slow.requests.length, 4);
  hasFields(t, worker.stats(), { inFlight: 4, succeeded: 40, peakPerWebhook: 4 });
  await here.clock.advance(15_000);
  await until(() => slow.requests.length === 8, { what: 'the next four of the slow endpoint' });
  t.equal(worker.stats().peakPerWebhook, 4);
});

t.test('four in flight to an endpoint, over connections that are reused', async (t) => {
  const here = await lab(t);
  const held: ServerResponse[] = [];
  const receiver = await startReceiver(t, (response) => {
    held.push(response);
    // Answers come in fours, so that three at a time would never be answered.
    if (held.length === 4) for (const each of held.splice(0)) each.writeHead(200).end('ok');
  });
  const endpoint = await here.endpoint(receiver.url);
  await here.fire(100);
  const worker = here.worker();
  await worker.start();
  await until(() => worker.stats().succeeded === 100, { what: 'all to be delivered' });
  t.equal(receiver.peak(), 4);
  t.ok(receiver.connections() <= 20, `${receiver.connections()} connections for 100 requests`);
  t.equal(new Set(receiver.requests.map((each) => each.headers['webhook-id'])).size, 100);
  t.equal(receiver.requests.length, 100, 'each once');
  t.ok((await here.deliveries(endpoint)).every((each) => each.attempts.length === 1));
});

t.test('two endpoints on one host do not share their four', async (t) => {
  const here = await lab(t);
  const receiver = await startReceiver(t, (response, request) => {
    if (request.path === '/fast') ok(response, request, 0);
  });
  await here.endpoint(receiver.url.replace('/hook', '/slow'));
  const fast = await here.endpoint(receiver.url.replace('/hook', '/fast'));
  await here.worker().start();
  await here.fire(10);
  await until(async () => (await here.deliveries(fast)).every((each) => each.status === 'succeeded'), {
    what: 'the fast path to have all',
  });
  t.equal(receiver.requests.filter((each) => each.path === '/slow').length, 4);
});

t.test('what a killed worker had claimed is delivered when the claim ends', async (t) => {
  const here = await lab(t);
  const receiver = await startReceiver(t, ok);
  const endpoint = await here.endpoint(receiver.url);
  await here.fire();
  const now = here.clock.now();
  const claimed = await here.store.deliveries.claim({
    now,
    claimedUntil: now + 30_000,
    limit: 10,
    perWebhook: 4,
    busy: new Map(),
  });
  t.equal(claimed.length, 1, 'another worker claims and dies');
  await here.worker().start();
  await here.clock.advance(29_999);
  t.equal(receiver.requests.length, 0);
  await here.clock.advance(1);
  hasFields(t, await attempted(here, endpoint, 1), { status: 'succeeded' });
});

t.test('a worker killed between request and settlement delivers again, with the same id', async (t) => {
  const here = await lab(t);
  const receiver = await startReceiver(t, (response, request, number) => {
    if (number > 1) ok(response, request, number);
  });
  const endpoint = await here.endpoint(receiver.url);
  const first = here.worker({ limits: { stopMs: 0 } });
  await first.start();
  const [id] = await here.fire();
  await until(() => receiver.requests.length === 1, { what: 'the request' });
  const stopped = first.stop();
  await here.clock.advance(0);
  await stopped;
  t.same((await here.deliveries(endpoint))[0]?.attempts, [], 'nothing was written down');
  await here.worker().start();
  await here.clock.advance(30_000);
  hasFields(t, await attempted(here, endpoint, 1), { status: 'succeeded' });
  t.same(
    receiver.requests.map((each) => each.headers['webhook-id']),
    [id, id],
  );
});

t.test('stop lets a request in flight finish and writes it down', async (t) => {
  const here = await lab(t);
  let finish = (): void => undefined;
  const receiver = await startReceiver(t, (response, request, number) => {
    finish = () => ok(response, request, number);
  });
  const endpoint = await here.endpoint(receiver.url);
  const worker = here.worker();
  await worker.start();
  await here.fire();
  await until(() => receiver.requests.length === 1, { what: 'the request' });
  const stopped = worker.stop();
  await here.fire();
  finish();
  await stopped;
  t.same(
    (await here.deliveries(endpoint)).map((each) => each.status),
    ['succeeded', 'pending'],
    'and begins nothing new',
  );
  await worker.stop();
});

t.test('start and stop may be called twice, and a stopped worker starts again', async (t) => {
  const here = await lab(t);
  const receiver = await startReceiver(t, ok);
  const endpoint = await here.endpoint(receiver.url);
  const worker = here.worker();
  await worker.start();
  await worker.start();
  await worker.stop();
  await worker.stop();
  await here.fire();
  t.equal(receiver.requests.length, 0);
  await worker.start();
  hasFields(t, await attempted(here, endpoint, 1), { status: 'succeeded' });
  t.equal(receiver.requests.length, 1);
});

t.test('a lost wake-up costs a few seconds and no delivery', async (t) => {
  const here = await lab(t);
  const receiver = await startReceiver(t, ok);
  const endpoint = await here.endpoint(receiver.url);
  const deaf: Store = { ...here.store, bus: { publish: () => undefined, subscribe: () => () => undefined } };
  await here.worker({ store: deaf }).start();
  await here.clock.advance(0);
  await here.fire();
  await here.clock.advance(3_000);
  hasFields(t, await attempted(here, endpoint, 1), { status: 'succeeded' });
});

t.test(
  'a store that cannot write for a while gets the attempt later, and the receiver no repeat',
  async (t) => {
    const here = await lab(t);
    const receiver = await startReceiver(t, ok);
    const endpoint = await here.endpoint(receiver.url);
    let full = true;
    let refused = 0;
    const store: Store = {
      ...here.store,
      transaction: (work) => {
        if (!full) return here.store.transaction(work);
        refused += 1;
        return Promise.reject(new Error('database or disk is full'));
      },
    };
    const worker = here.worker({ store });
    await worker.start();
    await here.fire();
    await until(() => refused > 0, { what: 'the first refusal' });
    full = false;
    await here.clock.advance(1_000);
    hasFields(t, await attempted(here, endpoint, 1), { status: 'succeeded' });
    await here.clock.advance(60_000);
    t.equal(receiver.requests.length, 1);
    hasFields(t, worker.stats(), { succeeded: 1, unrecorded: 0 });
  },
);

t.test('a claim that ended unwritten is given up, so that the delivery comes back', async (t) => {
  const here = await lab(t);
  const receiver = await startReceiver(t, ok);
  const endpoint = await here.endpoint(receiver.url);
  let full = true;
  const store: Store = {
    ...here.store,
    transaction: (work) =>
      full ? Promise.reject(new Error('database or disk is full')) : here.store.transaction(work),
  };
  const worker = here.worker({ store });
  await worker.start();
  await here.fire();
  await until(() => receiver.requests.length === 1, { what: 'the request' });
  await until(
    async () => {
      await here.clock.advance(1_000);
      return worker.stats().unrecorded > 0;
    },
    { what: 'the attempt to be given up' },
  );
  full = false;
  await here.clock.advance(30_000);
  hasFields(t, await attempted(here, endpoint, 1), { status: 'succeeded' });
});

t.test('a secret that cannot be opened fails its own endpoint only', async (t) => {
  const here = await lab(t);
  const receiver = await startReceiver(t, ok);
  const broken = await here.unreadableEndpoint(receiver.url.replace('/hook', '/broken'));
  const good = await here.endpoint(receiver.url);
  await here.worker().start();
  await here.fire();
  hasFields(t, await attempted(here, broken, 1), {
    status: 'retrying',
    attempts: [{ responseStatus: null, error: 'secret_unreadable' }],
  });
  hasFields(t, await attempted(here, good, 1), { status: 'succeeded' });
  t.same(
    receiver.requests.map((each) => each.path),
    ['/hook'],
    'nothing leaves unsigned',
  );
});

t.test('a success of another delivery in the meantime saves the endpoint from being disabled', async (t) => {
  const here = await lab(t);
  let failing = true;
  const receiver = await startReceiver(t, (response) => response.writeHead(failing ? 500 : 200).end());
  const endpoint = await here.endpoint(receiver.url, { createdAt: here.clock.now() - 30 * DAY_MS });
  await here.worker({ limits: { pollMs: HOUR_MS } }).start();
  await here.fire();
  for (let attempt = 1; attempt < 10; attempt++) {
    const { nextAttemptAt } = await attempted(here, endpoint, attempt);
    if (attempt === 9) {
      failing = false;
      await here.fire();
      await until(async () => (await here.webhook(endpoint)).lastSuccessAt !== null, { what: 'the success' });
      failing = true;
    }
    await here.clock.advance((nextAttemptAt ?? 0) - here.clock.now());
  }
  hasFields(t, await attempted(here, endpoint, 10), { status: 'failed' });
  hasFields(t, await here.webhook(endpoint), { enabled: true });
});

t.test('the first attempt follows the commit without another call', async (t) => {
  const lab = await createDeliveryLab(t, systemClock);
  const arrived = new Set<string>();
  const receiver = await startReceiver(t, (response, request, number) => {
    arrived.add(String(request.headers['webhook-id']));
    ok(response, request, number);
  });
  await lab.endpoint(receiver.url);
  await lab.worker().start();
  for (let number = 0; number < 40; number++) {
    const [id = ''] = await lab.fire();
    const committed = startStopwatch();
    await until(() => arrived.has(id), { what: 'the event', intervalMs: 1 });
    committed.within(t, 1_000, 'the first attempt');
  }
  t.equal(arrived.size, 40, 'each event came');
});

t.test(
  'in the reserve of the disk webhooks are told all the same, and only what came of it is kept',
  async (t) => {
    const here = await lab(t);
    const receiver = await startReceiver(t, (response) => response.writeHead(200).end('x'.repeat(16_000)));
    const endpoint = await here.endpoint(receiver.url);
    await here.worker({ reserve: { isReached: () => true } }).start();
    await here.fire();
    const { status, attempts } = await attempted(here, endpoint, 1);
    t.equal(status, 'succeeded');
    t.same(
      attempts.map(({ responseStatus }) => responseStatus),
      [200],
    );
    t.same(
      attempts.map(({ responseBody, requestHeaders }) => [responseBody, requestHeaders]),
      [[null, {}]],
    );
  },
);
