import { X509Certificate } from 'node:crypto';
import { createServer as createProxy, type RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect, type Server } from 'node:net';
import t, { type Test } from 'tap';
import {
  CallTimeoutError,
  type ClientOptions,
  NetworkError,
  Schoolgate,
  SchoolgateError,
} from '../../../sdk/node/index.ts';
import { makeCertificates } from '../agent/certificates.ts';

const KEY = 'sgk_test_secretsecretsecret';

interface TrustedServer {
  readonly port: number;
  /** PEM of its authority. */
  readonly ca: string;
  /** PEM of its own certificate. */
  readonly cert: string;
  /** Path and Authorization of each request that reached it. */
  readonly asked: readonly string[];
}

/** A server with a certificate of its own authority, which it names to whoever asks. */
async function startServer(t: Test, address = '127.0.0.1'): Promise<TrustedServer> {
  const { ca, cert, key } = await makeCertificates([address]);
  const asked: string[] = [];
  const server = createServer({ cert, key }, ({ url, headers }, response) => {
    asked.push(`${url} ${headers.authorization ?? ''}`.trim());
    response.end(JSON.stringify(url === '/agent/v1/ca' ? { certificateAuthority: ca } : { id: 'ou_1' }));
  });
  t.teardown(() => server.closeAllConnections());
  return { port: await listen(t, server), ca, cert, asked };
}

async function listen(t: Test, server: Server): Promise<number> {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  t.teardown(() => server.close());
  return (server.address() as AddressInfo).port;
}

function ask({ port }: TrustedServer, options: ClientOptions): Promise<unknown> {
  const baseUrl = `https://127.0.0.1:${port}`;
  return new Schoolgate({ baseUrl, apiKey: KEY, maxRetries: 0, ...options }).ous.get('ou_1');
}

const fingerprintOf = (pem: string): string => new X509Certificate(pem).fingerprint256;
const ASKED_ONCE = [`/v1/ous/ou_1 Bearer ${KEY}`];
const ASKED_FOR_CERTIFICATE = ['/agent/v1/ca', ...ASKED_ONCE];

t.test('a server is trusted by its authority', async (t) => {
  const server = await startServer(t);
  await ask(server, { ca: server.ca });
  t.strictSame(server.asked, ASKED_ONCE);
});

t.test('the authority is trusted by its fingerprint, in each form', async (t) => {
  const server = await startServer(t);
  const colons = fingerprintOf(server.ca);
  const digits = colons.replaceAll(':', '').toLowerCase();
  for (const fingerprint of [colons, digits, Buffer.from(digits, 'hex').toString('base64url')])
    await ask(server, { fingerprint });
  t.strictSame(server.asked, [...ASKED_FOR_CERTIFICATE, ...ASKED_FOR_CERTIFICATE, ...ASKED_FOR_CERTIFICATE]);
});

t.test('a server is trusted by the fingerprint of its own certificate, by whatever name', async (t) => {
  const server = await startServer(t, '203.0.113.7');
  await ask(server, { fingerprint: fingerprintOf(server.cert) });
  t.strictSame(server.asked, ASKED_FOR_CERTIFICATE);
});

t.test('the key goes to nobody who is not vouched for', async (t) => {
  const other = await startServer(t);
  const server = await startServer(t);
  const otherName = await startServer(t, '203.0.113.7');
  await t.rejects(ask(server, {}), NetworkError, 'the system does not know it');
  await t.rejects(ask(server, { ca: other.ca }), NetworkError, 'another authority');
  await t.rejects(ask(otherName, { ca: otherName.ca }), NetworkError, 'another name');
  await t.rejects(
    ask(server, { fingerprint: fingerprintOf(other.ca) }),
    /fingerprint/,
    'another fingerprint',
  );
  const named = ask(otherName, { fingerprint: fingerprintOf(otherName.ca) });
  await t.rejects(named, NetworkError, 'another name of the right authority');
  for (const { asked } of [server, otherName])
    t.strictSame(
      asked.filter((one) => one !== '/agent/v1/ca'),
      [],
    );
});

t.test('a fingerprint and a proxy go together', async (t) => {
  const server = await startServer(t, '203.0.113.7');
  const asked: string[] = [];
  const proxy = createProxy();
  proxy.on('connect', ({ url, headers }, socket) => {
    asked.push(`${url} ${headers.authorization ?? ''}`.trim());
    const inner = connect(server.port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      inner.pipe(socket).pipe(inner);
    });
    inner.on('error', () => socket.destroy());
    socket.on('error', () => inner.destroy());
    t.teardown(() => inner.destroy());
  });
  const port = await listen(t, proxy);
  const client = new Schoolgate({
    baseUrl: 'https://203.0.113.7',
    apiKey: KEY,
    proxy: `http://127.0.0.1:${port}`,
    fingerprint: fingerprintOf(server.ca),
  });
  await client.ous.get('ou_1');
  t.strictSame(server.asked, ASKED_FOR_CERTIFICATE);
  t.strictSame(asked, ['203.0.113.7:443', '203.0.113.7:443'], 'the proxy does not see the key');
});

t.test('a stranger who names no certificate, or never ends, holds nobody up', async (t) => {
  const { cert, key } = await makeCertificates();
  const ways: Readonly<Record<string, RequestListener>> = {
    silent: () => undefined,
    endless: (_request, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', more);
      more();
    },
  };
  const endings = { silent: CallTimeoutError, endless: SchoolgateError };
  for (const [way, answer] of Object.entries(ways)) {
    const server = createServer({ cert, key }, answer);
    t.teardown(() => server.closeAllConnections());
    const baseUrl = `https://127.0.0.1:${await listen(t, server)}`;
    const options = { baseUrl, apiKey: KEY, fingerprint: 'ab'.repeat(32), maxRetries: 0 };
    const timeoutMs = way === 'silent' ? 1_000 : 60_000;
    const asked = new Schoolgate({ ...options, timeoutMs }).ous.get('ou_1');
    await t.rejects(asked, endings[way as keyof typeof endings], way);
  }
});

t.test('what makes no sense is refused', async (t) => {
  const server = await startServer(t);
  await t.rejects(ask(server, { fingerprint: 'abcd' }), /SHA-256/);
  const refused = (options: ClientOptions, why: RegExp) =>
    t.throws(() => new Schoolgate({ baseUrl: 'https://a.example', apiKey: KEY, ...options }), why);
  refused({ ca: server.ca, fingerprint: fingerprintOf(server.ca) }, /exclude each other/);
  refused({ baseUrl: 'http://a.example', fingerprint: fingerprintOf(server.ca) }, /https:/);
});
