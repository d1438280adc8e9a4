import t, { type Test } from 'tap';
import type { MailMessage } from '../../../../api/outbound/mailer.ts';
import { totpCode } from '../../../../kit/totp.ts';
import { createFakeClock, type FakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { until } from '../../../support/until.ts';
import { headersOf, secretOf, signedIn } from '../people.ts';
import { type Answer, type RestServer, startRestServer } from '../rest-server.ts';

const FACTOR = '/v1/account/second-factor';
const PASSWORD = 'correct horse battery';
const STEP = 30_000;
const EMAIL = 'tea@x.example';

interface Setting {
  readonly server: RestServer;
  readonly clock: FakeClock;
  readonly owner: Awaited<ReturnType<typeof signedIn>>;
  readonly id: string;
  readonly sent: MailMessage[];
  signIn(given?: { password?: string; code?: string; cookie?: string }): Promise<Answer>;
  /** Calls in the session that an answer has opened. */
  as(session: Answer, method: string, path: string, body?: unknown): Promise<Answer>;
}

/** A teacher who has a password, and an owner. */
async function setting(t: Test): Promise<Setting> {
  const clock = createFakeClock();
  const sent: MailMessage[] = [];
  const mailer = { send: async (message: MailMessage) => void sent.push(message) };
  const server = await startRestServer(t, { clock, api: { mail: async () => ({ mailer, recipients: [] }) } });
  const owner = await signedIn(server, 'owner', { clock });
  const { id } = (await owner.call('POST', '/v1/accounts', { email: EMAIL, name: 'Tea', role: 'teacher' }))
    .body;
  const { token } = (await owner.call('POST', `/v1/accounts/${id}/invite`)).body;
  const open = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    server.call('POST', path, { key: null, body, headers });
  await open('/v1/session/invite', { token, password: PASSWORD });
  return {
    server,
    clock,
    owner,
    id,
    sent,
    signIn: ({ password = PASSWORD, code, cookie } = {}) =>
      open('/v1/session', { email: EMAIL, password, code }, cookie === undefined ? {} : { cookie }),
    as: (session, method, path, body) =>
      server.call(method, path, { key: null, body, headers: headersOf(server.port, secretOf(session)) }),
  };
}

/** The same with a second factor, two steps ago. */
async function enabled(t: Test) {
  const own = await setting(t);
  const { as, clock, signIn } = own;
  const session = await signIn();
  const { secret } = (await as(session, 'POST', FACTOR, { password: PASSWORD })).body;
  const code = (steps = 0) => totpCode(secret, clock.now() + steps * STEP);
  const confirmed = await as(session, 'POST', `${FACTOR}/confirm`, { code: code() });
  const codes: readonly string[] = confirmed.body.codes;
  await clock.advance(2 * STEP);
  return { ...own, session, secret, code, codes };
}

const refused = { status: 401, body: { code: 'wrong_credentials' } };

t.test('a second factor is begun with the password, and asked for once it is confirmed', async (t) => {
  const { server, clock, as, signIn, owner, id } = await setting(t);
  const session = await signIn();
  const read = async () => (await as(session, 'GET', FACTOR)).body;
  t.same(await read(), { enabled: false, enabledSince: null, pending: false, recoveryCodesLeft: 0 });
  hasFields(t, await as(session, 'POST', FACTOR, { password: 'wrong' }), refused);
  const begun = await as(session, 'POST', FACTOR, { password: PASSWORD });
  t.equal(begun.status, 201);
  t.equal(begun.headers.get('cache-control'), 'no-store');
  const { secret, uri } = begun.body;
  t.match(secret, /^[A-Z2-7]{32}$/);
  t.ok(uri.startsWith(`otpauth://totp/Schoolgate:tea%40x.example?secret=${secret}&issuer=Schoolgate`));
  hasFields(t, await read(), { enabled: false, pending: true });
  t.equal((await signIn()).status, 201, 'what is only begun is not asked for');
  const code = totpCode(secret, clock.now());
  hasFields(t, await as(session, 'POST', `${FACTOR}/confirm`, { code: '000000' }), refused);
  const confirmed = await as(session, 'POST', `${FACTOR}/confirm`, { code });
  t.equal(confirmed.status, 200);
  t.equal(new Set(confirmed.body.codes).size, 10);
  for (const one of confirmed.body.codes)
    t.match(one, /^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
  hasFields(t, await read(), { enabled: true, enabledSince: /Z$/, pending: false, recoveryCodesLeft: 10 });
  hasFields(t, await as(session, 'POST', `${FACTOR}/confirm`, { code }), { status: 409 });
  hasFields(t, await as(session, 'POST', FACTOR, { password: PASSWORD }), { status: 409 });
  hasFields(t, (await owner.call('GET', `/v1/accounts/${id}`)).body, { secondFactor: true });
  hasFields(t, (await owner.call('GET', '/v1/session')).body.account, { secondFactor: false });
  const kept = await server.store.secondFactors.get(id as `acc_${string}`);
  t.notOk(JSON.stringify(kept).includes(secret), 'sealed at rest');
  const entries = JSON.stringify(await server.store.audit.after(1, 0, 100));
  for (const hidden of [secret, ...confirmed.body.codes]) t.notOk(entries.includes(hidden));
  for (const action of ['account.second_factor_begun', 'account.second_factor_enabled'])
    t.ok(entries.includes(action), action);
});

t.test('a password alone is told that a code is missing, and a code signs in once', async (t) => {
  const { signIn, code, clock } = await enabled(t);
  const missing = await signIn();
  hasFields(t, missing, { status: 401, body: { code: 'second_factor_required' } });
  t.equal(missing.headers.get('set-cookie'), null);
  hasFields(t, await signIn({ code: code() }), { status: 201, body: { account: { secondFactor: true } } });
  hasFields(t, await signIn({ code: code() }), refused, 'a code counts once');
  hasFields(t, await signIn({ code: code(-1) }), refused, 'nor does an earlier one');
  t.equal((await signIn({ code: `${code(1).slice(0, 3)} ${code(1).slice(3)}` })).status, 201, 'a fast clock');
  await clock.advance(4 * STEP);
  hasFields(t, await signIn({ code: code(-2) }), refused);
  hasFields(t, await signIn({ code: code(2) }), refused);
  t.equal((await signIn({ code: code(-1) })).status, 201, 'a slow clock');
});

t.test('two sign-ins with one code at the same moment are one', async (t) => {
  const { signIn, code } = await enabled(t);
  const given = { code: code() };
  const answers = await Promise.all([signIn(given), signIn(given), signIn(given)]);
  t.same(answers.map(({ status }) => status).sort(), [201, 401, 401]);
});

t.test('a wrong code does not tell whether the password was right', async (t) => {
  const { signIn, code } = await enabled(t);
  const wrongCode = await signIn({ code: '000000' });
  const wrongPassword = await signIn({ password: 'wrong', code: code() });
  hasFields(t, wrongCode, refused);
  const { requestId: _one, ...first } = wrongCode.body;
  const { requestId: _two, ...second } = wrongPassword.body;
  t.same(first, second);
  hasFields(t, await signIn({ password: 'wrong' }), refused, 'nor is a wrong one told of the second factor');
  t.equal((await signIn({ code: code() })).status, 201, 'a wrong password uses no code up');
});

t.test('each recovery code signs in once, however it is typed', async (t) => {
  const { as, signIn, codes, clock } = await enabled(t);
  const [first = '', second = ''] = codes;
  const session = await signIn({ code: first });
  t.equal(session.status, 201);
  hasFields(t, await signIn({ code: first }), refused);
  t.equal((await signIn({ code: ` ${second.toLowerCase().replaceAll('-', ' ')}` })).status, 201);
  hasFields(t, (await as(session, 'GET', FACTOR)).body, { recoveryCodesLeft: 8 });
  await clock.advance(STEP);
});

t.test(
  'wrong codes have to wait like wrong passwords, and asking without one in between helps not',
  async (t) => {
    const { signIn, code, clock, server } = await enabled(t);
    for (let failure = 1; failure <= 5; failure++) {
      hasFields(t, await signIn({ code: '000000' }), refused);
      if (failure < 5) hasFields(t, await signIn(), { body: { code: 'second_factor_required' } });
    }
    const waiting = await signIn({ code: code() });
    hasFields(t, waiting, { status: 429, body: { code: 'rate_limited' } });
    t.equal(waiting.headers.get('retry-after'), '30');
    await clock.advance(STEP);
    hasFields(t, await signIn(), { body: { code: 'second_factor_required' } }, 'this costs no further wait');
    t.equal((await signIn({ code: code() })).status, 201);
    for (let turn = 1; turn <= 12; turn++)
      hasFields(
        t,
        await signIn(),
        { body: { code: 'second_factor_required' } },
        'a missing code is no failure',
      );
    const noted = (await server.store.audit.after(1, 0, 200)).filter(
      ({ action }) => action === 'session.refused',
    );
    t.equal(noted.length, 5);
    hasFields(t, noted[0], { changes: { after: { method: 'second_factor' } } });
  },
);

t.test('who has a second factor takes it away with password or code, and makes new codes', async (t) => {
  const { as, session, code, codes, signIn, sent, clock } = await enabled(t);
  const renew = (body: unknown) => as(session, 'POST', `${FACTOR}/recovery-codes`, body);
  const remove = (body: unknown) => as(session, 'DELETE', FACTOR, body);
  for (const call of [renew, remove]) {
    hasFields(t, await call({}), { status: 400, body: { code: 'validation_failed' } });
    hasFields(t, await call({ password: 'wrong' }), refused);
  }
  hasFields(t, await remove({ password: PASSWORD, code: '000000' }), refused, 'both have to be right');
  const renewed = await renew({ code: code() });
  t.equal(renewed.status, 200);
  t.equal(renewed.body.codes.length, 10);
  hasFields(t, await signIn({ code: codes[0] ?? '' }), refused, 'the old ones have ended');
  await clock.advance(STEP);
  t.equal((await remove({ code: renewed.body.codes[0] })).status, 204);
  t.same((await as(session, 'GET', FACTOR)).body, {
    enabled: false,
    enabledSince: null,
    pending: false,
    recoveryCodesLeft: 0,
  });
  t.equal((await signIn()).status, 201);
  hasFields(t, await remove({ password: PASSWORD }), { status: 404 });
  await until(() => sent.length > 0, { what: 'the mail about it' });
  hasFields(t, sent, [{ to: [EMAIL], subject: 'Your Schoolgate account has no second factor any more' }]);
});

t.test('what was begun has to be confirmed within the hour', async (t) => {
  const { as, signIn, clock } = await setting(t);
  const session = await signIn();
  hasFields(t, await as(session, 'POST', `${FACTOR}/confirm`, { code: '000000' }), { status: 409 });
  const { secret } = (await as(session, 'POST', FACTOR, { password: PASSWORD })).body;
  await clock.advance(3_600_000);
  const late = await as(session, 'POST', `${FACTOR}/confirm`, { code: totpCode(secret, clock.now()) });
  hasFields(t, late, { status: 409, body: { code: 'conflict' } });
  const again = (await as(session, 'POST', FACTOR, { password: PASSWORD })).body;
  t.not(again.secret, secret);
  const code = totpCode(again.secret, clock.now());
  t.equal((await as(session, 'POST', `${FACTOR}/confirm`, { code })).status, 200);
});

t.test('an administrator of the role takes it away; sessions end, and the person is told', async (t) => {
  const { server, clock, owner, id, as, session, signIn, sent } = await enabled(t);
  const path = (account: string) => `/v1/accounts/${account}/second-factor`;
  const admin = await signedIn(server, 'admin', { clock });
  const ofUnit = await signedIn(server, 'admin', { clock, ou: '/High' });
  const teacher = await signedIn(server, 'teacher', { clock });
  hasFields(t, await ofUnit.call('DELETE', path(id)), { status: 404 });
  hasFields(t, await teacher.call('DELETE', path(id)), { status: 403 });
  hasFields(t, await server.call('DELETE', path(id)), { status: 403, body: { code: 'insufficient_scope' } });
  hasFields(t, await admin.call('DELETE', path(owner.account.id)), { status: 404 });
  hasFields(t, await owner.call('DELETE', path(teacher.account.id)), { status: 404 });
  hasFields(
    t,
    await owner.call('DELETE', path(owner.account.id)),
    { status: 409 },
    'the own one needs a proof',
  );
  t.equal((await admin.call('DELETE', path(id))).status, 204);
  hasFields(t, await admin.call('DELETE', path(id)), { status: 404 });
  hasFields(t, await as(session, 'GET', '/v1/session'), { status: 401, body: { code: 'session_ended' } });
  t.equal((await signIn()).status, 201);
  const noted = (await owner.call('GET', '/v1/audit?action=account.second_factor_removed')).body.data;
  hasFields(t, noted, [
    {
      actor: admin.account.id,
      target: id,
      changes: { before: { secondFactor: true }, after: { secondFactor: false } },
    },
  ]);
  await until(() => sent.length > 0, { what: 'the mail about it' });
  hasFields(t, sent, [{ to: [EMAIL], text: /tell your administrator/ }]);
});

t.test('neither a new password nor an invitation gets past it', async (t) => {
  const { server, owner, id, signIn, code } = await enabled(t);
  const password = 'paper lantern orbit seven';
  hasFields(t, await owner.call('POST', `/v1/accounts/${id}/invite`), {
    status: 409,
    body: { code: 'conflict', detail: /second factor/ },
  });
  const { token } = (await owner.call('POST', `/v1/accounts/${id}/password-reset`)).body;
  const used = await server.call('POST', '/v1/password-resets/use', {
    key: null,
    body: { token, password },
  });
  t.equal(used.status, 204);
  hasFields(t, await signIn({ password }), { status: 401, body: { code: 'second_factor_required' } });
  t.equal((await signIn({ password, code: code() })).status, 201);
});

t.test('an invitation of before it does not get past it either', async (t) => {
  const { server, owner, id, as, signIn, clock } = await setting(t);
  const { token } = (await owner.call('POST', `/v1/accounts/${id}/invite`)).body;
  const session = await signIn();
  const { secret } = (await as(session, 'POST', FACTOR, { password: PASSWORD })).body;
  await as(session, 'POST', `${FACTOR}/confirm`, { code: totpCode(secret, clock.now()) });
  const body = { token, password: 'paper lantern orbit seven' };
  const accepted = await server.call('POST', '/v1/session/invite', { key: null, body });
  hasFields(t, accepted, { status: 401, body: { code: 'invalid_invitation' } });
  hasFields(t, await signIn(), { body: { code: 'second_factor_required' } });
});

t.test('who has no password has no second factor here, and a key has none', async (t) => {
  const { server, clock } = await setting(t);
  const sso = await signedIn(server, 'viewer', {
    clock,
    oidc: { issuer: 'https://idp.example', subject: 's' },
  });
  hasFields(t, await sso.call('POST', FACTOR, { password: '' }), {
    status: 409,
    body: { code: 'conflict', detail: /provider/ },
  });
  for (const [method, path, body] of [
    ['GET', FACTOR, undefined],
    ['POST', FACTOR, { password: PASSWORD }],
    ['DELETE', FACTOR, { password: PASSWORD }],
    ['POST', `${FACTOR}/confirm`, { code: '000000' }],
  ] as const)
    hasFields(t, await server.call(method, path, { body }), {
      status: 403,
      body: { code: 'insufficient_scope' },
    });
});

t.test('each change leaves an entry: who, from where, by which request', async (t) => {
  const { server, as, session, id, code, clock } = await enabled(t);
  const steps = [
    ['POST', `${FACTOR}/recovery-codes`, { code: code() }, 'account.recovery_codes_made'],
    ['DELETE', FACTOR, { password: PASSWORD }, 'account.second_factor_removed'],
    ['POST', FACTOR, { password: PASSWORD }, 'account.second_factor_begun'],
  ] as const;
  for (const [method, path, body, action] of steps) {
    const answer = await as(session, method, path, body);
    hasFields(
      t,
      (await server.store.audit.after(1, 0, 200)).at(-1),
      { action, actor: id, target: id, ip: '127.0.0.1', requestId: answer.headers.get('x-request-id') },
      action,
    );
    await clock.advance(STEP);
  }
});

t.test('a secret of one account is no secret of another', async (t) => {
  const { server, clock, signIn, id, secret } = await enabled(t);
  const tea = id as `acc_${string}`;
  const other = await signedIn(server, 'teacher', { clock });
  const { secret: sealed = '' } = (await server.store.secondFactors.get(tea)) ?? {};
  await server.store.secondFactors.begin({ accountId: other.account.id, secret: sealed, createdAt: 0 });
  await server.store.secondFactors.confirm(other.account.id, 0);
  const moved = await other.call('POST', `${FACTOR}/recovery-codes`, { code: totpCode(secret, clock.now()) });
  t.ok(moved.status >= 400, 'it is sealed for its account');
  t.equal((await signIn({ code: totpCode(secret, clock.now()) })).status, 201);
});
