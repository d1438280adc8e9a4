import t, { type Test } from 'tap';
import type { MailMessage } from '../../../../api/outbound/mailer.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { until } from '../../../support/until.ts';
import { headersOf, secretOf, signedIn } from '../people.ts';
import { type RestServer, startRestServer } from '../rest-server.ts';

const MINUTE = 60_000;
const PASSWORD = 'correct horse battery';
const OTHER = 'paper lantern orbit seven';
const ADDRESS = 'https://school.example:8080';

/** A server with mail, and a teacher who has a password. */
async function setting(t: Test, { mail = true }: { readonly mail?: boolean } = {}) {
  const clock = createFakeClock();
  const sent: MailMessage[] = [];
  const faults: Error[] = [];
  const mailer = {
    async send(message: MailMessage) {
      const fault = faults.pop();
      if (fault !== undefined) throw fault;
      sent.push(message);
    },
  };
  const server = await startRestServer(t, {
    clock,
    api: {
      mail: async () => (mail ? { mailer, recipients: [] } : null),
      dashboardUrl: () => ADDRESS,
      trustProxy: ['127.0.0.1'],
    },
  });
  const owner = await signedIn(server, 'owner', { clock });
  const { id } = (
    await owner.call('POST', '/v1/accounts', { email: 'tea@x.example', name: 'Tea', role: 'teacher' })
  ).body;
  const { token } = (await owner.call('POST', `/v1/accounts/${id}/invite`)).body;
  await open(server, '/v1/session/invite', { token, password: PASSWORD });
  const ask = (email = 'tea@x.example', from = '192.0.2.1') =>
    open(server, '/v1/password-resets', { email }, { 'x-forwarded-for': from });
  const mails = async (count: number) => {
    await until(async () => sent.length >= count, { what: `${count} mails` });
    return sent;
  };
  const links = async (count: number) =>
    (await mails(count)).map(({ text }) => /\/reset\/([0-9A-Za-z]{43})\s/.exec(text)?.[1] ?? '');
  const use = (link: string, password = OTHER) =>
    open(server, '/v1/password-resets/use', { token: link, password });
  const signIn = (password: string) => open(server, '/v1/session', { email: 'tea@x.example', password });
  return { server, clock, owner, id, sent, faults, ask, mails, links, use, signIn };
}

const open = (server: RestServer, path: string, body: unknown, headers: Record<string, string> = {}) =>
  server.call('POST', path, { key: null, body, headers });

t.test('a link by e-mail sets a new password once, ends every session, and the person is told', async (t) => {
  const { server, owner, id, ask, links, mails, use, signIn } = await setting(t);
  const before = secretOf(await signIn(PASSWORD));
  const asked = await ask(' TEA@x.example ');
  hasFields(t, asked, { status: 202, body: { validForMinutes: 60 } });
  const [token = ''] = await links(1);
  const [mail] = await mails(1);
  hasFields(t, mail, { to: ['tea@x.example'], subject: 'A new password for Schoolgate' });
  t.ok(mail?.text.includes(`${ADDRESS}/reset/${token}\n`));
  t.ok(mail?.html.includes(`href="${ADDRESS}/reset/${token}"`));
  t.equal((await signIn(PASSWORD)).status, 201, 'until it is used, the password is as it was');
  hasFields(t, await use(token, 'short'), { status: 400 });
  hasFields(t, await use(token, 'tea@x.example'), { status: 400, body: { code: 'validation_failed' } });
  const used = await use(token);
  t.equal(used.status, 204);
  t.equal(used.headers.get('set-cookie'), null, 'nobody is signed in');
  hasFields(t, await use(token), { status: 401, body: { code: 'invalid_password_reset' } });
  const old = { key: null, headers: headersOf(server.port, before) };
  hasFields(t, await server.call('GET', '/v1/session', old), {
    status: 401,
    body: { code: 'session_ended' },
  });
  t.same([(await signIn(PASSWORD)).status, (await signIn(OTHER)).status], [401, 201]);
  hasFields(t, (await mails(2))[1], {
    to: ['tea@x.example'],
    subject: 'Your Schoolgate password was changed',
    text: /tell your administrator/,
  });
  const noted = (await owner.call('GET', `/v1/audit?target=${id}`)).body.data.map(
    ({ action }: { action: string }) => action,
  );
  for (const action of ['account.password_reset_requested', 'account.password_changed'])
    t.ok(noted.includes(action), action);
  t.notOk(JSON.stringify(await server.store.audit.after(1, 0, 100)).includes(token));
});

