import Fastify, { type InjectOptions, type LightMyRequestResponse } from 'fastify';
import t, { type Test } from 'tap';
import { createRecordViewsJob } from '../../../api/audit/record-views-job.ts';
import { createSessions } from '../../../api/http/authentication/sessions.ts';
import { createViewNotes } from '../../../api/http/gathered-views.ts';
import { Fault } from '../../../kit/fault.ts';
import { silentLog } from '../../../kit/log.ts';
import { createIdSource, systemRandom } from '../../../kit/random.ts';
import { createDashboard } from '../../../server/dashboard/register.ts';
import { DEFAULT_ORGANISATION_ID } from '../../../store/ports/organisations.ts';
import type { Store } from '../../../store/ports/store.ts';
import { auditEntries } from '../../../store/rules/audit-chain.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { hasFields, hasText } from '../../support/has-fields.ts';
import { createTestStore } from '../../support/test-store.ts';
import { until } from '../../support/until.ts';

const HOUR_MS = 3_600_000;
const SAME = { 'sec-fetch-site': 'same-origin' };

interface Setting {
  readonly app: { inject(request: string | InjectOptions): Promise<LightMyRequestResponse> };
  readonly clock: FakeClock;
  readonly store: Store;
  readonly link: () => Promise<string>;
  /** Signs in and gives the cookie. */
  readonly signIn: () => Promise<string>;
  readonly enrolled: string[];
  /** How often looks at the overview were written. */
  readonly looks: { readonly written: number };
}

async function setting(t: Test): Promise<Setting> {
  const clock = createFakeClock();
  const store = await createTestStore(t, { clock });
  const enrolled: string[] = [];
  const fastify = Fastify({ trustProxy: true });
  const app: Setting['app'] = { inject: (request) => Promise.resolve(fastify.inject(request)) };
  fastify.setErrorHandler((error, _request, reply) => {
    const status =
      error instanceof Fault ? error.status : ((error as { statusCode?: number }).statusCode ?? 500);
    return reply.code(status).send({ detail: error instanceof Error ? error.message : String(error) });
  });
  const ids = createIdSource({ clock, random: systemRandom });
  const sessions = createSessions({ store, clock, random: systemRandom, ids });
  const looks = { written: 0 };
  const counted: Store = {
    ...store,
    recordViews: {
      ...store.recordViews,
      again(view, windowMs) {
        looks.written += 1;
        return store.recordViews.again(view, windowMs);
      },
    },
  };
  await createDashboard({
    store: counted,
    clock,
    sessions,
    oidc: async () => null,
    log: silentLog,
    makeEnrollment: async (ou) => {
      enrolled.push(ou);
      return { token: 'sget_x', command: 'npx schoolgate-agent enroll', expiresAt: clock.now() };
    },
  })(fastify, createViewNotes({ store: counted, clock, log: silentLog }));
  t.teardown(() => fastify.close());
  const link = () => sessions.createLink();
  const signIn = async (): Promise<string> => {
    const answer = await app.inject({ method: 'POST', url: `/sign-in?token=${await link()}`, headers: SAME });
    t.equal(answer.statusCode, 303);
    return String(answer.headers['set-cookie']).split(';')[0] ?? '';
  };
  return { app, clock, store, link, signIn, enrolled, looks };
}

t.test('without a session the first page says how to get a link, and the data is refused', async (t) => {
  const { app } = await setting(t);
  const page = await app.inject('/');
  t.equal(page.statusCode, 200);
  hasText(t, page.body, 'npx schoolgate sign-in-link');
  t.notMatch(page.body, 'id="enroll"');
  t.equal((await app.inject('/dashboard/api/overview')).statusCode, 401);
  t.equal(
    (await app.inject({ url: '/dashboard/api/overview', headers: { cookie: 'schoolgate-0=x' } })).statusCode,
    401,
  );
  t.equal(
    (
      await app.inject({
        method: 'POST',
        url: '/dashboard/api/enrollment-tokens',
        payload: { ou: '/' },
        headers: SAME,
      })
    ).statusCode,
    401,
  );
});

t.test('a link signs in by its button, once; looking at it uses nothing up', async (t) => {
  const { app, link } = await setting(t);
  const url = `/sign-in?token=${await link()}`;
  for (let look = 0; look < 3; look++) hasText(t, (await app.inject(url)).body, '<form method="post">');
  const answer = await app.inject({
    method: 'POST',
    url,
    headers: { ...SAME, 'content-type': 'application/x-www-form-urlencoded' },
    payload: '',
  });
  hasFields(t, answer, { statusCode: 303, headers: { location: '/' } });
  t.match(
    String(answer.headers['set-cookie']),
    /^schoolgate-\d+=[0-9A-Za-z]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/,
  );
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  hasText(t, (await app.inject({ url: '/', headers: { cookie } })).body, 'id="enroll"');
  const again = await app.inject({ method: 'POST', url, headers: SAME });
  t.equal(again.statusCode, 403);
  hasText(t, again.body, 'does not work any more');
  t.equal(again.headers['set-cookie'], undefined);
});

