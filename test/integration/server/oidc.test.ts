import t, { type Test } from 'tap';
import { createSessions } from '../../../api/http/authentication/sessions.ts';
import { createSsrfGuard } from '../../../api/outbound/ssrf-guard.ts';
import { createOidcSignIn } from '../../../api/sign-in/oidc.ts';
import type { OidcSettings } from '../../../api/sign-in/oidc-settings.ts';
import { systemClock } from '../../../kit/clock.ts';
import { silentLog } from '../../../kit/log.ts';
import { createIdSource, systemRandom } from '../../../kit/random.ts';
import { createSealer } from '../../../kit/sealing.ts';
import { createDashboard } from '../../../server/dashboard/register.ts';
import type { NewAccount } from '../../../store/ports/accounts.ts';
import type { Store } from '../../../store/ports/store.ts';
import { hasFields, hasText } from '../../support/has-fields.ts';
import { createJar, type Jar, signInAtProvider, startOpenIdProvider } from '../../support/openid-provider.ts';
import { startRestServer } from '../api/rest-server.ts';

const CLIENT = { id: 'schoolgate', secret: 'a client secret of some length' };

/** A real server, a real provider, and somebody's browser. */
async function setting(
  t: Test,
  changes: Partial<OidcSettings> = {},
  guard = createSsrfGuard({ allowCidrs: [], allowHttpCidrs: ['127.0.0.1/32'] }),
) {
  const provider = await startOpenIdProvider(t);
  const settings: OidcSettings = {
    issuer: provider.issuer,
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
    allowedDomains: [],
    newAccountRole: null,
    groupRoles: new Map(),
    trustEmail: false,
    ...changes,
  };
  let store: Store | null = null;
  /** Sets another provider, as an owner does while the server runs. */
  let moveTo: (issuer: string) => void = () => undefined;
  const ids = createIdSource({ clock: systemClock, random: systemRandom });
  const server = await startRestServer(t, {
    store: (made) => {
      store = made;
      return made;
    },
    api: {
      registerDashboard: async (app) => {
        if (store === null) throw new Error('no store');
        const common = { store, clock: systemClock, random: systemRandom, ids, log: silentLog };
        const sealer = createSealer({ masterKey: new Uint8Array(32).fill(3), random: systemRandom });
        const tools = { ...common, sealer, guard };
        let current = createOidcSignIn(settings, tools);
        moveTo = (issuer) => {
          current = createOidcSignIn({ ...settings, issuer }, tools);
        };
        await createDashboard({
          log: silentLog,
          sessions: createSessions(common),
          oidc: async () => current,
          school: async () => ({ name: 'School', timeZone: 'UTC' }),
        })(app);
      },
    },
  });
  const origin = `http://127.0.0.1:${server.port}`;
  const callback = `${origin}/sign-in/oidc/callback`;
  provider.register({ ...CLIENT, redirectUri: callback });

  const makeAccount = (changes: Partial<NewAccount> = {}) =>
    server.store.accounts.create({
      id: ids.next('acc'),
      organisationId: 1,
      email: 'tea@x.example',
      name: 'Tea',
      role: 'teacher',
      ouId: null,
      passwordHash: null,
      oidc: null,
      provisioned: false,
      createdAt: Date.now(),
      ...changes,
    });
  /** Goes the whole way and gives the last page. */
  const signIn = async (login: string, jar: Jar = createJar()) => {
    const back = await signInAtProvider(jar, `${origin}/sign-in/oidc/start`, login, callback);
    const page = await jar.send(back);
    return { jar, back, status: page.status, page: await page.text(), headers: page.headers };
  };
  const whoAmI = async (jar: Jar) => {
    const answer = await jar.send(`${origin}/v1/session`);
    return {
      status: answer.status,
      body: (await answer.json()) as { role: string; account: { id: string } },
    };
  };
  return {
    ...{ server, provider, origin, callback, makeAccount, signIn, whoAmI },
    moveTo: (issuer: string) => moveTo(issuer),
  };
}

