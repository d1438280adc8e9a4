import t, { type Test } from 'tap';
import { createRecordViewsJob } from '../../../../api/audit/record-views-job.ts';
import { acceptInvite } from '../../../../api/sign-in/password-sign-in.ts';
import { ROLE_SCOPES, ROLES } from '../../../../contracts/roles.ts';
import { ALL_SCOPES } from '../../../../contracts/scopes.ts';
import { systemClock } from '../../../../kit/clock.ts';
import { systemRandom } from '../../../../kit/random.ts';
import { createFakeClock, type FakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { headersOf, secretOf, signedIn } from '../people.ts';
import { type RestServer, startRestServer } from '../rest-server.ts';

const HOUR_MS = 3_600_000;
const PASSWORD = 'correct horse battery';

/** A server with a teacher who has a password. */
async function setting(t: Test, clock?: FakeClock) {
  const server = await startRestServer(t, clock === undefined ? {} : { clock });
  const time = clock === undefined ? {} : { clock };
  const owner = await signedIn(server, 'owner', time);
  const { id, email } = (
    await owner.call('POST', '/v1/accounts', { email: 'tea@x.example', name: 'Tea', role: 'teacher' })
  ).body;
  const { token } = (await owner.call('POST', `/v1/accounts/${id}/invite`)).body;
  await server.call('POST', '/v1/session/invite', { key: null, body: { token, password: PASSWORD } });
  const signIn = (
    password = PASSWORD,
    { as = email, headers = {} }: { as?: string; headers?: Record<string, string> } = {},
  ) => server.call('POST', '/v1/session', { key: null, body: { email: as, password }, headers });
  return { server, owner, id, email, signIn };
}

const read = (server: RestServer, secret: string, path = '/v1/session') =>
  server.call('GET', path, { key: null, headers: headersOf(server.port, secret) });

t.test('a password signs in; the answer says who it is and what they may do', async (t) => {
  const { server, signIn, id } = await setting(t);
  const answer = await signIn();
  t.equal(answer.status, 201);
  hasFields(t, answer.body, {
    account: { id, email: 'tea@x.example', lastSignInAt: /Z$/ },
    role: 'teacher',
    scopes: ROLE_SCOPES.teacher,
    method: 'password',
  });
  t.match(
    answer.headers.getSetCookie()[0],
    /^schoolgate-\d+=[0-9A-Za-z]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/,
  );
  t.equal(answer.headers.get('cache-control'), 'no-store');
  const secret = secretOf(answer);
  t.notOk(JSON.stringify(answer.body).includes(secret), 'the secret is in the cookie alone');
  t.same((await read(server, secret)).body.csrfToken, answer.body.csrfToken);
  t.equal((await signIn(PASSWORD, { as: ' TEA@X.EXAMPLE ' })).status, 201, 'however the address is written');
});

t.test('what is wrong with a sign-in is never said', async (t) => {
  const { owner, signIn, id } = await setting(t);
  const wrong = await signIn('wrong');
  const nobody = await signIn('wrong', { as: 'nobody@x.example' });
  const noPassword = await signIn('', { as: owner.account.email });
  await owner.call('PATCH', `/v1/accounts/${id}`, { status: 'disabled' });
  const disabled = await signIn();
  for (const answer of [wrong, nobody, noPassword, disabled]) {
    t.equal(answer.status, 401);
    hasFields(t, answer.body, { code: 'wrong_credentials', detail: wrong.body.detail });
    t.equal(answer.headers.get('set-cookie'), null);
    t.equal(answer.headers.get('www-authenticate'), 'Bearer realm="api"', 'no key was refused');
  }
});

t.test(
  'after five failures a name has to wait, longer each time, known or not; a restart forgives nothing',
  async (t) => {
    const clock = createFakeClock();
    const { signIn } = await setting(t, clock);
    for (const as of ['tea@x.example', 'nobody@x.example']) {
      for (let failure = 1; failure <= 5; failure++) t.equal((await signIn('wrong', { as })).status, 401);
      const refused = await signIn(PASSWORD, { as });
      hasFields(
        t,
        refused,
        { status: 429, body: { code: 'rate_limited' } },
        `${as}: also with the right password`,
      );
      t.equal(refused.headers.get('retry-after'), '30');
      await clock.advance(30_000);
      t.equal((await signIn('wrong', { as })).status, 401);
      t.equal((await signIn('wrong', { as })).headers.get('retry-after'), '60');
      await clock.advance(60_000);
    }
    t.equal((await signIn()).status, 201, 'a success starts afresh');
    for (let failure = 1; failure <= 4; failure++) t.equal((await signIn('wrong')).status, 401);
    t.equal((await signIn()).status, 201);
  },
);

t.test('attempts at the same moment are counted each', async (t) => {
  const { signIn } = await setting(t);
  const answers = await Promise.all(Array.from({ length: 12 }, () => signIn('wrong')));
  t.equal(answers.filter(({ status }) => status === 401).length, 5);
  t.equal(answers.filter(({ status }) => status === 429).length, 7);
});

t.test('who guesses behind the school’s address locks nobody else out', async (t) => {
  const clock = createFakeClock();
  const { server, signIn } = await setting(t, clock);
  const [, known = ''] = (await signIn()).headers.getSetCookie();
  t.match(known, /^schoolgate-known-\d+=[\w.-]{83}; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Strict$/);
  for (let failure = 1; failure <= 30; failure++)
    t.equal((await signIn('wrong', { as: `${failure}@x.example` })).status, 401);
  t.equal((await signIn()).status, 201, 'a name without failures');
  await clock.advance(60_000);
  t.equal((await signIn('wrong')).status, 401);
  t.equal((await signIn()).status, 429, 'a name that was guessed at');
  const headers = { cookie: known.split(';')[0] ?? '' };
  t.equal((await signIn(PASSWORD, { headers })).status, 201, 'a browser that was signed in with before');
  await clock.advance(60_000);
  for (let turn = 0; turn < 60; turn++)
    await server.call('POST', '/v1/session', { key: null, body: { email: '', password: '' } });
  t.equal((await signIn()).status, 429, 'all that an address may ask');
  t.equal((await signIn(PASSWORD, { headers })).status, 201, 'is not asked of that browser');
  const forged = { cookie: headers.cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) };
  t.equal((await signIn(PASSWORD, { headers: forged })).status, 429, 'nor of one that only says so');
});

