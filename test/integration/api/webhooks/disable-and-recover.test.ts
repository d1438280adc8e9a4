import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import type { EventBody } from '../../../../contracts/events/catalogue.ts';
import { createFakeClock, type FakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { until } from '../../../support/until.ts';
import { selfSigned } from './certificates.ts';
import {
  createDeliveryLab,
  type DeliveryLab,
  type Endpoint,
  ok,
  type Receiver,
  startReceiver,
} from './delivery-lab.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

async function lab(t: Test): Promise<DeliveryLab & { readonly clock: FakeClock }> {
  const clock = createFakeClock();
  return { ...(await createDeliveryLab(t, clock)), clock };
}

type Lab = Awaited<ReturnType<typeof lab>>;

const eventsOf = (receiver: Receiver): readonly EventBody[] =>
  receiver.requests.map(({ body }) => JSON.parse(body) as EventBody);

/** Turns the clock until the first delivery of an endpoint has had its ten attempts. */
async function exhaust({ clock, deliveries }: Lab, endpoint: Endpoint): Promise<void> {
  for (let attempts = 1; attempts <= 10; attempts++) {
    const delivery = await until(
      async () => (await deliveries(endpoint)).find((one) => one.attempts.length >= attempts),
      { what: `attempt ${attempts}` },
    );
    if (delivery.nextAttemptAt !== null) await clock.advance(delivery.nextAttemptAt - clock.now());
  }
}

t.test(
  'a deserted endpoint is disabled, the others are told, and when it is back it gets all it has missed',
  async (t) => {
    const here = await lab(t);
    const { clock, store } = here;
    let dead = true;
    const deserted = await startReceiver(t, (response) => response.writeHead(dead ? 500 : 204).end());
    const other = await startReceiver(t, ok);
    const endpoint = await here.endpoint(deserted.url, { createdAt: clock.now() - 5 * DAY_MS });
    const watcher = await here.endpoint(other.url, { events: ['webhook.disabled'] });
    await here.worker({ limits: { pollMs: HOUR_MS } }).start();
    const since = clock.now();
    const [first] = await here.fire();
    await exhaust(here, endpoint);
    hasFields(t, await here.webhook(endpoint), { enabled: false, disabledReason: 'no_success_for_5_days' });
    await until(() => other.requests.length > 0, { what: 'the others to be told' });
    hasFields(t, eventsOf(other), [
      { type: 'webhook.disabled', data: { webhookId: endpoint.id, reason: 'no_success_for_5_days' } },
    ]);
    const missed = await here.fire(3);
    t.equal((await here.deliveries(endpoint)).length, 1, 'nothing is queued meanwhile');
    dead = false;
    const before = deserted.requests.length;
    const enabled = await store.webhooks.update(1, endpoint.id, { enabled: true }, clock.now());
    if (enabled === null) throw new Error('the webhook is gone');
    hasFields(t, enabled, { disabledReason: null, failuresInARow: 0 });
    await store.deliveries.recover(enabled, { since, until: clock.now() + 1 });
    await until(() => deserted.requests.length >= before + 4, { what: 'what it has missed' });
    t.same(
      new Set(
        eventsOf(deserted)
          .slice(before)
          .map(({ id }) => id),
      ),
      new Set([first, ...missed]),
      'the one that had failed too, and not that it was disabled itself',
    );
    await until(async () => (await here.deliveries(endpoint)).every(({ status }) => status === 'succeeded'), {
      what: 'all to be written down',
    });
    t.equal((await here.deliveries(endpoint)).length, 4);
    t.equal((await here.deliveries(watcher)).length, 1);
  },
);

t.test('one that is enabled again has five days anew', async (t) => {
  const here = await lab(t);
  const { clock, store } = here;
  const receiver = await startReceiver(t, (response) => response.writeHead(500).end());
  const endpoint = await here.endpoint(receiver.url, { createdAt: clock.now() - 30 * DAY_MS });
  await store.webhooks.update(1, endpoint.id, { enabled: false }, clock.now());
  await store.webhooks.update(1, endpoint.id, { enabled: true }, clock.now());
  await here.worker({ limits: { pollMs: HOUR_MS } }).start();
  await here.fire();
  await exhaust(here, endpoint);
  hasFields(t, await here.deliveries(endpoint), [{ status: 'failed' }]);
  hasFields(t, await here.webhook(endpoint), { enabled: true });
});

t.test(
  '410 disables at once, also when somebody asked for the attempt, and the others are told',
  async (t) => {
    const here = await lab(t);
    const { clock, store } = here;
    let status = 400;
    const receiver = await startReceiver(t, (response) => response.writeHead(status).end());
    const other = await startReceiver(t, ok);
    const endpoint = await here.endpoint(receiver.url, { events: ['device.*'] });
    await here.endpoint(other.url, { events: ['webhook.*'] });
    await here.worker({ limits: { pollMs: HOUR_MS } }).start();
    await here.fire();
    const [delivery] = await until(
      async () => {
        const all = await here.deliveries(endpoint);
        return all[0]?.attempts.length === 1 && all;
      },
      { what: 'the first attempt' },
    );
    if (delivery === undefined) throw new Error('there is no delivery');
    status = 410;
    await store.deliveries.redeliver(delivery.id, clock.now());
    await until(async () => !(await here.webhook(endpoint)).enabled, { what: 'the endpoint to be disabled' });
    hasFields(t, await here.webhook(endpoint), { disabledReason: 'gone' });
    await until(() => other.requests.length > 0, { what: 'the other to be told' });
    hasFields(t, eventsOf(other), [
      { type: 'webhook.disabled', data: { webhookId: endpoint.id, reason: 'gone' } },
    ]);
  },
);

t.test('four failures in a row are a warning that a success takes back', async (t) => {
  const here = await lab(t);
  let status = 500;
  const receiver = await startReceiver(t, (response) => response.writeHead(status).end());
  const endpoint = await here.endpoint(receiver.url);
  await here.worker({ limits: { pollMs: HOUR_MS } }).start();
  const failures = async () => (await here.webhook(endpoint)).failuresInARow;
  await here.fire(3);
  await until(async () => (await failures()) === 3, { what: 'three failures' });
  await here.fire();
  await until(async () => (await failures()) === 4, { what: 'the fourth failure' });
  status = 200;
  await here.fire();
  await until(async () => (await failures()) === 0, { what: 'a success' });
  t.ok((await here.webhook(endpoint)).lastSuccessAt);
});

t.test('a certificate that nobody vouches for is a failure, and nothing is sent', async (t) => {
  const here = await lab(t);
  let requests = 0;
  const server = createServer({ ...(await selfSigned('hooks.example')) }, (_request, response) => {
    requests += 1;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => new Promise((resolve) => server.close(resolve)));
  const { port } = server.address() as AddressInfo;
  const endpoint = await here.endpoint(`https://127.0.0.1:${port}/hook`);
  await here.worker().start();
  await here.fire();
  const delivery = await until(
    async () => (await here.deliveries(endpoint)).find((one) => one.attempts.length > 0),
    {
      what: 'the attempt',
    },
  );
  hasFields(t, delivery, {
    status: 'retrying',
    attempts: [{ responseStatus: null, error: 'depth_zero_self_signed_cert' }],
  });
  t.equal(requests, 0);
});

t.test('the log keeps what was sent without the values of the endpoint’s own headers', async (t) => {
  const here = await lab(t);
  const receiver = await startReceiver(t, ok);
  const endpoint = await here.endpoint(receiver.url, {
    headers: { authorization: 'Bearer of-the-receiver' },
  });
  await here.worker().start();
  const [id] = await here.fire();
  const [delivery] = await until(
    async () => {
      const all = await here.deliveries(endpoint);
      return all[0]?.status === 'succeeded' && all;
    },
    { what: 'the delivery' },
  );
  const sent = receiver.requests[0]?.headers;
  t.equal(sent?.authorization, 'Bearer of-the-receiver');
  t.same(delivery?.attempts[0]?.requestHeaders, {
    'user-agent': sent?.['user-agent'],
    authorization: '••••',
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': sent?.['webhook-timestamp'],
    'webhook-signature': sent?.['webhook-signature'],
  });
});