t.test('over TLS the cookie is bound to it', async (t) => {
  const { app, link } = await setting(t);
  const headers = { ...SAME, 'x-forwarded-proto': 'https' };
  const answer = await app.inject({ method: 'POST', url: `/sign-in?token=${await link()}`, headers });
  t.match(
    String(answer.headers['set-cookie']),
    /^__Host-schoolgate-\d+=.*; HttpOnly; SameSite=Strict; Secure$/,
  );
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  t.equal(
    (await app.inject({ url: '/dashboard/api/overview', headers: { ...headers, cookie } })).statusCode,
    200,
  );
});

t.test('a link ends after a day, a session after twelve hours', async (t) => {
  const { app, clock, link, signIn } = await setting(t);
  const url = `/sign-in?token=${await link()}`;
  clock.jump(24 * HOUR_MS + 1);
  t.equal((await app.inject({ method: 'POST', url, headers: SAME })).statusCode, 403);
  const cookie = await signIn();
  const look = async () =>
    (await app.inject({ url: '/dashboard/api/overview', headers: { cookie } })).statusCode;
  for (let hour = 1; hour < 12; hour++) {
    clock.jump(HOUR_MS);
    t.equal(await look(), 200, `hour ${hour}`);
  }
  clock.jump(HOUR_MS);
  t.equal(await look(), 401);
});

t.test(
  'the link signs the first owner in, always the same one; an unused session ends after two hours',
  async (t) => {
    const { app, clock, store, signIn } = await setting(t);
    await signIn();
    const cookie = await signIn();
    hasFields(t, await store.accounts.list(1), [
      { role: 'owner', email: 'owner@school.local', passwordHash: null },
    ]);
    t.equal((await store.accounts.list(1)).length, 1);
    clock.jump(2 * HOUR_MS);
    t.equal((await app.inject({ url: '/dashboard/api/overview', headers: { cookie } })).statusCode, 401);
  },
);

t.test('signing out ends the session on the server', async (t) => {
  const { app, signIn } = await setting(t);
  const cookie = await signIn();
  const answer = await app.inject({ method: 'POST', url: '/sign-out', headers: { ...SAME, cookie } });
  t.match(String(answer.headers['set-cookie']), /Max-Age=0/);
  t.equal((await app.inject({ url: '/dashboard/api/overview', headers: { cookie } })).statusCode, 401);
});

t.test('what another site’s page makes a browser send is refused, and uses no link up', async (t) => {
  const { app, link, signIn, enrolled } = await setting(t);
  const url = `/sign-in?token=${await link()}`;
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ]) {
    t.equal((await app.inject({ method: 'POST', url, headers })).statusCode, 403, JSON.stringify(headers));
  }
  const cookie = await signIn();
  const foreign = {
    method: 'POST',
    url: '/dashboard/api/enrollment-tokens',
    headers: { cookie, 'sec-fetch-site': 'cross-site' },
    payload: { ou: '/' },
  } as const;
  t.equal((await app.inject(foreign)).statusCode, 403);
  t.same(enrolled, []);
  t.equal(
    (await app.inject({ method: 'POST', url, headers: SAME })).statusCode,
    303,
    'the link is still good',
  );
});

t.test('pages load nothing from elsewhere, run nothing inline, and are framed by nobody', async (t) => {
  const { app, signIn } = await setting(t);
  const cookie = await signIn();
  for (const url of [
    '/',
    '/sign-in',
    '/dashboard/style.css',
    '/dashboard/overview.js',
    '/dashboard/device-row.js',
    '/dashboard/icon.svg',
  ]) {
    const { statusCode, headers, body } = await app.inject({ url, headers: { cookie } });
    t.equal(statusCode, 200, url);
    t.match(
      headers['content-security-policy'],
      /^default-src 'none'; script-src 'self'; style-src 'self';.* frame-ancestors 'none'/,
    );
    t.equal(headers['x-content-type-options'], 'nosniff');
    t.notMatch(
      body.replaceAll('http://www.w3.org/2000/svg', ''),
      /https?:\/\/|<script>|style="|onclick=/,
      `${url} is all our own`,
    );
  }
  t.equal((await app.inject('/')).headers['cache-control'], 'private, no-store');
});

