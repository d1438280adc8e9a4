import t from 'tap';
import { ROLES } from '../../../../contracts/roles.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { signedIn } from '../people.ts';
import { startRestServer, strangeId } from '../rest-server.ts';

const TEACHER = { email: 'Tea@School.example', name: ' Tea Lin ', role: 'teacher' };

t.test('an owner makes, reads, changes and deletes accounts of every role', async (t) => {
  const server = await startRestServer(t);
  const owner = await signedIn(server, 'owner');
  await server.store.ous.ensurePath(1, '/High', Date.now());
  for (const role of ROLES) {
    const made = await owner.call('POST', '/v1/accounts', {
      email: `${role}@x.example`,
      name: role,
      role,
      ...(role === 'owner' ? {} : { ou: '/High' }),
    });
    hasFields(
      t,
      made,
      { status: 201, body: { role, status: 'active', hasPassword: false, lastSignInAt: null } },
      role,
    );
    t.equal(made.body.ou, role === 'owner' ? null : '/High');
    t.equal(made.headers.get('location'), `/v1/accounts/${made.body.id}`);
  }
  const { body } = await owner.call('POST', '/v1/accounts', TEACHER);
  hasFields(t, body, { email: 'Tea@School.example', name: 'Tea Lin' });
  t.same((await owner.call('GET', `/v1/accounts/${body.id}`)).body, body);
  const changed = await owner.call('PATCH', `/v1/accounts/${body.id}`, { name: 'Tea', role: 'viewer' });
  hasFields(t, changed, { status: 200, body: { name: 'Tea', role: 'viewer' } });
  t.equal((await owner.call('DELETE', `/v1/accounts/${body.id}`)).status, 204);
  t.equal((await owner.call('GET', `/v1/accounts/${body.id}`)).status, 404);
  const list = await owner.call('GET', '/v1/accounts?role=teacher&role=viewer&sort=-email');
  t.same(
    list.body.data.map(({ email }: { email: string }) => email),
    ['viewer@x.example', 'teacher@x.example'],
  );
});

t.test('an address belongs to one account, however it is written', async (t) => {
  const server = await startRestServer(t);
  const owner = await signedIn(server, 'owner');
  const { body } = await owner.call('POST', '/v1/accounts', TEACHER);
  const again = await owner.call('POST', '/v1/accounts', { ...TEACHER, email: 'tea@SCHOOL.example' });
  hasFields(t, again, { status: 409, body: { code: 'already_exists', existingId: body.id } });
  const other = await owner.call('POST', '/v1/accounts', { ...TEACHER, email: 'b@x.example' });
  const moved = await owner.call('PATCH', `/v1/accounts/${other.body.id}`, { email: 'TEA@school.example' });
  hasFields(t, moved, { status: 409, body: { code: 'already_exists', existingId: body.id } });
});

t.test('what is no account is refused, field by field', async (t) => {
  const server = await startRestServer(t);
  const owner = await signedIn(server, 'owner');
  await server.store.ous.ensurePath(1, '/High', Date.now());
  for (const [body, pointer] of [
    [{ ...TEACHER, email: 'nobody' }, '#/email'],
    [{ ...TEACHER, email: 'a\u0000@x.example' }, '#/email'],
    [{ ...TEACHER, name: ' ' }, '#/name'],
    [{ ...TEACHER, role: 'root' }, '#/role'],
    [{ ...TEACHER, ou: '/Nowhere' }, '#/ou'],
    [{ ...TEACHER, role: 'owner', ou: '/High' }, '#/ou'],
    [{ ...TEACHER, passwordHash: 'x' }, '#/passwordHash'],
    [{ ...TEACHER, id: strangeId('acc') }, '#/id'],
  ] as const) {
    const answer = await owner.call('POST', '/v1/accounts', body);
    t.ok([400, 422].includes(answer.status), `${pointer}: ${answer.status}`);
    hasFields(t, answer.body.errors?.[0]?.pointer, pointer);
  }
});