/** What the page that says why tells its code. */
const refusedBy = (reason: string): string => `&quot;refused&quot;:&quot;${reason}&quot;`;

const VERIFIED = { email: 'tea@x.example', email_verified: true, name: 'Tea Lin' };

t.test('the first page offers the provider, and a person with an account signs in there', async (t) => {
  const { server, provider, origin, makeAccount, signIn, whoAmI } = await setting(t);
  provider.people.set('tea', { ...VERIFIED, email: 'Tea@X.example' });
  const account = await makeAccount();
  hasText(t, await (await fetch(origin)).text(), '&quot;singleSignOn&quot;:true');
  const { jar, status, page } = await signIn('tea');
  t.equal(status, 200);
  t.match(
    page,
    /http-equiv="refresh" content="0;url=\/"/,
    'a page of ours leads on, so that the strict cookie is sent',
  );
  const me = await whoAmI(jar);
  hasFields(t, me, {
    status: 200,
    body: { role: 'teacher', method: 'oidc', account: { id: account.id, linked: true } },
  });
  hasText(
    t,
    await (await jar.send(origin)).text(),
    '&quot;signedIn&quot;:true',
    'the dashboard knows the session',
  );
  const linked = await server.store.accounts.get(1, account.id);
  t.same(linked?.oidc, { issuer: provider.issuer, subject: 'tea' });
});

t.test('after the first time the identity counts, not the address', async (t) => {
  const { provider, makeAccount, signIn, whoAmI } = await setting(t);
  provider.people.set('tea', VERIFIED);
  const account = await makeAccount();
  await signIn('tea');
  provider.people.set('tea', { email: 'married@x.example', email_verified: true });
  const { jar } = await signIn('tea');
  t.equal((await whoAmI(jar)).body.account.id, account.id);
  provider.people.set('other', VERIFIED);
  const other = await signIn('other');
  t.equal(other.status, 403);
  hasText(t, other.page, refusedBy('other_identity'));
  t.equal((await whoAmI(other.jar)).status, 401);
});

t.test(
  'who has no account, no verified address, or a disabled account is told so and not signed in',
  async (t) => {
    const { server, provider, makeAccount, signIn, whoAmI } = await setting(t);
    provider.people.set('nobody', { email: 'nobody@x.example', email_verified: true });
    provider.people.set('unverified', { ...VERIFIED, email_verified: false });
    provider.people.set('off', { email: 'off@x.example', email_verified: true });
    await makeAccount();
    const off = await makeAccount({
      id: createIdSource({ clock: systemClock, random: systemRandom }).next('acc'),
      email: 'off@x.example',
    });
    await server.store.accounts.update(1, off.id, { status: 'disabled' }, Date.now());
    for (const [login, reason] of [
      ['nobody', 'no_account'],
      ['unverified', 'unverified'],
      ['off', 'disabled'],
    ] as const) {
      const { jar, status, page } = await signIn(login);
      t.equal(status, 403, login);
      hasText(t, page, refusedBy(reason));
      t.equal((await whoAmI(jar)).status, 401);
    }
    const refused = (await server.store.audit.after(1, 0, 100)).filter(
      ({ action }) => action === 'session.refused',
    );
    t.equal(refused.length, 3, 'each is in the audit');
  },
);

t.test('only domains of the school come in', async (t) => {
  const { provider, makeAccount, signIn } = await setting(t, { allowedDomains: ['school.example'] });
  provider.people.set('tea', VERIFIED);
  await makeAccount();
  const { status, page } = await signIn('tea');
  t.equal(status, 403);
  hasText(t, page, refusedBy('domain'));
});