t.test('nobody without an invitation has the server compute a hash', async (t) => {
  const { server } = await setting(t);
  const made: unknown[] = [];
  const passwords = {
    hash: (password: string) => {
      made.push(password);
      return Promise.resolve('hash');
    },
    verify: () => Promise.resolve(false),
  };
  const { store } = server;
  await t.rejects(
    acceptInvite(
      { store, clock: systemClock, random: systemRandom, ids: server.ids, passwords },
      { token: 'x'.repeat(43), password: PASSWORD },
      { address: '192.0.2.1', userAgent: null },
    ),
    { code: 'invalid_invitation' },
  );
  t.same(made, []);
});

t.test('each role has its scopes, on every call and no more', async (t) => {
  const server = await startRestServer(t);
  const calls = {
    'devices:read': ['GET', '/v1/devices'],
    'devices:write': ['POST', '/v1/campuses'],
    'webhooks:manage': ['GET', '/v1/webhooks'],
  } as const;
  for (const role of ROLES) {
    const person = await signedIn(server, role);
    for (const [scope, [method, path]] of Object.entries(calls)) {
      const { status } = await person.call(method, path, method === 'POST' ? {} : undefined);
      const may = ROLE_SCOPES[role].some((one) => one === scope);
      t.equal(status === 403, !may, `${role} ${scope}: ${status}`);
    }
    t.same((await person.call('GET', '/v1/session')).body.scopes, ROLE_SCOPES[role]);
  }
  t.same(ROLE_SCOPES.owner, ALL_SCOPES);
  t.notOk(ROLE_SCOPES.viewer.some((scope) => ['logs:read', 'activity:read', 'alerts:read'].includes(scope)));
});

t.test('a person of a unit sees what is in it', async (t) => {
  const server = await startRestServer(t);
  const inside = await server.makeDevice({ ou: '/High' });
  const outside = await server.makeDevice({ ou: '/Low' });
  const teacher = await signedIn(server, 'teacher', { ou: '/High' });
  t.equal((await teacher.call('GET', '/v1/devices')).body.total, 1);
  t.equal((await teacher.call('GET', `/v1/devices/${inside.id}`)).status, 200);
  t.equal((await teacher.call('GET', `/v1/devices/${outside.id}`)).status, 404);
});

t.test('a call that changes something needs the session’s token and a page of ours', async (t) => {
  const server = await startRestServer(t);
  const owner = await signedIn(server, 'owner');
  const other = await signedIn(server, 'owner');
  const body = { name: 'x', cidrs: [] };
  const { cookie, 'x-csrf-token': token = '' } = owner.headers;
  const send = (headers: Record<string, string>) =>
    server.call('POST', '/v1/campuses', { key: null, body, headers: { cookie: cookie ?? '', ...headers } });
  for (const headers of [
    {},
    { 'x-csrf-token': '' },
    { 'x-csrf-token': 'A'.repeat(43) },
    { 'x-csrf-token': other.headers['x-csrf-token'] ?? '' },
    { 'x-csrf-token': token, 'sec-fetch-site': 'cross-site' },
    { 'x-csrf-token': token, 'sec-fetch-site': 'same-site' },
    { 'x-csrf-token': token, origin: 'https://evil.example' },
    { 'x-csrf-token': token, origin: 'null' },
  ])
    t.equal((await send(headers as Record<string, string>)).status, 403, JSON.stringify(headers));
  t.equal((await server.store.campuses.list(1)).length, 0);
  t.equal((await send({ 'x-csrf-token': token, 'sec-fetch-site': 'same-origin' })).status, 201);
  const signedOut = await server.call('DELETE', '/v1/session', {
    key: null,
    headers: { cookie: cookie ?? '' },
  });
  t.equal(signedOut.status, 403, 'also signing out');
});