t.test('the last active owner cannot be removed, disabled or demoted', async (t) => {
  const server = await startRestServer(t);
  const owner = await signedIn(server, 'owner');
  const own = `/v1/accounts/${owner.account.id}`;
  const attempts = [
    ['DELETE', undefined],
    ['PATCH', { status: 'disabled' }],
    ['PATCH', { role: 'admin' }],
  ] as const;
  for (const [method, body] of attempts)
    hasFields(t, await owner.call(method, own, body), { status: 409, body: { code: 'conflict' } });
  t.equal((await owner.call('PATCH', own, { name: 'Still here' })).status, 200);
  const second = await owner.call('POST', '/v1/accounts', { ...TEACHER, role: 'owner' });
  await owner.call('PATCH', `/v1/accounts/${second.body.id}`, { status: 'disabled' });
  t.equal((await owner.call('DELETE', own)).status, 409, 'a disabled owner is none');
  await owner.call('PATCH', `/v1/accounts/${second.body.id}`, { status: 'active' });
  t.equal((await owner.call('PATCH', own, { role: 'admin' })).status, 200);
  t.equal((await owner.call('GET', '/v1/session')).status, 401, 'and the session ended with the role');
});

t.test('an admin manages helpdesk, teachers and viewers, and nobody above', async (t) => {
  const server = await startRestServer(t);
  const owner = await signedIn(server, 'owner');
  const admin = await signedIn(server, 'admin');
  const teacher = await signedIn(server, 'teacher');
  t.same(
    (await admin.call('GET', '/v1/accounts')).body.data.map(({ id }: { id: string }) => id),
    [teacher.account.id],
  );
  for (const { account } of [owner, admin]) {
    t.equal((await admin.call('GET', `/v1/accounts/${account.id}`)).status, 404);
    t.equal((await admin.call('PATCH', `/v1/accounts/${account.id}`, { name: 'x' })).status, 404);
    t.equal((await admin.call('DELETE', `/v1/accounts/${account.id}`)).status, 404);
    t.equal((await admin.call('POST', `/v1/accounts/${account.id}/invite`)).status, 404);
  }
  for (const role of ['owner', 'admin']) {
    t.equal((await admin.call('POST', '/v1/accounts', { ...TEACHER, role })).status, 403);
    t.equal((await admin.call('PATCH', `/v1/accounts/${teacher.account.id}`, { role })).status, 403);
  }
  t.equal((await admin.call('POST', '/v1/accounts', TEACHER)).status, 201);
  t.equal(
    (await admin.call('PATCH', `/v1/accounts/${teacher.account.id}`, { role: 'helpdesk' })).status,
    200,
  );
});

t.test('an admin of a unit manages the people of that unit alone', async (t) => {
  const server = await startRestServer(t);
  const admin = await signedIn(server, 'admin', { ou: '/High' });
  const inside = await signedIn(server, 'teacher', { ou: '/High/9' });
  const outside = await signedIn(server, 'teacher', { ou: '/Low' });
  const everywhere = await signedIn(server, 'teacher');
  t.same(
    (await admin.call('GET', '/v1/accounts')).body.data.map(({ id }: { id: string }) => id),
    [inside.account.id],
  );
  for (const { account } of [outside, everywhere])
    t.equal((await admin.call('GET', `/v1/accounts/${account.id}`)).status, 404);
  t.equal((await admin.call('POST', '/v1/accounts', { ...TEACHER, ou: '/Low' })).status, 403);
  t.equal((await admin.call('POST', '/v1/accounts', TEACHER)).status, 403, 'nor one without a unit');
  t.equal((await admin.call('POST', '/v1/accounts', { ...TEACHER, ou: '/High/9' })).status, 201);
  t.equal((await admin.call('PATCH', `/v1/accounts/${inside.account.id}`, { ou: null })).status, 403);
});

