import Fastify from 'fastify';
import t from 'tap';
import { requireDeclaredAccess } from '../../../../api/http/authentication/access.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { addressOf, readOperations } from '../operations.ts';
import { headersOf, signedIn } from '../people.ts';
import { sendRaw } from '../raw-http.ts';
import { startRestServer } from '../rest-server.ts';

const { operations } = await readOperations();

/** An address in ways that a router may read as the address itself. */
const SPELLINGS: Readonly<Record<string, (path: string) => string>> = {
  'its first letter escaped': (path) => `/${escaped(path.slice(1, 2))}${path.slice(2)}`,
  'a digit escaped': (path) => path.replace('1', '%31'),
  'all escaped but the slashes': (path) => path.replaceAll(/[^/]/g, escaped),
  'escapes of mixed case': (path) => path.replace('e', '%65').replace('i', '%6c').replace('o', '%6F'),
  'escaped twice': (path) => path.replace('v', '%2576'),
  'the absolute form': (path) => `http://127.0.0.1${path}`,
  'the absolute form of another host': (path) => `HTTPS://elsewhere.example:8443${path}`,
  'a host before it': (path) => `//127.0.0.1${path}`,
  'two slashes': (path) => path.replaceAll('/', '//'),
  'a slash doubled inside': (path) => path.replace(/\/(\w+)$/, '//$1'),
  'a segment of one dot': (path) => `/.${path}`,
  'segments of two dots': (path) => `/healthz/..${path}`,
  'escaped dots': (path) => `/healthz/%2e%2E${path}`,
  'half-escaped dots': (path) => `/healthz/.%2e${path}`,
  'escaped slashes': (path) => `/${path.slice(1).replaceAll('/', '%2F')}`,
  'one escaped slash': (path) => path.replace(/\/(\w+)$/, '%2f$1'),
  backslashes: (path) => `/${path.slice(1).replaceAll('/', '\\')}`,
  'an overlong slash': (path) => path.replace(/\/(\w+)$/, '%c0%af$1'),
  'an overlong letter': (path) => path.replace('/v', '/%c1%b6').replace('/a', '/%c1%a1'),
  'a malformed escape': (path) => `${path}%zz`,
  'half an escape': (path) => `${path}%2`,
  'parameters of a segment': (path) => path.replace(/^\/(\w+)/, '/$1;x=1'),
  'parameters at the end': (path) => `${path};x=1`,
  'a dot at the end': (path) => `${path}.`,
  'a slash at the end': (path) => `${path}/`,
  'a tab': (path) => path.replace(/^\/(\w)/, '/$1\t'),
  'an escaped tab': (path) => `/%09${path.slice(1)}`,
  'a NUL at the end': (path) => `${path}%00`,
  'a fragment': (path) => `${path}#x`,
  'another case': (path) => path.toUpperCase(),
  'a byte that is no ASCII': (path) => `${path}\u00e9`,
};

function escaped(text: string): string {
  return [...text].map((one) => `%${one.charCodeAt(0).toString(16)}`).join('');
}

let sender = 0;

