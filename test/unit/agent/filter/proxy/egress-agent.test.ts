import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import t, { type Test } from 'tap';
import { UnreachableHost } from '../../../../../agent/filter/connections/egress.ts';
import { EgressAgent } from '../../../../../agent/filter/proxy/egress-agent.ts';
import { hasFields } from '../../../../support/has-fields.ts';

/** An agent whose way out leads to one server of this test, wherever it is to go. */
async function stand(t: Test, obstacle: Error | null = null) {
  const server = createServer((_request, response) => response.end('ok'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port: at } = server.address() as AddressInfo;
  const asked: { readonly host: string; readonly port: number; readonly allowHalfOpen: boolean }[] = [];
  const sockets: Socket[] = [];
  const agent = new EgressAgent(
    {
      async connect(host, port, { allowHalfOpen }) {
        asked.push({ host, port, allowHalfOpen });
        if (obstacle !== null) throw obstacle;
        const socket = connect(at, '127.0.0.1');
        sockets.push(socket);
        await once(socket, 'connect');
        return socket;
      },
    },
    { keepAlive: true },
  );
  t.teardown(() => agent.destroy());
  const ask = async (where: { readonly host?: string; readonly port?: number }): Promise<string> => {
    const sent = request({ ...where, agent, setHost: false, headers: { host: 'any' } }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of answer) text += String(chunk);
    return text;
  };
  return { agent, asked, sockets, ask };
}

t.test('connections are made by our only way out', async (t) => {
  const { ask, asked } = await stand(t);
  t.equal(await ask({ host: 'WIKI.example', port: 8_080 }), 'ok');
  t.equal(await ask({ host: '[2606:2800:0::1]', port: 80 }), 'ok');
  t.equal(await ask({ host: 'plain.example' }), 'ok');
  t.strictSame(asked, [
    { host: 'wiki.example', port: 8_080, allowHalfOpen: false },
    { host: '[2606:2800::1]', port: 80, allowHalfOpen: false },
    { host: 'plain.example', port: 80, allowHalfOpen: false },
  ]);
});

t.test('why there is none is told', async (t) => {
  const { ask } = await stand(t, new UnreachableHost('closed'));
  const error = await ask({ host: 'wiki.example' }).then(
    () => null,
    (reason: unknown) => reason,
  );
  hasFields(t, error, { name: 'UnreachableHost', obstacle: 'closed' });
});

t.test('what is no host is not looked for', async (t) => {
  const { ask, asked, agent } = await stand(t);
  const error = await ask({ host: 'wiki..example' }).then(
    () => null,
    (reason: unknown) => reason,
  );
  hasFields(t, error, { name: 'UnreachableHost', obstacle: 'unresolved' });
  const told = await new Promise((resolve) => agent.createConnection({}, resolve));
  hasFields(t, told, { obstacle: 'unresolved' });
  t.strictSame(asked, []);
});

t.test('a port that nobody names is that of http', async (t) => {
  const { agent, asked } = await stand(t);
  const opened = await new Promise((resolve) =>
    agent.createConnection({ host: 'wiki.example' }, (_error, socket) => resolve(socket)),
  );
  hasFields(t, asked, [{ host: 'wiki.example', port: 80 }]);
  (opened as Socket).destroy();
});

t.test('what waits for a next request can be ended', async (t) => {
  const { ask, agent, sockets, asked } = await stand(t);
  await ask({ host: 'wiki.example' });
  await ask({ host: 'other.example' });
  await new Promise((resolve) => setImmediate(resolve));
  agent.closeIdle();
  t.strictSame(
    sockets.map(({ destroyed }) => destroyed),
    [true, true],
  );
  await ask({ host: 'wiki.example' });
  t.equal(asked.length, 3);
});
