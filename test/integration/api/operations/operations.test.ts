import { connect, type Socket } from 'node:net';
import t, { type Test } from 'tap';
import { createMetrics } from '../../../../api/operations/metrics.ts';
import { examineReadiness } from '../../../../api/operations/readiness.ts';
import { Fault } from '../../../../kit/fault.ts';
import { silentLog } from '../../../../kit/log.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields, hasText } from '../../../support/has-fields.ts';
import { until } from '../../../support/until.ts';
import { startRestServer } from '../rest-server.ts';

/** A request over a connection of its own, sent in as many parts as wanted. */
function openConnection(
  t: Test,
  port: number,
): { readonly socket: Socket; received(): string; closed(): boolean } {
  const socket = connect(port, '127.0.0.1');
  t.teardown(() => socket.destroy());
  let text = '';
  let closed = false;
  socket.on('data', (data) => (text += data.toString()));
  socket.on('close', () => {
    closed = true;
  });
  socket.on('error', () => undefined);
  return { socket, received: () => text, closed: () => closed };
}

t.test('/healthz answers as long as the process does, whatever the store says', async (t) => {
  const { call } = await startRestServer(t, {
    store: (store) => ({ ...store, check: () => Promise.reject(new Error('the disk is gone')) }),
  });
  hasFields(t, await call('GET', '/healthz', { key: null }), { status: 200, body: { status: 'ok' } });
});

t.test('/readyz is 200 when all is well, and 503 with the reason when something is not', async (t) => {
  let disk: Error | null = null;
  let store: Error | null = null;
  const { call } = await startRestServer(t, {
    store: (real) => ({
      ...real,
      check: () => (store === null ? real.check() : Promise.reject(store)),
    }),
    api: {
      operations: {
        checks: [
          {
            name: 'disk',
            check: () => {
              if (disk !== null) throw disk;
            },
          },
        ],
      },
    },
  });
  const ask = () => call('GET', '/readyz', { key: null });
  hasFields(t, await ask(), { status: 200, body: { status: 'ready', checks: { store: 'ok', disk: 'ok' } } });
  disk = new Fault('unavailable', 'less than 100 MB are free');
  const full = await ask();
  hasFields(t, full, {
    status: 503,
    body: { status: 'unavailable', checks: { store: 'ok', disk: 'less than 100 MB are free' } },
  });
  t.equal(full.headers.get('retry-after'), '5');
  disk = null;
  store = new Error('SQLITE_IOERR /var/lib/secret/path');
  hasFields(
    t,
    (await ask()).body.checks,
    { store: 'failed' },
    'what was not written for callers is not told',
  );
});

t.test('a check that hangs is a check that failed', async (t) => {
  const clock = createFakeClock();
  const { call } = await startRestServer(t, {
    clock,
    api: { operations: { checks: [{ name: 'slow', check: () => new Promise(() => undefined) }] } },
  });
  const waiting = clock.pending();
  const answer = call('GET', '/readyz', { key: null });
  await until(() => clock.pending() > waiting, { what: 'a timer' });
  await clock.advance(1_000);
  hasFields(t, await answer, { status: 503, body: { checks: { slow: 'no answer within 1000 ms' } } });
});

t.test(
  '/metrics counts requests by operation and class of status, and nothing by what callers write',
  async (t) => {
    const metrics = createMetrics({ process: false });
    const { call } = await startRestServer(t, { api: { operations: { metrics } } });
    await call('GET', '/v1/devices');
    await call('GET', '/v1/devices?nonsense=1');
    await call('GET', '/v1/invented/by/somebody');
    await call('GET', '/v1/devices/x');
    const answer = await call('GET', '/metrics', { key: null });
    hasText(t, answer.headers.get('content-type'), 'text/plain');
    const text: string = answer.body;
    const counted = (labels: string) =>
      Number(
        new RegExp(`^schoolgate_http_request_duration_seconds_count\\{${labels}\\} (\\d+)$`, 'm').exec(
          text,
        )?.[1],
      );
    t.equal(counted('operation="listDevices",method="GET",status="2xx"'), 1);
    t.equal(counted('operation="listDevices",method="GET",status="4xx"'), 1);
    t.equal(counted('operation="unmatched",method="GET",status="4xx"'), 1);
    t.equal(counted('operation="getDevice",method="GET",status="4xx"'), 1);
    t.notMatch(text, /invented|nonsense/);
  },
);