t.test(
  'groups give a role, which follows them at each sign-in; without one there is no account',
  async (t) => {
    const { server, provider, signIn, whoAmI } = await setting(t, {
      allowedDomains: ['x.example'],
      groupRoles: new Map([
        ['staff', 'teacher'],
        ['it', 'helpdesk'],
      ]),
    });
    provider.people.set('tea', { ...VERIFIED, groups: ['staff', 'it'] });
    const first = await signIn('tea');
    hasFields(t, (await whoAmI(first.jar)).body, { role: 'helpdesk', account: { name: 'Tea Lin' } });
    provider.people.set('tea', { ...VERIFIED, groups: ['staff'] });
    const second = await signIn('tea');
    t.equal((await whoAmI(second.jar)).body.role, 'teacher');
    t.equal((await whoAmI(first.jar)).status, 401, 'the session of the former role has ended');
    provider.people.set('tea', { ...VERIFIED, groups: [] });
    t.equal((await signIn('tea')).status, 403);
    provider.people.set('student', { email: 'p@x.example', email_verified: true, groups: ['students'] });
    t.equal((await signIn('student')).status, 403);
    t.equal((await server.store.accounts.list(1)).length, 1);
  },
);

t.test('an answer of one provider is not taken to another that was set meanwhile', async (t) => {
  const { provider, origin, callback, makeAccount, moveTo } = await setting(t);
  provider.people.set('tea', VERIFIED);
  await makeAccount();
  const jar = createJar();
  const back = await signInAtProvider(jar, `${origin}/sign-in/oidc/start`, 'tea', callback);
  moveTo('https://elsewhere.example');
  const answer = await jar.send(back);
  t.equal(answer.status, 403);
  hasText(t, await answer.text(), refusedBy('expired'));
});

t.test('an answer that was not asked for here, was changed, or comes twice opens nothing', async (t) => {
  const { provider, origin, callback, makeAccount, signIn, whoAmI } = await setting(t);
  provider.people.set('tea', VERIFIED);
  await makeAccount();
  const victim = createJar();
  const attacker = createJar();
  const stolen = await signInAtProvider(attacker, `${origin}/sign-in/oidc/start`, 'tea', callback);
  t.equal((await victim.send(stolen)).status, 403, 'another browser');
  await victim.send(`${origin}/sign-in/oidc/start`);
  t.equal((await victim.send(stolen)).status, 403, 'another state');
  t.equal((await whoAmI(victim)).status, 401);

  const changed = new URL(stolen);
  changed.searchParams.set('code', 'x'.repeat(43));
  t.equal((await attacker.send(changed.href)).status, 502, 'an invented code');
  t.equal((await attacker.send(stolen)).status, 403, 'the cookie was good for one answer');
  const { back, jar } = await signIn('tea');
  t.equal((await jar.send(back)).status, 403, 'twice');
  const denied = createJar();
  const start = await denied.send(`${origin}/sign-in/oidc/start`);
  const state = new URL(start.headers.get('location') ?? '').searchParams.get('state');
  const page = await denied.send(`${callback}?error=access_denied&state=${state}`);
  t.equal(page.status, 403);
  hasText(t, await page.text(), refusedBy('cancelled'));
});

t.test(
  'the request to the provider has PKCE, state and nonce, and its cookie can be read by nobody',
  async (t) => {
    const { origin } = await setting(t, { allowedDomains: ['x.example'] });
    const answer = await fetch(`${origin}/sign-in/oidc/start`, { redirect: 'manual' });
    const asked = new URL(answer.headers.get('location') ?? '').searchParams;
    t.equal(asked.get('code_challenge_method'), 'S256');
    t.equal(asked.get('hd'), 'x.example');
    for (const name of ['code_challenge', 'state', 'nonce']) t.match(asked.get(name), /^[\w-]{43}$/, name);
    const cookie = answer.headers.get('set-cookie') ?? '';
    t.match(cookie, /^schoolgate-oidc-\d+=s1\.[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/);
    t.notOk(cookie.includes(asked.get('state') ?? '?'));
  },
);

t.test(
  'a provider that the guard does not allow is not asked, and the page says that something is wrong',
  async (t) => {
    const guard = createSsrfGuard({ allowCidrs: [], allowHttpCidrs: [] });
    const { origin } = await setting(t, {}, guard);
    const answer = await fetch(`${origin}/sign-in/oidc/start`, { redirect: 'manual' });
    t.equal(answer.status, 502);
    hasText(t, await answer.text(), refusedBy('provider'));
  },
);
