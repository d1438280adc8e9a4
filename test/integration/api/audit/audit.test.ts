import t from 'tap';
import type { AccountId } from '../../../../contracts/ids.ts';
import type { AuditRecord } from '../../../../store/ports/audit.ts';
import { auditEntries, verifyAudit } from '../../../../store/rules/audit-chain.ts';
import { hasFields, hasText } from '../../../support/has-fields.ts';
import { withPorts } from '../../../support/with-ports.ts';
import { collectionOf, type Operation, readOperations } from '../operations.ts';
import { signedIn } from '../people.ts';
import { type RestServer, startRestServer } from '../rest-server.ts';
import { makeEnrollmentRequest, makeWorld, openSecondSession, type World } from '../world.ts';

const { operations } = await readOperations();

/** Calls that change something: all but GET, but for questions that are too long for an address. */
const changing = operations.filter(
  ({ method, scope, open, path }) =>
    method !== 'GET' &&
    !open &&
    !(scope?.endsWith(':read') ?? false) &&
    // The state that each of these needs is made where they are tested.
    !path.startsWith('/v1/session') &&
    !path.startsWith('/v1/account/second-factor') &&
    !path.endsWith('/preview'),
);

const entriesOf = async ({ store }: RestServer): Promise<readonly AuditRecord[]> => {
  const entries: AuditRecord[] = [];
  for await (const entry of auditEntries(store.audit, 1)) entries.push(entry);
  return entries;
};

/** Makes another one of what is to go, so that nothing depends on it, and of what can be decided only once. */
async function freshTarget(server: RestServer, world: World, operation: Operation): Promise<void> {
  const collection = collectionOf(operation);
  const ids = world.ids as Map<string, string>;
  if (collection === '/v1/enrollment-requests') {
    ids.set(collection, await makeEnrollmentRequest(server, world));
    return;
  }
  if (collection === '/v1/dashboard-sessions') {
    ids.set(collection, await openSecondSession(server, world.owner));
    return;
  }
  if (operation.operationId === 'retryCommandBatch') return await makeFailedBatch(server, world);
  const maker = operations.find(({ method, path }) => method === 'POST' && path === collection);
  if (operation.method === 'DELETE' && maker !== undefined)
    ids.set(collection, (await world.call(maker)).body.id);
  await prepareAccount(server, world, operation);
}

/** Gives the account of the world what the call changes or takes away. */
async function prepareAccount(
  { store }: RestServer,
  world: World,
  { operationId }: Operation,
): Promise<void> {
  const accountId = world.ids.get('/v1/accounts') as AccountId;
  const now = Date.now();
  if (operationId === 'resetAccountPassword')
    await store.accounts.update(world.organisationId, accountId, { passwordHash: 'hash' }, now);
  if (operationId !== 'removeAccountSecondFactor') return;
  await store.secondFactors.begin({ accountId, secret: 'sealed', createdAt: now });
  await store.secondFactors.confirm(accountId, now);
}

/** Makes a batch whose commands have expired, so that there is something to try again. */
async function makeFailedBatch({ store }: RestServer, world: World): Promise<void> {
  const { organisationId } = world;
  const send = operations.find(({ operationId }) => operationId === 'sendCommandBatch');
  const batchId: string = send === undefined ? '' : (await world.call(send)).body.id;
  (world.ids as Map<string, string>).set('/v1/commands/batches', batchId);
  const { rows } = await store.commands.list({
    ...{ organisationId, filter: { batchId }, sort: [], limit: 50 },
    from: { kind: 'page', page: 1 },
  });
  for (const { id } of rows) await store.commands.advance(id, { to: 'expired', at: Date.now() });
}