t.test('nobody is signed in by a foreign page', async (t) => {
  const { signIn } = await setting(t);
  t.equal((await signIn(PASSWORD, { headers: { 'sec-fetch-site': 'cross-site' } })).status, 403);
  t.equal((await signIn(PASSWORD, { headers: { origin: 'https://evil.example' } })).status, 403);
});

t.test('a request with a key and a cookie is judged by the key', async (t) => {
  const server = await startRestServer(t);
  const owner = await signedIn(server, 'owner');
  const { key } = await server.makeKey({ scopes: ['users:read'] });
  t.equal((await server.call('GET', '/v1/devices', { key, headers: owner.headers })).status, 403);
  t.equal((await server.call('GET', '/v1/devices', { key: 'bad', headers: owner.headers })).status, 401);
});

t.test('a session ends two hours after its last use, and after twelve in any case', async (t) => {
  const clock = createFakeClock();
  const { server, signIn } = await setting(t, clock);
  const idle = secretOf(await signIn());
  clock.jump(2 * HOUR_MS - 1);
  t.equal((await read(server, idle)).status, 200);
  clock.jump(2 * HOUR_MS);
  t.equal((await read(server, idle)).status, 401);
  const busy = secretOf(await signIn());
  for (let hour = 1; hour < 12; hour++) {
    await clock.advance(HOUR_MS);
    t.equal((await read(server, busy)).status, 200, `hour ${hour}`);
  }
  await clock.advance(HOUR_MS);
  t.equal((await read(server, busy)).status, 401);
});

t.test('signing out ends the session on the server, at once', async (t) => {
  const server = await startRestServer(t);
  const person = await signedIn(server, 'viewer');
  t.equal((await person.call('GET', '/v1/devices')).status, 200);
  const answer = await person.call('DELETE', '/v1/session');
  t.equal(answer.status, 204);
  t.match(answer.headers.get('set-cookie'), /Max-Age=0/);
  t.equal((await person.call('GET', '/v1/devices')).status, 401);
});

t.test('a new password ends every other session and needs the present one', async (t) => {
  const { server, signIn } = await setting(t);
  const [one, two] = [secretOf(await signIn()), secretOf(await signIn())];
  t.equal((await read(server, two)).status, 200);
  const change = (secret: string, body: unknown) =>
    server.call('POST', '/v1/session/password', { key: null, body, headers: headersOf(server.port, secret) });
  const newPassword = 'paper lantern orbit';
  t.equal((await change(one, { newPassword })).status, 401);
  t.equal((await change(one, { currentPassword: 'wrong', newPassword })).status, 401);
  const changed = await change(one, { currentPassword: PASSWORD, newPassword });
  t.equal(changed.status, 200);
  t.same([(await read(server, one)).status, (await read(server, two)).status], [401, 401]);
  t.equal((await read(server, secretOf(changed))).status, 200, 'this browser has a new one');
  t.equal((await signIn()).status, 401);
  t.equal((await signIn(newPassword)).status, 201);
});

t.test('the first owner sets a password without having had one', async (t) => {
  const server = await startRestServer(t);
  const owner = await signedIn(server, 'owner');
  const set = await owner.call('POST', '/v1/session/password', { newPassword: PASSWORD });
  hasFields(t, set, { status: 200, body: { account: { hasPassword: true } } });
});

t.test('sign-ins, good and bad, are in the audit with the address, and never what was typed', async (t) => {
  const { server, signIn, id } = await setting(t);
  await signIn('wrong-secret-text');
  await signIn('wrong-secret-text', { as: 'nobody@x.example' });
  await signIn();
  const entries = await server.store.audit.after(1, 0, 100);
  const of = (action: string) => entries.filter((entry) => entry.action === action);
  hasFields(t, of('session.refused'), [
    { actor: 'system', target: id, ip: '127.0.0.1' },
    { actor: 'system', target: null },
  ]);
  hasFields(t, of('session.created').at(-1), { actor: id, target: id, ip: '127.0.0.1' });
  t.notOk(/wrong-secret-text|nobody@/.test(JSON.stringify(entries)));
});

t.test('refused sign-ins from everywhere are few entries, which say how many there were', async (t) => {
  const clock = createFakeClock();
  const server = await startRestServer(t, { clock, api: { trustProxy: ['127.0.0.1'] } });
  const guess = (number: number) =>
    server.call('POST', '/v1/session', {
      key: null,
      body: { email: `nobody-${number}@x.example`, password: 'a guess' },
      headers: { 'x-forwarded-for': `2001:db8:0:${number.toString(16)}::1` },
    });
  for (let number = 0; number < 60; number++) t.equal((await guess(number)).status, 401);
  await clock.advance(600_000);
  await createRecordViewsJob({ store: server.store, clock }).run(new AbortController().signal);
  const told = (await server.store.audit.after(1, 0, 100)).filter(
    ({ action }) => action === 'session.refused',
  );
  t.equal(told.length, 52, 'fifty, the first behind them, and the nine that followed');
  hasFields(
    t,
    told.slice(-2).map(({ changes }) => changes.after),
    [
      { method: 'password', together: true, answers: 1 },
      { method: 'password', together: true, answers: 9 },
    ],
  );
});