t.test('the answer is the same for an address of nobody, and no mail goes where none should', async (t) => {
  const { server, clock, owner, id, ask, mails, sent } = await setting(t);
  const oidc = { issuer: 'https://idp.example', subject: 's' };
  await signedIn(server, 'viewer', { email: 'sso@x.example', oidc, clock });
  const known = await ask();
  await mails(1);
  const nobody = await ask('nobody@x.example');
  const sso = await ask('sso@x.example');
  await owner.call('PATCH', `/v1/accounts/${id}`, { status: 'disabled' });
  const disabled = await ask();
  for (const answer of [nobody, sso, disabled]) {
    t.same([answer.status, answer.body], [known.status, known.body]);
    t.same([...answer.headers.keys()], [...known.headers.keys()]);
  }
  await owner.call('PATCH', `/v1/accounts/${id}`, { status: 'active' });
  await ask();
  t.same(
    (await mails(2)).map(({ to }) => to[0]),
    ['tea@x.example', 'tea@x.example'],
  );
  t.equal(sent.length, 2);
  const entries = (await server.store.audit.after(1, 0, 100)).filter(
    ({ action }) => action === 'account.password_reset_requested',
  );
  hasFields(t, entries[1], { actor: 'system', target: null, ip: '192.0.2.1' });
  t.notOk(JSON.stringify(entries).includes('nobody@'));
});

t.test('a link lasts an hour, and ends with a change of the account or its password', async (t) => {
  const { server, clock, owner, id, ask, links, use, signIn } = await setting(t);
  const refused = { status: 401, body: { code: 'invalid_password_reset' } };
  await ask();
  const [late = ''] = await links(1);
  await clock.advance(60 * MINUTE);
  hasFields(t, await use(late), refused);
  await ask();
  const [, moved = ''] = await links(2);
  await owner.call('PATCH', `/v1/accounts/${id}`, { role: 'viewer' });
  hasFields(t, await use(moved), refused, 'whose mailbox it is may have changed');
  await ask();
  const [, , changed = ''] = await links(3);
  const secret = secretOf(await signIn(PASSWORD));
  await server.call('POST', '/v1/session/password', {
    key: null,
    body: { currentPassword: PASSWORD, newPassword: OTHER },
    headers: headersOf(server.port, secret),
  });
  hasFields(t, await use(changed, 'a third password here'), refused);
  hasFields(t, await use('x'.repeat(43)), refused);
});

t.test('one password spends all links and invitations of the account', async (t) => {
  const { server, owner, id, ask, links, use } = await setting(t);
  await ask();
  await ask();
  const [first = '', second = ''] = await links(2);
  const { token } = (await owner.call('POST', `/v1/accounts/${id}/invite`)).body;
  t.equal((await use(second)).status, 204, 'the first one had not ended the second');
  hasFields(t, await use(first), { status: 401 });
  hasFields(t, await open(server, '/v1/session/invite', { token, password: OTHER }), {
    status: 401,
    body: { code: 'invalid_invitation' },
  });
});

t.test('who asks on and on fills no mailbox, and keeps nobody from a new password', async (t) => {
  const { clock, ask, links, use, sent, signIn } = await setting(t);
  for (let time = 1; time <= 5; time++) t.equal((await ask(undefined, `198.51.100.${time}`)).status, 202);
  const [first = ''] = await links(3);
  await clock.advance(29 * MINUTE);
  t.equal((await ask()).status, 202);
  t.equal(sent.length, 3);
  t.equal((await use(first)).status, 204, 'the links of before are good');
  t.equal((await signIn(OTHER)).status, 201);
  await clock.advance(2 * MINUTE);
  await ask();
  t.equal((await links(5)).length, 5, 'with the letter about the change');
});

t.test('after five questions for a name a network has to wait, known or not; others have not', async (t) => {
  const { ask } = await setting(t);
  for (const email of ['tea@x.example', 'nobody@x.example']) {
    for (let time = 1; time <= 5; time++) t.equal((await ask(email)).status, 202);
    const refused = await ask(email);
    hasFields(t, refused, { status: 429, body: { code: 'rate_limited' } }, email);
    t.equal(refused.headers.get('retry-after'), '30');
    t.equal((await ask(email, '203.0.113.9')).status, 202);
  }
});

t.test('asking for a new password delays no sign-in', async (t) => {
  const { ask, signIn } = await setting(t);
  for (let time = 1; time <= 8; time++) await ask(undefined, '127.0.0.1');
  t.equal((await signIn(PASSWORD)).status, 201);
});

