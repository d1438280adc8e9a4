import { createServer as createHttpServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import t, { type Test } from 'tap';
import { request } from 'undici';
import { createSsrfGuard, type SsrfGuardOptions } from '../../../../api/outbound/ssrf-guard.ts';
import { selfSigned, type TestCertificate } from '../webhooks/certificates.ts';

const LOOPBACK = ['127.0.0.0/8'];

interface Inside {
  readonly port: number;
  readonly hosts: readonly string[];
  connections(): number;
}

/** A server inside, which counts who gets through to it. */
async function startInside(t: Test, certificate?: TestCertificate): Promise<Inside> {
  const hosts: string[] = [];
  let connections = 0;
  const answer: Parameters<typeof createHttpServer>[1] = (incoming, response) => {
    hosts.push(incoming.headers.host ?? '');
    response.writeHead(200, { connection: 'close' }).end('inside');
  };
  const server: Server =
    certificate === undefined ? createHttpServer(answer) : createTlsServer({ ...certificate }, answer);
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => new Promise((resolve) => server.close(resolve)));
  return { port: (server.address() as AddressInfo).port, hosts, connections: () => connections };
}

/** The status of a request through the guard; rejects with what the guard or the connection says. */
async function statusOf(t: Test, url: string, options: Partial<SsrfGuardOptions> = {}): Promise<number> {
  const dispatcher = createSsrfGuard({ allowCidrs: [], allowHttpCidrs: [], ...options }).dispatcher();
  t.teardown(() => dispatcher.destroy());
  const response = await request(url, { method: 'POST', body: '{}', dispatcher });
  await response.body.dump();
  return response.statusCode;
}

t.test('no spelling of an inside address gets a connection', async (t) => {
  const inside = await startInside(t);
  for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', '[::1]', 'localhost', '0']) {
    for (const protocol of ['http', 'https']) {
      await t.rejects(
        statusOf(t, `${protocol}://${host}:${inside.port}/`),
        { code: 'ERR_BLOCKED_TARGET' },
        `${protocol}://${host}`,
      );
    }
  }
  t.equal(inside.connections(), 0);
});

t.test('a resolver that changes its answer after the check gains nothing', async (t) => {
  const inside = await startInside(t);
  let asked = 0;
  const resolve = async () => {
    asked += 1;
    return asked === 1 ? ['93.184.215.14'] : ['127.0.0.1'];
  };
  const guard = createSsrfGuard({ allowCidrs: [], allowHttpCidrs: [], resolve });
  const url = `https://rebinding.example:${inside.port}/`;
  await t.resolves(guard.checkUrl(url), 'registered while it pointed outside');
  const dispatcher = guard.dispatcher();
  t.teardown(() => dispatcher.destroy());
  await t.rejects(request(url, { method: 'POST', dispatcher }), { code: 'ERR_BLOCKED_TARGET' });
  t.equal(asked, 2);
  t.equal(inside.connections(), 0);
});

t.test('the connection goes to the very addresses that were checked: the name is asked once', async (t) => {
  const inside = await startInside(t);
  let asked = 0;
  const resolve = async () => {
    asked += 1;
    return ['127.0.0.1'];
  };
  t.equal(
    await statusOf(t, `http://hooks.example:${inside.port}/`, { allowHttpCidrs: LOOPBACK, resolve }),
    200,
  );
  t.equal(asked, 1);
  t.same(inside.hosts, [`hooks.example:${inside.port}`], 'and the URL is not rewritten');
});

t.test('one inside address among public ones blocks the name', async (t) => {
  const inside = await startInside(t);
  for (const addresses of [
    ['93.184.215.14', '127.0.0.1'],
    ['127.0.0.1', '93.184.215.14'],
    ['::1', '2606:2800::1'],
    [],
  ]) {
    const resolve = async () => addresses;
    await t.rejects(
      statusOf(t, `https://mixed.example:${inside.port}/`, { resolve }),
      { code: 'ERR_BLOCKED_TARGET' },
      addresses.join(),
    );
  }
  t.equal(inside.connections(), 0);
});

t.test('a name that does not resolve fails like a blocked one', async (t) => {
  const resolve = () => Promise.reject(new Error('ENOTFOUND'));
  await t.rejects(statusOf(t, 'https://unknown.example/', { resolve }), {
    code: 'ERR_BLOCKED_TARGET',
    message: /no address/,
  });
});

t.test('a network listed for https is not open to plain http', async (t) => {
  const inside = await startInside(t);
  await t.rejects(statusOf(t, `http://127.0.0.1:${inside.port}/`, { allowCidrs: LOOPBACK }), {
    code: 'ERR_BLOCKED_TARGET',
  });
  t.equal(inside.connections(), 0);
  t.equal(await statusOf(t, `http://127.0.0.1:${inside.port}/`, { allowHttpCidrs: LOOPBACK }), 200);
});

t.test('system ports are closed even where the network is open', async (t) => {
  for (const url of ['http://127.0.0.1:25/', 'https://127.0.0.1:22/', 'https://127.0.0.1:80/']) {
    await t.rejects(statusOf(t, url, { allowHttpCidrs: LOOPBACK }), { code: 'ERR_BLOCKED_TARGET' }, url);
  }
});

t.test('a certificate is verified, whatever the environment says', async (t) => {
  const certificate = await selfSigned('hooks.example');
  const inside = await startInside(t, certificate);
  const options = { allowCidrs: LOOPBACK, resolve: async () => ['127.0.0.1'] };
  const url = `https://hooks.example:${inside.port}/`;
  await t.rejects(statusOf(t, url, options), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  t.teardown(() => {
    if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
  });
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  await t.rejects(statusOf(t, url, options), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  t.same(inside.hosts, [], 'no request was written');
});

t.test('an extra authority is trusted for its own names and no others', async (t) => {
  const certificate = await selfSigned('hooks.example');
  const inside = await startInside(t, certificate);
  const options = { allowCidrs: LOOPBACK, resolve: async () => ['127.0.0.1'], extraCa: [certificate.cert] };
  t.equal(await statusOf(t, `https://hooks.example:${inside.port}/`, options), 200);
  await t.rejects(statusOf(t, `https://other.example:${inside.port}/`, options), {
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
  });
});

t.test('proxy variables are ignored', async (t) => {
  const inside = await startInside(t);
  const proxy = await startInside(t);
  const names = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY'];
  const before = names.map((name) => [name, process.env[name]] as const);
  t.teardown(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });
  for (const name of names) process.env[name] = `http://127.0.0.1:${proxy.port}`;
  t.equal(await statusOf(t, `http://127.0.0.1:${inside.port}/`, { allowHttpCidrs: LOOPBACK }), 200);
  t.equal(proxy.connections(), 0);
  t.equal(inside.connections(), 1);
});