/** Each request comes from another address: what is counted for one must not hide what another would be told. */
function request(method: string, target: string, headers: Readonly<Record<string, string>> = {}): Buffer {
  sender += 1;
  const fields = Object.entries({
    host: '127.0.0.1',
    connection: 'close',
    'x-forwarded-for': `10.${(sender >> 16) & 255}.${(sender >> 8) & 255}.${sender & 255}`,
    ...(method === 'GET' || method === 'DELETE'
      ? {}
      : { 'content-type': 'application/json', 'content-length': '2' }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const body = 'content-length' in headers || method === 'GET' || method === 'DELETE' ? '' : '{}';
  return Buffer.from(`${method} ${target} HTTP/1.1\r\n${fields.join('')}\r\n${body}`, 'latin1');
}

const PROXY = { trustProxy: ['127.0.0.1/32'] };
/** What tells nothing and does nothing. */
const REFUSALS: ReadonlySet<string> = new Set([
  '400 malformed_target',
  '400 validation_failed',
  '401 missing_api_key',
  '404 not_found',
]);

t.test('no spelling of an address gets past the credential, on every operation', async (t) => {
  const { port } = await startRestServer(t, { api: PROXY });
  t.ok(operations.length > 80);
  t.ok(Object.keys(SPELLINGS).length >= 10);
  for (const operation of operations) {
    const path = addressOf(operation);
    for (const [name, spell] of Object.entries(SPELLINGS)) {
      if (spell(path) === path) continue;
      const { status, code } = await sendRaw(port, request(operation.method, spell(path)));
      t.ok(REFUSALS.has(`${status} ${code}`), `${operation.operationId}, ${name}: ${status} ${code}`);
    }
  }
});

t.test(
  'nor does one with a credential: what changes when normalised is 400, and the rest leads nowhere',
  async (t) => {
    const server = await startRestServer(t, { api: PROXY });
    const authorization = `Bearer ${server.key}`;
    const found = new Map<string, string>();
    for (const [name, spell] of Object.entries(SPELLINGS)) {
      const { status, code } = await sendRaw(
        server.port,
        request('GET', spell('/v1/devices'), { authorization }),
      );
      found.set(name, `${status} ${code}`);
    }
    const elsewhere = [
      'escaped slashes',
      'one escaped slash',
      'escaped twice',
      'parameters of a segment',
      'parameters at the end',
      'a dot at the end',
      'a slash at the end',
      'an escaped tab',
      'a NUL at the end',
      'another case',
    ];
    const unparsed = ['a tab', 'a byte that is no ASCII'];
    for (const [name, answer] of found) {
      if (unparsed.includes(name)) t.equal(answer, '400 validation_failed', name);
      else t.equal(answer, elsewhere.includes(name) ? '404 not_found' : '400 malformed_target', name);
    }
  },
);

t.test(
  'no spelling reaches what devices, the dashboard and operators have, but by its own limit and check',
  async (t) => {
    const { port } = await startRestServer(t, { api: PROXY });
    for (const path of [
      '/agent/v1/ca',
      '/agent/v1/time',
      '/healthz',
      '/metrics',
      '/docs/',
      '/v1/openapi.json',
    ])
      for (const [name, spell] of Object.entries(SPELLINGS)) {
        if (spell(path) === path || spell(path) === '/docs/?') continue;
        const { status, code } = await sendRaw(port, request('GET', spell(path)));
        t.ok(REFUSALS.has(`${status} ${code}`), `${path}, ${name}: ${status} ${code}`);
      }
  },
);

t.test('a query that cannot be read is 400, and what can is read as it was meant', async (t) => {
  const server = await startRestServer(t, { api: PROXY });
  const authorization = `Bearer ${server.key}`;
  for (const query of ['q=%zz', 'q=%ff', 'q=%ed%a0%80', 'q=%c0%af', 'q=%2', '%zz=1', 'q=a#b']) {
    const { status, code } = await sendRaw(
      server.port,
      request('GET', `/v1/devices?${query}`, { authorization }),
    );
    t.equal(`${status} ${code}`, '400 malformed_target', query);
  }
  await server.makeDevice({ name: 'Émile [1] a+b' });
  for (const q of ['Émile', '[1]', 'a+b']) {
    const { body } = await server.call('GET', `/v1/devices?q=${encodeURIComponent(q)}`);
    t.equal(body.total, 1, q);
  }
});

t.test('an ended session changes no password, however its address is written', async (t) => {
  const clock = createFakeClock();
  const server = await startRestServer(t, { clock, api: PROXY });
  const owner = await signedIn(server, 'owner', { clock });
  const body = JSON.stringify({ newPassword: 'correct horse battery' });
  const take = (target: string) =>
    sendRaw(
      server.port,
      Buffer.concat([
        request('POST', target, {
          ...headersOf(server.port, owner.secret),
          'content-type': 'application/json',
          'content-length': String(body.length),
        }),
        Buffer.from(body),
      ]),
    );
  await clock.advance(13 * 3_600_000);
  const odd = { status: 400, code: 'malformed_target' };
  hasFields(t, await take('/v1/session/password'), { status: 401, code: 'session_ended' });
  hasFields(t, await take('/%761/session/password'), odd);
  hasFields(t, await take('http://127.0.0.1/v1/session/password'), odd);
  const account = await server.store.accounts.get(1, owner.account.id);
  t.equal(account?.passwordHash, null);
});

t.test('a route that does not say who may call it keeps the server from starting', async (t) => {
  const undeclared = await startFastify((app) => void app.get('/forgotten', () => 'everything'));
  await t.rejects(undeclared, { message: 'GET /forgotten does not say who may call it' });
  const unruled = await startFastify(
    (app) => void app.get('/v1/unruled', { config: { access: 'caller' } }, () => 'everything'),
  );
  await t.rejects(unruled, { message: 'GET /v1/unruled is for callers, but declares no scope or role' });
  const nested = await startFastify((app) =>
    app.register(async (inner: App) => void inner.get('/nested', () => 'everything')),
  );
  await t.rejects(nested, { message: 'GET /nested does not say who may call it' });
  const declared = await startFastify(
    (app) => void app.get('/open', { config: { access: 'document' } }, () => 'the document'),
  );
  await t.resolves(declared);
});

type App = ReturnType<typeof Fastify>;

async function startFastify(add: (app: App) => unknown): Promise<() => Promise<void>> {
  const app = Fastify();
  requireDeclaredAccess(app);
  await Promise.resolve();
  return async () => {
    void add(app);
    await app.ready();
    await app.close();
  };
}
