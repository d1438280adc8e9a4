import Fastify, { type InjectOptions, type LightMyRequestResponse } from 'fastify';
import t, { type Test } from 'tap';
import { createSessions } from '../../../api/http/authentication/sessions.ts';
import { Fault } from '../../../kit/fault.ts';
import { silentLog } from '../../../kit/log.ts';
import { createIdSource, systemRandom } from '../../../kit/random.ts';
import { createDashboard } from '../../../server/dashboard/register.ts';
import type { Store } from '../../../store/ports/store.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { hasFields } from '../../support/has-fields.ts';
import { createTestStore } from '../../support/test-store.ts';

const HOUR_MS = 3_600_000;
const SAME = { 'sec-fetch-site': 'same-origin' };

interface Setting {
  readonly app: { inject(request: string | InjectOptions): Promise<LightMyRequestResponse> };
  readonly clock: FakeClock;
  readonly store: Store;
  readonly link: () => Promise<string>;
  /** Signs in and gives the cookie. */
  readonly signIn: () => Promise<string>;
}

/** What the document of a page tells its code. */
function factsOf({ body }: { readonly body: string }): Readonly<Record<string, unknown>> {
  const [, text = ''] = /<meta name="schoolgate-facts" content="([^"]*)">/.exec(body) ?? [];
  return JSON.parse(text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&'));
}

/** Whether the pages know the session. */
async function isSignedIn(app: Setting['app'], headers: Readonly<Record<string, string>>): Promise<boolean> {
  return factsOf(await app.inject({ url: '/', headers })).signedIn === true;
}

async function setting(t: Test): Promise<Setting> {
  const clock = createFakeClock();
  const store = await createTestStore(t, { clock });
  const fastify = Fastify({ trustProxy: true });
  const app: Setting['app'] = { inject: (request) => Promise.resolve(fastify.inject(request)) };
  fastify.setErrorHandler((error, _request, reply) => {
    const status =
      error instanceof Fault ? error.status : ((error as { statusCode?: number }).statusCode ?? 500);
    return reply.code(status).send({ detail: error instanceof Error ? error.message : String(error) });
  });
  const ids = createIdSource({ clock, random: systemRandom });
  const sessions = createSessions({ store, clock, random: systemRandom, ids });
  const school = async () => ({ name: 'St. "Mary" <High>', timeZone: 'Europe/Madrid' });
  await createDashboard({ sessions, oidc: async () => null, school, log: silentLog })(fastify);
  t.teardown(() => fastify.close());
  const link = () => sessions.createLink();
  const signIn = async (): Promise<string> => {
    const answer = await app.inject({ method: 'POST', url: `/sign-in?token=${await link()}`, headers: SAME });
    t.equal(answer.statusCode, 303);
    return String(answer.headers['set-cookie']).split(';')[0] ?? '';
  };
  return { app, clock, store, link, signIn };
}

t.test('a stranger’s page knows how to get a link, and not the school’s name', async (t) => {
  const { app, signIn } = await setting(t);
  const page = await app.inject('/');
  t.equal(page.statusCode, 200);
  const told = { singleSignOn: false, refused: null, command: 'npx schoolgate', timeZone: 'Europe/Madrid' };
  t.same(factsOf(page), { signedIn: false, ...told, school: null });
  const known = await app.inject({ url: '/devices/batches/x', headers: { cookie: await signIn() } });
  t.same(factsOf(known), { signedIn: true, ...told, school: 'St. "Mary" <High>' });
});

t.test('a link signs in by its button, once; looking at it uses nothing up', async (t) => {
  const { app, link } = await setting(t);
  const url = `/sign-in?token=${await link()}`;
  for (let look = 0; look < 3; look++) t.equal((await app.inject(url)).statusCode, 200);
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
  t.ok(await isSignedIn(app, { cookie }));
  const again = await app.inject({ method: 'POST', url, headers: SAME });
  t.equal(again.statusCode, 403);
  hasFields(t, factsOf(again), { signedIn: false, refused: 'link' });
  t.equal(again.headers['set-cookie'], undefined);
});

t.test('the link of an e-mail opens the page for a new password, which no cache keeps', async (t) => {
  const { app } = await setting(t);
  const answer = await app.inject(`/reset/${'x'.repeat(43)}`);
  t.equal(answer.statusCode, 200);
  t.equal(answer.headers['cache-control'], 'private, no-store');
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
  t.ok(await isSignedIn(app, { ...headers, cookie }));
});

t.test('a link ends after a day, a session after twelve hours', async (t) => {
  const { app, clock, link, signIn } = await setting(t);
  const url = `/sign-in?token=${await link()}`;
  clock.jump(24 * HOUR_MS + 1);
  t.equal((await app.inject({ method: 'POST', url, headers: SAME })).statusCode, 403);
  const cookie = await signIn();
  for (let hour = 1; hour < 12; hour++) {
    clock.jump(HOUR_MS);
    t.ok(await isSignedIn(app, { cookie }), `hour ${hour}`);
  }
  clock.jump(HOUR_MS);
  t.notOk(await isSignedIn(app, { cookie }));
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
    t.notOk(await isSignedIn(app, { cookie }));
  },
);

t.test('what another site’s page makes a browser send is refused, and uses no link up', async (t) => {
  const { app, link } = await setting(t);
  const url = `/sign-in?token=${await link()}`;
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ]) {
    t.equal((await app.inject({ method: 'POST', url, headers })).statusCode, 403, JSON.stringify(headers));
  }
  t.equal(
    (await app.inject({ method: 'POST', url, headers: SAME })).statusCode,
    303,
    'the link is still good',
  );
});

t.test('pages load nothing from elsewhere, run nothing inline, and are framed by nobody', async (t) => {
  const { app, signIn } = await setting(t);
  const cookie = await signIn();
  const { body: document } = await app.inject('/');
  const files = [...document.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file = '']) => file);
  t.ok(files.length > 3);
  for (const url of ['/', '/sign-in', ...files]) {
    const { statusCode, headers, body } = await app.inject({ url, headers: { cookie } });
    t.equal(statusCode, 200, url);
    t.match(
      headers['content-security-policy'],
      /^default-src 'none'; script-src 'self'; style-src 'self';.* frame-ancestors 'none'/,
    );
    t.equal(headers['x-content-type-options'], 'nosniff');
    if (!url.startsWith('/dashboard/'))
      t.notMatch(body, /https?:\/\/|<script>|style="|onclick=/, `${url} is all our own`);
  }
  t.equal((await app.inject('/')).headers['cache-control'], 'private, no-store');
});

t.test('files are asked for again only when they have changed, and built ones never', async (t) => {
  const { app } = await setting(t);
  const { etag } = (await app.inject('/dashboard/icon.svg')).headers;
  const again = { url: '/dashboard/icon.svg', headers: { 'if-none-match': String(etag) } };
  t.equal((await app.inject(again)).statusCode, 304);
  const [, built = ''] = /src="(\/dashboard\/assets\/[^"]+)"/.exec((await app.inject('/')).body) ?? [];
  const { headers, statusCode } = await app.inject(built);
  hasFields(
    t,
    { statusCode, ...headers },
    { statusCode: 200, 'cache-control': 'public, max-age=31536000, immutable' },
  );
  t.equal((await app.inject('/dashboard/../../package.json')).statusCode, 404);
  t.equal((await app.inject('/dashboard/manifest.json')).statusCode, 404);
});
