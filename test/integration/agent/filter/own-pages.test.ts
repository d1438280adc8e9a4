import { type IncomingHttpHeaders, request as openRequest } from 'node:http';
import { runInNewContext } from 'node:vm';
import t from 'tap';
import type { FilterState } from '../../../../agent/filter/filter-state.ts';
import { bodyOf, createStand, startProxy } from './stand-servers.ts';

interface Page {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Asking {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
}

function load(port: number, path: string, { method, headers, form }: Asking = {}): Promise<Page> {
  return new Promise((resolve, reject) => {
    const sent = openRequest(
      {
        host: '127.0.0.1',
        port,
        path,
        method: method ?? (form === undefined ? 'GET' : 'POST'),
        headers: {
          ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
          ...headers,
        },
      },
      (message) => {
        bodyOf(message).then(
          (body) => resolve({ status: message.statusCode ?? 0, headers: message.headers, body }),
          reject,
        );
      },
    );
    sent.on('error', reject);
    sent.end(form === undefined ? undefined : new URLSearchParams(form).toString());
  });
}

const STATE: FilterState = {
  deviceId: 'dev_1',
  mode: 'enforce',
  bundle: {
    kind: 'bundle',
    format: 1,
    version: 42,
    policies: [],
    schoolHours: { timezone: 'Europe/Madrid', windows: [], exceptDates: [] },
    dohAddresses: [],
    upstreams: [],
    gameWords: [],
    gameProcesses: [],
    probes: { block: [], allow: [] },
    connectivityUrl: 'http://connectivity.example/',
  },
  sessions: [],
  overrides: [],
  user: 'ana@x.example',
  ouPath: '/Springfield',
  campus: 'on-campus',
  clockOffsetMs: 0,
  indexFile: null,
  upstreams: [],
  serverNames: [],
  portalHosts: ['login.portal.example', '192.0.2.1'],
  privateNetworks: [],
  organisation: 'Springfield <High>',
  helpLine: 'Ms Krabappel, 555 0100',
};

function fieldOf(body: string, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(body)?.[1] ?? '';
}

t.test(
  'the PAC file sends all to the proxy but this computer, and by the fail mode nothing past it',
  async (t) => {
    const stand = createStand(t.teardown.bind(t));
    const { port } = await startProxy(stand, t.teardown.bind(t), { state: () => STATE });
    const pac = async (): Promise<(url: string, host: string) => string> => {
      const { headers, body } = await load(port, '/proxy.pac');
      t.equal(headers['content-type'], 'application/x-ns-proxy-autoconfig');
      t.equal(headers['cache-control'], 'max-age=60');
      const sandbox: { FindProxyForURL?: (url: string, host: string) => string } = {};
      runInNewContext(body, sandbox);
      return (url, host) => sandbox.FindProxyForURL?.(url, host) ?? '';
    };
    const proxy = `PROXY 127.0.0.1:${port}`;
    const closed = await pac();
    const cases: readonly (readonly [string, string])[] = [
      ['wiki.example', proxy],
      ['localhost.example', proxy],
      ['127.0.0.1.example', proxy],
      ['schoolgate.internal', proxy],
      ['login.portal.example', proxy],
      ['192.0.2.1', proxy],
      ['__proto__', proxy],
      ['localhost', 'DIRECT'],
      ['LOCALHOST', 'DIRECT'],
      ['a.localhost', 'DIRECT'],
      ['127.0.0.1', 'DIRECT'],
      ['::1', 'DIRECT'],
      ['[::1]', 'DIRECT'],
    ];
    for (const [host, way] of cases) t.equal(closed(`https://${host}/`, host), way, host);
    stand.judge.set({ failMode: 'open' });
    t.equal((await pac())('http://wiki.example/', 'wiki.example'), `${proxy}; DIRECT`);
    stand.judge.set({ failMode: 'closed' });
    stand.judge.setMode('portal');
    const portal = await pac();
    t.equal(portal('http://login.portal.example/', 'login.portal.example'), 'DIRECT');
    t.equal(portal('http://192.0.2.1/', '192.0.2.1'), 'DIRECT');
    t.equal(portal('http://wiki.example/', 'wiki.example'), proxy);
  },
);

t.test(
  'browsers open the devices of the own network directly where they may, and nothing else',
  async (t) => {
    const stand = createStand(t.teardown.bind(t));
    let networks: readonly string[] = [];
    const { port } = await startProxy(stand, t.teardown.bind(t), {
      state: () => STATE,
      localNetworks: () => networks,
    });
    const ways = async (): Promise<Readonly<Record<string, string>>> => {
      const sandbox: { FindProxyForURL?: (url: string, host: string) => string } = {};
      runInNewContext((await load(port, '/proxy.pac')).body, sandbox);
      return Object.fromEntries(
        HOSTS.map((host) => [host, (sandbox.FindProxyForURL?.('', host) ?? '').replace(/ .*/, '')]),
      );
    };
    const HOSTS = [
      ...['192.168.1.1', '192.168.1.255', 'nas', 'NAS.local', 'openwrt.lan', 'tv.home.arpa'],
      ...[
        '192.168.2.1',
        '192.168.0.255',
        '8.8.8.8',
        '192.168.1.1.example',
        'wiki.example',
        '1.0.168.192.in-addr.arpa',
      ],
      ...['schoolgate.internal', 'home.arpa.example', '__proto__.example', 'fd00::7'],
    ];
    const all = (way: string) => Object.fromEntries(HOSTS.map((host) => [host, way]));
    t.same(await ways(), all('PROXY'), 'they may not');
    networks = ['192.168.1.0/24', 'fd00::/64', 'no network'];
    t.same(await ways(), {
      ...all('PROXY'),
      ...Object.fromEntries(HOSTS.slice(0, 6).map((host) => [host, 'DIRECT'])),
    });
  },
);

t.test('our pages answer to their own names and origins only', async (t) => {
  const stand = createStand(t.teardown.bind(t));
  const { port } = await startProxy(stand, t.teardown.bind(t), { state: () => STATE });
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`])
    t.equal((await load(port, '/status', { headers: { host } })).status, 200, host);
  t.equal((await load(port, 'http://schoolgate.internal/status')).status, 200);
  for (const host of [
    'evil.example',
    `evil.example:${port}`,
    '127.0.0.1',
    `127.0.0.1:${port + 1}`,
    'schoolgate.internal',
  ])
    t.equal((await load(port, '/status', { headers: { host } })).status, 421, host);

  const cross = { 'sec-fetch-site': 'cross-site' };
  const navigation = { ...cross, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  t.equal((await load(port, '/status', { headers: { origin: 'http://evil.example' } })).status, 403);
  t.equal((await load(port, '/status', { headers: { origin: 'null' } })).status, 403);
  t.equal((await load(port, '/status', { headers: { ...cross, 'sec-fetch-mode': 'no-cors' } })).status, 403);
  t.equal((await load(port, '/proxy.pac', { headers: cross })).status, 403);
  t.equal((await load(port, '/proxy.pac', { headers: navigation })).status, 403);
  t.equal((await load(port, '/ask', { headers: navigation, form: {} })).status, 403);
  t.equal(
    (await load(port, '/status', { headers: { ...navigation, 'sec-fetch-dest': 'iframe' } })).status,
    403,
  );
  t.equal((await load(port, '/status', { headers: navigation })).status, 200, 'a link may lead to it');
  const { headers } = await load(port, '/status');
  t.equal(headers['access-control-allow-origin'], undefined);
  t.match(String(headers['content-security-policy']), /default-src 'none'.*frame-ancestors 'none'/);
  t.equal((await load(port, '/nothing')).status, 404);
  t.equal((await load(port, '/status', { method: 'DELETE' })).status, 405);
});

t.test('the status page says whether the filter is on, and in words what is recorded', async (t) => {
  const stand = createStand(t.teardown.bind(t));
  const { port } = await startProxy(stand, t.teardown.bind(t), { state: () => STATE, agentVersion: '1.2.3' });
  const hours = (await load(port, '/status')).body;
  for (const part of [
    'The filter is on.',
    'version 42',
    'Schoolgate 1.2.3',
    'In school hours',
    'Outside of school hours',
  ])
    t.ok(hours.includes(part), part);
  t.ok(hours.includes('Springfield &lt;High&gt;'), 'all text is escaped');
  t.ok(hours.includes('Ms Krabappel, 555 0100'));
  stand.judge.set({ activityLevel: 'counters' });
  t.ok((await load(port, '/status')).body.includes('only totals'));
  stand.judge.setMode('off');
  t.ok((await load(port, '/status')).body.includes('Nothing, while the filter is off.'));
});

t.test('what the school answered stands on the block page and the status page of who asked', async (t) => {
  const stand = createStand(t.teardown.bind(t));
  const answer = { host: 'games.example', user: 'ana@x.example', state: 'refused', at: Date.now() } as const;
  let state: FilterState = { ...STATE, answers: [{ ...answer, words: 'Not in <class>' }] };
  const { port } = await startProxy(stand, t.teardown.bind(t), { state: () => state });
  const words = 'Not in &lt;class&gt;';
  t.ok((await load(port, '/status')).body.includes(words));
  stand.judge.block('games.example');
  const why = async (): Promise<string> => (await load(port, '/why?url=games.example')).body;
  t.ok((await why()).includes('It stays blocked.'));
  t.ok((await why()).includes(words));
  state = { ...state, answers: [{ ...answer, user: 'ben@x.example', words: 'For Ben' }] };
  for (const path of ['/status', '/why?url=games.example'])
    t.notOk((await load(port, path)).body.includes('For Ben'), path);
});

t.test('the pages speak the language of whoever reads them', async (t) => {
  const stand = createStand(t.teardown.bind(t));
  stand.judge.block('play.example');
  const { port } = await startProxy(stand, t.teardown.bind(t), { state: () => STATE });
  const headers = { accept: 'text/html', 'accept-language': 'es-ES,es;q=0.9' };
  const status = await load(port, '/status', { headers });
  t.equal(status.headers['content-language'], 'es');
  t.ok(status.body.includes('<html lang="es">'));
  for (const part of ['El filtro está activado.', 'En horario escolar', '¿Necesita ayuda'])
    t.ok(status.body.includes(part), part);
  const why = await load(port, '/why?url=play.example', { headers });
  t.ok(why.body.includes('Esta dirección está bloqueada'));
  t.ok(why.body.includes('Pedirlo al centro'));
  const blocked = await load(port, 'http://play.example/', { headers });
  t.equal(blocked.status, 403);
  t.ok(blocked.body.includes('Esta página está bloqueada'));
  t.ok(blocked.body.includes('Pedir acceso'));
  const plain = await load(port, 'http://play.example/', { headers: { ...headers, accept: 'text/plain' } });
  t.match(plain.body, /^play\.example: sitio bloqueado por Springfield <High>\./);
  t.notMatch(`${status.body}${why.body}${blocked.body}`, /Your school|The filter|Why is|Blocked/);
});

t.test('any address is explained, and what was typed is never markup', async (t) => {
  const stand = createStand(t.teardown.bind(t));
  stand.judge.block('play.example');
  const { port } = await startProxy(stand, t.teardown.bind(t), { state: () => STATE });
  const blocked = await load(port, `/why?url=${encodeURIComponent('https://play.example/x?<script>')}`);
  t.ok(blocked.body.includes('This address is blocked'));
  t.notOk(blocked.body.includes('<script'));
  t.ok((await load(port, '/why?url=wiki.example')).body.includes('This address is open'));
  t.equal((await load(port, '/why?url=')).status, 400);
  t.equal((await load(port, '/why?url=%22%3E%3Cb')).status, 400);
});

t.test(
  'a student asks for a page from the block page itself, and from “why”; only with its token, and not too often',
  async (t) => {
    const stand = createStand(t.teardown.bind(t));
    stand.judge.block('play.example', 'b.example', 'c.example', 'd.example', 'e.example', 'f.example');
    const reached: string[] = [];
    await stand.site('play.example', '93.184.216.10', (request, response) => {
      reached.push(request.url ?? '');
      response.end();
    });
    const { port, asked } = await startProxy(stand, t.teardown.bind(t), { state: () => STATE });
    const html = { accept: 'text/html' };
    const page = await load(port, 'http://play.example/level?1', { headers: html });
    const action = /action="([^"]+)"/.exec(page.body)?.[1] ?? '';
    const token = fieldOf(page.body, 'token');
    const url = fieldOf(page.body, 'url');
    const at = `http://play.example${action}`;
    const form = { host: 'play.example', url, token, note: ' For physics:\u0000 <b>gravity</b> ' };
    const origin = { origin: 'http://play.example', 'sec-fetch-site': 'same-origin' };
    t.equal((await load(port, at, { form: { ...form, token: 'x.y' }, headers: origin })).status, 403);
    t.equal((await load(port, at, { form: { ...form, host: 'b.example' }, headers: origin })).status, 403);
    t.equal((await load(port, at, { form, headers: { origin: 'http://evil.example' } })).status, 403);
    t.equal((await load(port, at, { form, headers: { 'sec-fetch-site': 'cross-site' } })).status, 403);
    t.same(asked, []);
    t.equal((await load(port, at, { form, headers: origin })).status, 200);
    t.same(asked, [
      {
        host: 'play.example',
        url: 'http://play.example/level?1',
        ruleId: 'rul_1',
        policyId: 'pol_1',
        note: 'For physics: <b>gravity</b>',
        at: Date.UTC(2026, 10, 20, 10),
        user: 'ana@x.example',
      },
    ]);
    t.ok((await load(port, at, { form, headers: origin })).body.includes('has your request already'));
    t.equal(asked.length, 1, 'a second time is not told');
    for (const host of ['b.example', 'c.example', 'd.example', 'e.example', 'f.example']) {
      const { body } = await load(port, `/why?url=${host}`);
      const other = { host, url: `https://${host}/`, token: fieldOf(body, 'token'), note: 'x'.repeat(999) };
      const { status } = await load(port, '/ask', { form: other });
      t.equal(status, host === 'f.example' ? 429 : 200, host);
    }
    t.equal(asked.length, 5);
    t.equal(asked[1]?.note.length, 300);
    t.equal(asked[1]?.url, 'https://b.example/');
    stand.judge.allow('play.example');
    t.ok((await load(port, at, { form, headers: origin })).body.includes('open now'));
    t.same(reached, [], 'the site never sees the form');
  },
);

t.test('the address of the lock page leads there', async (t) => {
  const stand = createStand(t.teardown.bind(t));
  const { port } = await startProxy(stand, t.teardown.bind(t), {
    lockPageUrl: () => 'http://127.0.0.1:8124/locked',
  });
  const { status, headers } = await load(port, '/locked');
  t.equal(status, 302);
  t.equal(headers.location, 'http://127.0.0.1:8124/locked');
});