t.test('a mail that could not be sent does not count', async (t) => {
  const { server, id, faults, ask, links, use } = await setting(t);
  for (let time = 1; time <= 4; time++) {
    faults.push(new Error('no route to the mail server'));
    t.equal((await ask()).status, 202);
    await until(async () => (await server.store.passwordResets.requestedSince(id, 0)) === 0, {
      what: 'the link is gone again',
    });
  }
  await ask();
  const [token = ''] = await links(1);
  t.equal((await use(token)).status, 204);
});

t.test('without mail the answer is the same, and an administrator makes the link', async (t) => {
  const { owner, id, ask, use, sent, signIn } = await setting(t, { mail: false });
  hasFields(t, await ask(), { status: 202, body: { validForMinutes: 60 } });
  const made = await owner.call('POST', `/v1/accounts/${id}/password-reset`);
  const { token } = made.body;
  hasFields(t, made, {
    status: 201,
    body: { accountId: id, link: `${ADDRESS}/reset/${token}`, expiresAt: /Z$/, mailed: false },
  });
  t.equal(made.headers.get('cache-control'), 'no-store');
  t.equal((await signIn(PASSWORD)).status, 201, 'nothing is changed by the link alone');
  t.equal((await use(token)).status, 204);
  t.equal((await signIn(OTHER)).status, 201);
  t.same(sent, []);
  const noted = await owner.call('GET', '/v1/audit?action=account.password_reset_made');
  hasFields(t, noted.body.data, [
    { actor: owner.account.id, target: id, changes: { after: { mailed: false } } },
  ]);
  t.notOk(JSON.stringify(noted.body).includes(token));
});

t.test('where there is mail, the person gets the link too, and questions count for nothing', async (t) => {
  const { owner, id, ask, links } = await setting(t);
  for (let time = 1; time <= 4; time++)
    hasFields(t, await owner.call('POST', `/v1/accounts/${id}/password-reset`), {
      status: 201,
      body: { mailed: true },
    });
  await ask();
  t.equal(new Set(await links(5)).size, 5);
});

t.test('a repeat with the same key gives the same link and no second mail', async (t) => {
  const { owner, id, links, ask, sent } = await setting(t);
  const path = `/v1/accounts/${id}/password-reset`;
  const send = () => owner.call('POST', path, undefined, { 'idempotency-key': 'one' });
  const [first, again] = [await send(), await send()];
  t.same(again.body, first.body);
  await ask();
  await links(2);
  t.equal(sent.length, 2);
});

t.test('only who manages the account makes a link, and nobody for the own one', async (t) => {
  const { server, clock, owner, id } = await setting(t);
  const path = (account: string) => `/v1/accounts/${account}/password-reset`;
  const admin = await signedIn(server, 'admin', { passwordHash: 'x', clock });
  const ofUnit = await signedIn(server, 'admin', { ou: '/High', clock });
  const teacher = await signedIn(server, 'teacher', { clock });
  for (const target of [owner.account.id, admin.account.id])
    hasFields(t, await admin.call('POST', path(target)), { status: 404 });
  hasFields(t, await ofUnit.call('POST', path(id)), { status: 404 });
  hasFields(t, await teacher.call('POST', path(id)), { status: 403, body: { code: 'insufficient_scope' } });
  hasFields(t, await server.call('POST', path(id)), { status: 403, body: { code: 'insufficient_scope' } });
  hasFields(t, await owner.call('POST', path(owner.account.id)), { status: 409, body: { code: 'conflict' } });
  hasFields(t, await owner.call('POST', path(teacher.account.id)), {
    status: 409,
    body: { code: 'conflict', detail: /invite/ },
  });
  await owner.call('PATCH', `/v1/accounts/${id}`, { status: 'disabled' });
  hasFields(t, await owner.call('POST', path(id)), { status: 409 });
  await owner.call('PATCH', `/v1/accounts/${id}`, { status: 'active' });
  t.equal((await admin.call('POST', path(id))).status, 201);
});

t.test('a page of another site asks for nothing', async (t) => {
  const { server, sent } = await setting(t);
  for (const path of ['/v1/password-resets', '/v1/password-resets/use'])
    hasFields(t, await open(server, path, { email: 'tea@x.example' }, { 'sec-fetch-site': 'cross-site' }), {
      status: 403,
    });
  t.same(sent, []);
});