t.test('/metrics shows the gateway, the queue of webhooks and the times of transactions', async (t) => {
  const metrics = createMetrics();
  metrics.watchGateway(() => ({
    connections: 7,
    devices: 6,
    accepted: 9,
    logins: 8,
    messages: { heartbeat: 40 },
    published: { target: 3 },
    commits: { batches: 5, jobs: 9, failures: 1 },
    heartbeatsWritten: 39,
    refused: { bad_json: 2 },
  }));
  metrics.watchDeliveries(async () => 12);
  const { call } = await startRestServer(t, {
    store: (store) => metrics.timed(store),
    api: { operations: { metrics } },
  });
  t.equal((await call('POST', '/v1/campuses', { body: { name: 'High' } })).status, 201);
  t.equal((await call('POST', '/v1/campuses', { body: { name: 'High' } })).status, 409);
  const text: string = (await call('GET', '/metrics', { key: null })).body;
  for (const line of [
    'schoolgate_gateway_devices 6',
    'schoolgate_gateway_messages_total{topic="heartbeat"} 40',
    'schoolgate_gateway_refused_total{reason="bad_json"} 2',
    'schoolgate_gateway_commits_total{outcome="failed"} 1',
    'schoolgate_webhook_deliveries_waiting 12',
    'schoolgate_store_transaction_duration_seconds_count{outcome="committed"} 1',
    'schoolgate_store_transaction_duration_seconds_count{outcome="rolled_back"} 1',
  ])
    t.ok(text.split('\n').includes(line), line);
  for (const name of ['nodejs_eventloop_lag_seconds', 'process_resident_memory_bytes'])
    hasText(t, text, name);
  t.match(
    (await call('GET', '/metrics', { key: null })).body,
    /^schoolgate_gateway_logins_total 8$/m,
    'not 16',
  );
});

t.test('/metrics is for this machine, unless the configuration names networks', async (t) => {
  const metrics = createMetrics({ process: false });
  const closed = await startRestServer(t, {
    api: { operations: { metrics, metricsAllowCidrs: ['203.0.113.0/24'] } },
  });
  hasFields(t, await closed.call('GET', '/metrics', { key: null }), {
    status: 403,
    body: { code: 'ip_not_allowed' },
  });
  const here = await startRestServer(t, { api: { operations: { metrics } } });
  t.equal((await here.call('GET', '/metrics', { key: null })).status, 200);
  for (const headers of [{ 'x-forwarded-for': '127.0.0.1' }, { forwarded: 'for=127.0.0.1' }] as const)
    t.equal(
      (await here.call('GET', '/metrics', { key: null, headers })).status,
      403,
      'through a proxy that nobody named it may come from anywhere',
    );
  const proxied = await startRestServer(t, {
    api: {
      trustProxy: ['127.0.0.1/32'],
      operations: { metrics, metricsAllowCidrs: ['203.0.113.0/24'] },
    },
  });
  const through = (address: string) =>
    proxied.call('GET', '/metrics', { key: null, headers: { 'x-forwarded-for': address } });
  t.equal((await through('203.0.113.9')).status, 200);
  t.equal((await through('198.51.100.9')).status, 403);
});

t.test('a stop answers what is under way, refuses what is new, and is told by /readyz first', async (t) => {
  const clock = createFakeClock();
  let release = (): void => undefined;
  let reached = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const inHandler = new Promise<void>((resolve) => (reached = resolve));
  const server = await startRestServer(t, {
    clock,
    store: (store) => ({
      ...store,
      transaction: async (work) => {
        reached();
        await held;
        return await store.transaction(work);
      },
    }),
    api: { listen: { host: '127.0.0.1', port: 0, drainMs: 5_000 } },
  });
  const { api, call, port, key } = server;
  const underWay = call('POST', '/v1/campuses', { body: { name: 'High' } });
  await inHandler;
  const waiting = clock.pending();
  const stopped = api.stop();
  await until(() => clock.pending() > waiting, { what: 'a timer' });

  hasFields(t, await call('GET', '/readyz', { key: null }), { status: 503, body: { status: 'stopping' } });
  t.equal((await call('GET', '/healthz', { key: null })).status, 200);
  t.equal(
    (await call('GET', '/v1/campuses')).status,
    200,
    'until load balancers have seen it, all is answered',
  );

  const late = openConnection(t, port);
  late.socket.write(`GET /v1/campuses HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n`);
  await until(() => late.socket.bytesWritten > 0, { what: 'the first half is sent' });
  // Let the server take the connection, and read what has come so far.
  t.equal((await call('GET', '/v1/campuses')).status, 200);
  await clock.advance(5_000);
  late.socket.write('\r\n');
  await until(() => late.received().includes('\r\n\r\n'), { what: 'an answer' });
  t.match(late.received(), /^HTTP\/1\.1 503 /);
  t.match(late.received(), /retry-after: \d/i);
  t.match(late.received(), /connection: close/i);
  t.match(late.received(), /x-ratelimit-limit: \d/i);
  await t.rejects(call('GET', '/v1/campuses'), 'nobody is let in any more');

  release();
  t.equal((await underWay).status, 201, 'what was under way is answered');
  await stopped;
  hasFields(t, await server.store.campuses.list(1), [{ name: 'High' }], 'and done');
});

t.test(
  'what is to be said of a check that passes is said, and the server is ready all the same',
  async (t) => {
    const clock = createFakeClock();
    const checks = [
      { name: 'disk', check: () => undefined, notice: () => 'nearly full' },
      { name: 'store', check: () => undefined, notice: () => null },
    ];
    t.same(await examineReadiness(checks, { clock, log: silentLog }), {
      ready: true,
      checks: { disk: 'nearly full', store: 'ok' },
    });
  },
);
