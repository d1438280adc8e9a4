import { lookup } from 'node:dns';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Aedes } from 'aedes';
import t, { type Test } from 'tap';
import { createWebSocketStream, WebSocketServer } from 'ws';
import { createMqttConnector } from '../../../agent/link/mqtt-connector.ts';
import { createServerClient } from '../../../agent/link/server-client.ts';
import { systemClock } from '../../../kit/clock.ts';
import { makeCertificates } from './certificates.ts';
import { DEVICE } from './school-server.ts';

/** A server at an address of this computer: its time over HTTPS, and MQTT over WebSocket. */
async function startServer(t: Test, host: string, named: readonly string[]) {
  const { ca, cert, key } = await makeCertificates(named);
  const server = createServer({ cert, key }, (_request, response) =>
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ serverTime: 1_700_000_000_000 })),
  );
  const broker = await Aedes.createBroker();
  new WebSocketServer({ server }).on('connection', (socket) => broker.handle(createWebSocketStream(socket)));
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  t.teardown(async () => {
    await new Promise<void>((resolve) => broker.close(() => resolve()));
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const at = `${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`;
  const client = createServerClient({ server: new URL(`https://${at}`), certificateAuthority: ca });
  t.teardown(() => client.close());
  const connector = createMqttConnector({ certificateAuthority: ca, lookup, clock: systemClock });
  const link = () =>
    connector.connect({
      url: `wss://${at}/mqtt`,
      deviceId: DEVICE,
      password: 'x',
      will: '{}',
      onMessage: async () => undefined,
      signal: new AbortController().signal,
    });
  return { client, link };
}

for (const host of ['::1', '127.0.0.1']) {
  t.test(`a server is reached by its address ${host}`, async (t) => {
    const { client, link } = await startServer(t, host, ['192.0.2.1', host]);
    t.ok((await client.time()) >= 1_700_000_000_000, 'its time');
    const connection = await link();
    await connection.end();
  });

  t.test(`a certificate of another address is not believed at ${host}`, async (t) => {
    const { client, link } = await startServer(t, host, ['192.0.2.1', '2001:db8::1']);
    const refused = {
      message: new RegExp(`the certificate is not for ${host}; it is for: .*192\\.0\\.2\\.1`),
    };
    await t.rejects(client.time(), refused);
    await t.rejects(link(), refused);
  });
}