t.test('every call that changes something leaves an entry: who, what, to what, from where', async (t) => {
  const server = await startRestServer(t);
  const world = await makeWorld(server, operations, 1);
  t.ok(changing.length > 35, `${changing.length} calls`);
  // What takes something away comes last; the device, on which others stand, at the very end.
  const rank = ({ method, path }: Operation): number => {
    if (method !== 'DELETE') return 0;
    return path.startsWith('/v1/devices') ? 2 : 1;
  };
  const order = [...changing].sort((a, b) => rank(a) - rank(b));
  for (const operation of order) {
    await freshTarget(server, world, operation);
    const before = (await entriesOf(server)).length;
    const answer = await world.call(operation);
    const made = (await entriesOf(server)).slice(before);
    const { operationId } = operation;
    if (!t.ok(answer.status < 300, `${operationId}: ${answer.status} ${JSON.stringify(answer.body)}`))
      continue;
    t.ok(made.length >= 1, `${operationId} leaves an entry`);
    for (const entry of made) {
      t.match(entry.action, /^[a-z_]+\.[a-z_]+$/, operationId);
      t.equal(entry.actor, world.owner.account.id, operationId);
      t.equal(entry.ip, '127.0.0.1', operationId);
      t.equal(entry.requestId, answer.headers.get('x-request-id'), operationId);
      const id: unknown = answer.body?.id;
      if (answer.status === 201 && id !== undefined) t.equal(entry.target, id, operationId);
    }
  }
  hasFields(t, await verifyAudit(server.store.audit, []), [{ broken: null }]);
});

t.test('no secret reaches the audit', async (t) => {
  const server = await startRestServer(t);
  const world = await makeWorld(server, operations, 1);
  const webhook = await server.call('POST', '/v1/webhooks', {
    body: { url: 'https://a.example/', headers: { 'X-Own-Header': 'very secret' } },
  });
  const device = world.ids.get('/v1/devices');
  await server.call('POST', `/v1/devices/${device}/lock`, { body: { pin: '482913', message: 'Office' } });
  const token = await server.call('POST', '/v1/enrollment-tokens', { body: { name: 'Cart' } });
  const key = await world.owner.call('POST', '/v1/keys', { name: 'K', scopes: ['logs:read'] });
  t.ok(webhook.body.secret && token.body.token && key.body.secret !== null);
  const text = JSON.stringify(await entriesOf(server));
  hasText(t, text, 'x-own-header', 'that there is a header is told');
  for (const secret of [webhook.body.secret, token.body.token, '482913', 'very secret'])
    t.notOk(text.includes(secret));
  t.notMatch(text, /sgk_live_[0-9A-Za-z]{38}/);
  t.notMatch(text, /whsec_|sget_/);
});

t.test('an update tells what differs, and nothing else', async (t) => {
  const server = await startRestServer(t);
  const campus = await server.call('POST', '/v1/campuses', { body: { name: 'High', ssids: ['A'] } });
  await server.call('PATCH', `/v1/campuses/${campus.body.id}`, { body: { name: 'Low' } });
  t.same((await entriesOf(server)).at(-1)?.changes, { before: { name: 'High' }, after: { name: 'Low' } });
});

t.test('a refused call and a repeated answer leave no entry', async (t) => {
  const server = await startRestServer(t);
  const call = () =>
    server.call('POST', '/v1/campuses', { body: { name: 'High' }, headers: { 'idempotency-key': 'one' } });
  t.equal((await call()).status, 201);
  const replayed = await call();
  t.equal(replayed.headers.get('idempotent-replayed'), 'true');
  t.equal((await server.call('POST', '/v1/campuses', { body: { name: 'High' } })).status, 409);
  t.equal((await entriesOf(server)).length, 1);
});

t.test('when the entry cannot be written, nothing is changed', async (t) => {
  let failing = false;
  const server = await startRestServer(t, {
    store: (store) => ({
      ...store,
      transaction: (work) =>
        store.transaction((tx) =>
          work(
            withPorts(tx, {
              audit: {
                ...tx.audit,
                append: (entry) => (failing ? Promise.reject(new Error('no room')) : tx.audit.append(entry)),
              },
            }),
          ),
        ),
    }),
  });
  failing = true;
  t.equal((await server.call('POST', '/v1/campuses', { body: { name: 'High' } })).status, 500);
  t.same(await server.store.campuses.list(1), []);
});

t.test('looking at what a student did is in the audit', async (t) => {
  const server = await startRestServer(t);
  t.equal((await server.call('GET', '/v1/activity?user=ana@x.example')).status, 200);
  const [entry] = await entriesOf(server);
  hasFields(t, entry, { actor: /^key_/, action: /^activity\./ });
  hasText(t, JSON.stringify(entry), 'ana@x.example');
});

