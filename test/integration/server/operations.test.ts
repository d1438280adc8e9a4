import { join } from 'node:path';
import t from 'tap';
import { runNode, SERVER_MAIN, startNode } from '../../support/child-process.ts';
import { hasFields, hasText } from '../../support/has-fields.ts';
import { temporaryFolder } from '../../support/test-store.ts';

const NONE = { SCHOOLGATE_DATA_DIR: '', SCHOOLGATE_CONFIG: '', SCHOOLGATE_LOG_LEVEL: 'info' };

t.test('a server tells how it is, logs its requests, and is backed up while it runs', async (t) => {
  const folder = await temporaryFolder(t);
  const dataDir = join(folder, 'data');
  const server = startNode(
    [SERVER_MAIN, 'serve', '--json', '--data-dir', dataDir, '--http-port', '0', '--mqtt-port', '0'],
    NONE,
  );
  t.teardown(() => server.end('SIGKILL'));
  const { http } = JSON.parse(await server.line(/"http"/)) as { readonly http: string };

  t.same(await (await fetch(`${http}/healthz`)).json(), { status: 'ok' });
  t.same(await (await fetch(`${http}/readyz`)).json(), {
    status: 'ready',
    checks: { store: 'ok', gateway: 'ok', disk: 'ok' },
  });
  const metrics = await (await fetch(`${http}/metrics`)).text();
  for (const name of [
    'schoolgate_gateway_devices 0',
    'schoolgate_webhook_deliveries_waiting 0',
    'schoolgate_disk_reserve_reached 0',
    'schoolgate_store_transaction_duration_seconds',
    'nodejs_eventloop_lag_seconds',
  ])
    hasText(t, metrics, name);

  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  await fetch(`${http}/v1/devices?q=ana@x.example`, {
    headers: { traceparent: `00-${trace}-00f067aa0ba902b7-01` },
  });
  const cli = (...args: string[]) => runNode([SERVER_MAIN, ...args, '--data-dir', dataDir, '--json'], NONE);
  const file = join(folder, 'backup.tar.gz');
  const backup = await cli('backup', file);
  t.equal(backup.code, 0, backup.stderr);
  hasFields(t, JSON.parse(backup.stdout), { file, size: Number });
  const refused = await cli('restore', file);
  t.equal(refused.code, 1);
  t.match(refused.stderr, /already running/);

  const { code } = await server.end('SIGTERM');
  t.equal(code, 0);
  const line = server
    .stderr()
    .split('\n')
    .find((one) => one.includes(trace));
  hasFields(t, JSON.parse(line ?? '{}'), { operationId: 'listDevices', status: 401, traceId: trace });
  t.notMatch(server.stderr(), 'ana@x.example');
  const restored = await cli('restore', file);
  t.equal(restored.code, 0, restored.stderr);
  t.equal((await cli('audit', 'verify')).code, 0);
});