t.test('other roles and every API key find accounts and keys closed', async (t) => {
  const server = await startRestServer(t);
  const paths = ['/v1/accounts', '/v1/keys'];
  for (const role of ['helpdesk', 'teacher', 'viewer'] as const) {
    const person = await signedIn(server, role);
    for (const path of paths)
      hasFields(
        t,
        await person.call('GET', path),
        { status: 403, body: { code: 'insufficient_scope' } },
        role,
      );
  }
  const admin = await signedIn(server, 'admin');
  t.equal((await admin.call('GET', '/v1/keys')).status, 403);
  for (const path of [...paths, '/v1/session'])
    hasFields(t, await server.call('GET', path), { status: 403, body: { code: 'insufficient_scope' } }, path);
});

t.test(
  'a disabled, demoted, moved or deleted person is out at once, however often they had called',
  async (t) => {
    const server = await startRestServer(t);
    const owner = await signedIn(server, 'owner');
    await server.store.ous.ensurePath(1, '/High', Date.now());
    for (const [method, body] of [
      ['PATCH', { status: 'disabled' }],
      ['PATCH', { role: 'viewer' }],
      ['PATCH', { ou: '/High' }],
      ['PATCH', { email: 'new@x.example' }],
      ['DELETE', undefined],
    ] as const) {
      const person = await signedIn(server, 'teacher');
      t.equal((await person.call('GET', '/v1/devices')).status, 200);
      t.match((await owner.call(method, `/v1/accounts/${person.account.id}`, body)).status, /20[04]/);
      hasFields(t, await person.call('GET', '/v1/devices'), {
        status: 401,
        body: { code: 'session_ended' },
      });
    }
  },
);

t.test('an invitation sets a password once, signs in, and a newer one ends it', async (t) => {
  const server = await startRestServer(t);
  const owner = await signedIn(server, 'owner');
  const { id } = (await owner.call('POST', '/v1/accounts', TEACHER)).body;
  const invite = async () => (await owner.call('POST', `/v1/accounts/${id}/invite`)).body.token as string;
  const accept = (token: string, password = 'correct horse battery') =>
    server.call('POST', '/v1/session/invite', { key: null, body: { token, password } });
  const first = await invite();
  const second = await invite();
  t.equal((await accept(first)).status, 401, 'an older one');
  t.equal((await accept(second, 'Tea@school.EXAMPLE')).status, 400, 'the address is no password');
  t.equal((await accept(second, 'aaaaaaaaaaaaaaaa')).status, 400);
  t.equal((await accept(second, 'too short')).status, 400);
  const accepted = await accept(second);
  hasFields(t, accepted, { status: 201, body: { account: { id, hasPassword: true }, role: 'teacher' } });
  t.match(accepted.headers.get('set-cookie'), /HttpOnly; SameSite=Strict/);
  t.equal((await accept(second)).status, 401, 'a used one');
  t.equal((await accept('nonsense')).status, 401);
});

t.test('every change is in the audit, without passwords or tokens', async (t) => {
  const server = await startRestServer(t);
  const owner = await signedIn(server, 'owner');
  const { id } = (await owner.call('POST', '/v1/accounts', TEACHER)).body;
  const { token } = (await owner.call('POST', `/v1/accounts/${id}/invite`)).body;
  const body = { token, password: 'correct horse battery' };
  await server.call('POST', '/v1/session/invite', { key: null, body });
  await owner.call('PATCH', `/v1/accounts/${id}`, { name: 'Other' });
  await owner.call('DELETE', `/v1/accounts/${id}`);
  const entries = (await server.store.audit.after(1, 0, 100)).filter(({ target }) => target === id);
  t.same(
    entries.map(({ action, actor }) => [action, actor === id]),
    [
      ['account.created', false],
      ['account.invited', false],
      ['account.password_changed', true],
      ['session.created', true],
      ['account.updated', false],
      ['account.deleted', false],
    ],
  );
  t.notOk(new RegExp(`argon2|battery|${token}`).test(JSON.stringify(entries)));
});