t.test('owners and administrators read the audit, filtered and in pages; nobody else does', async (t) => {
  const server = await startRestServer(t);
  for (const name of ['A', 'B', 'C']) await server.call('POST', '/v1/campuses', { body: { name } });
  const owner = await signedIn(server, 'owner');
  await owner.call('POST', '/v1/campuses', { name: 'D' });
  const admin = await signedIn(server, 'admin');
  const all = await admin.call('GET', '/v1/audit?action=campus.created');
  hasFields(t, all, { status: 200, body: { total: 4 } });
  t.equal(all.headers.get('cache-control'), 'no-store');
  const namesOf = (answer: typeof all): readonly string[] =>
    answer.body.data.map(({ changes }: { changes: { after: { name: string } } }) => changes.after.name);
  t.same(namesOf(all), ['D', 'C', 'B', 'A'], 'newest first');
  const mine = await owner.call('GET', `/v1/audit?actor=${owner.account.id}&action=campus.created`);
  hasFields(t, mine.body, { total: 1, data: [{ changes: { after: { name: 'D' } } }] });
  const [first] = all.body.data.slice(-1);
  hasFields(t, (await owner.call('GET', `/v1/audit?target=${first.target}`)).body, { total: 1 });
  hasFields(t, (await owner.call('GET', '/v1/audit?from=2000-01-01&to=2001-01-01')).body, { total: 0 });
  const page = await owner.call('GET', '/v1/audit?action=campus.created&limit=3');
  const next = await owner.call(
    'GET',
    `/v1/audit?action=campus.created&limit=3&cursor=${page.body.nextCursor}`,
  );
  t.same(namesOf(next), ['A']);
  for (const role of ['helpdesk', 'teacher', 'viewer'] as const)
    t.equal((await (await signedIn(server, role)).call('GET', '/v1/audit')).status, 403, role);
  hasFields(t, await server.call('GET', '/v1/audit'), { status: 403, body: { code: 'insufficient_scope' } });
  t.equal((await server.call('GET', '/v1/audit', { key: null })).status, 401);
});

t.test('who is limited to a unit reads what concerns it, and nothing of the others', async (t) => {
  const server = await startRestServer(t);
  const owner = await signedIn(server, 'owner');
  for (const name of ['High', 'Low']) await server.store.ous.ensurePath(1, `/${name}`, 1);
  const admin = await signedIn(server, 'admin', { ou: '/High' });
  const make = async (ou: string): Promise<string> => {
    const student = { email: `${ou.slice(1)}@x.example`, name: 'S', role: 'student', ou };
    return (await owner.call('POST', '/v1/users', student)).body.id;
  };
  const [own, foreign] = [await make('/High'), await make('/Low')];
  await owner.call('DELETE', `/v1/users/${own}`);
  await owner.call('POST', '/v1/campuses', { name: 'Whole school' });
  const campus = await owner.call('POST', '/v1/campuses', { name: 'Another' });
  const device = await server.makeDevice({ ou: '/High' });
  await owner.call('GET', `/v1/logs?deviceId=${device.id}`);
  await owner.call('GET', '/v1/logs?user=low@x.example');
  await owner.call('GET', '/v1/logs?ou=/High');
  await admin.call('GET', '/v1/logs');
  const answer = await admin.call('GET', '/v1/audit?limit=200');
  const seen = answer.body.data.map(({ action, target }: { action: string; target: string }) => [
    action,
    target,
  ]);
  t.equal(answer.body.total, seen.length);
  t.same(seen, [
    ['logs.viewed', null],
    ['logs.viewed', '/High'],
    ['logs.viewed', device.id],
    ['user.deleted', own],
    ['session.created', admin.account.id],
  ]);
  t.notOk(JSON.stringify(answer.body).includes(foreign));
  t.same((await admin.call('GET', `/v1/audit?target=${campus.body.id}`)).body.data, []);
  t.equal((await owner.call('GET', '/v1/audit?limit=200')).body.total > seen.length, true);
});