t.test('files are asked for again only when they have changed', async (t) => {
  const { app } = await setting(t);
  const { etag } = (await app.inject('/dashboard/style.css')).headers;
  t.equal(
    (await app.inject({ url: '/dashboard/style.css', headers: { 'if-none-match': String(etag) } }))
      .statusCode,
    304,
  );
  t.equal((await app.inject('/dashboard/../../package.json')).statusCode, 404);
});

t.test('the overview tells the school as it is', async (t) => {
  const { app, clock, store, signIn } = await setting(t);
  const ids = createIdSource({ clock, random: systemRandom });
  const ou = await store.ous.ensurePath(DEFAULT_ORGANISATION_ID, '/High', clock.now());
  for (const name of ['LIB-1', 'LIB-2', 'CART-3']) {
    const { device } = await store.devices.enroll({
      id: ids.next('dev'),
      organisationId: DEFAULT_ORGANISATION_ID,
      ouId: ou.id,
      publicKey: 'A'.repeat(43),
      hardware: {
        machineId: name,
        serial: null,
        hostname: name,
        platform: 'linux',
        osVersion: '1',
        manufacturer: null,
        model: null,
      },
      agentVersion: '1',
      now: clock.now(),
    });
    if (name === 'LIB-1') await store.devices.setStatus(device.id, 'online', clock.now());
    if (name === 'LIB-2')
      await store.devices.setLock(device.id, { ...device.lock, wanted: true, since: clock.now() });
  }
  const cookie = await signIn();
  const ask = async (query = '') =>
    (await app.inject({ url: `/dashboard/api/overview${query}`, headers: { cookie } })).json();
  const all = await ask();
  hasFields(t, all, {
    now: clock.now(),
    counts: { all: 3, locked: 1, unprotected: 0 },
    total: 3,
    hasMore: false,
  });
  t.same(
    all.devices.map((device: { name: string }) => device.name),
    ['CART-3', 'LIB-1', 'LIB-2'],
  );
  hasFields(t, all.devices[2], {
    ou: '/High',
    lock: 'locking',
    battery: null,
    user: null,
    campus: 'unknown',
  });
  t.equal(all.counts.online + all.counts.offline, 3);
  t.same(
    (await ask('?show=locked')).devices.map((device: { name: string }) => device.name),
    ['LIB-2'],
  );
  t.equal((await ask('?q=lib')).total, 2);
  const answer = await app.inject({ url: '/dashboard/api/overview?show=everything', headers: { cookie } });
  t.equal(answer.statusCode, 400);
});

t.test(
  'who looks at the overview all morning is told of in few entries, and a search by itself',
  async (t) => {
    const { app, clock, store, signIn } = await setting(t);
    const cookie = await signIn();
    const ask = (query: string) =>
      app.inject({ url: `/dashboard/api/overview${query}`, headers: { cookie }, remoteAddress: '10.1.2.3' });
    for (const query of ['', '?page=1', '?show=locked', '?q=ana', '?show=online'])
      t.equal((await ask(query)).statusCode, 200);
    const told = async () => {
      const looks: unknown[] = [];
      for await (const { action, actor, ip, changes } of auditEntries(store.audit, DEFAULT_ORGANISATION_ID))
        if (action === 'overview.viewed')
          looks.push([actor.slice(0, 4), ip, changes.after?.q, changes.after?.answers]);
      return looks;
    };
    const first = [
      ['acc_', '10.1.2.3', undefined, 1],
      ['acc_', '10.1.2.3', 'ana', 1],
    ];
    t.same(await told(), first);
    await clock.advance(600_000);
    await createRecordViewsJob({ store, clock }).run(new AbortController().signal);
    t.same(await told(), [...first, ['acc_', '10.1.2.3', undefined, 3]]);
  },
);

t.test('the overview that is asked for many times a second is written once in it', async (t) => {
  const { app, clock, looks, signIn } = await setting(t);
  const cookie = await signIn();
  const ask = () => app.inject({ url: '/dashboard/api/overview', headers: { cookie } });
  for (let look = 0; look < 20; look++) t.equal((await ask()).statusCode, 200);
  t.equal(looks.written, 1);
  await clock.advance(1_000);
  await until(() => looks.written === 2, { what: 'the nineteen to be written' });
});

t.test('a session makes an enrollment token', async (t) => {
  const { app, signIn, enrolled } = await setting(t);
  const cookie = await signIn();
  const answer = await app.inject({
    method: 'POST',
    url: '/dashboard/api/enrollment-tokens',
    headers: { ...SAME, cookie },
    payload: { ou: '/High' },
  });
  t.equal(answer.statusCode, 201);
  hasFields(t, answer.json(), { token: 'sget_x', command: /^npx schoolgate-agent enroll/ });
  t.same(enrolled, ['/High']);
});
