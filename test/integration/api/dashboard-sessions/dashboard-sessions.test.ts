import t, { type Test } from 'tap';
import { openSession } from '../../../../api/http/authentication/sessions.ts';
import { ROUTES } from '../../../../api/routes.ts';
import { ROLES } from '../../../../contracts/roles.ts';
import { systemRandom } from '../../../../kit/random.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { headersOf, type Person, signedIn } from '../people.ts';
import { type RestServer, startRestServer, strangeId } from '../rest-server.ts';

const SESSIONS = '/v1/dashboard-sessions';
const MINUTE = 60_000;

/** A teacher with two sessions, and an owner. */
async function setting(t: Test) {
  const clock = createFakeClock();
  const server = await startRestServer(t, { clock });
  const owner = await signedIn(server, 'owner', { clock });
  const here = await signedIn(server, 'teacher', { clock });
  await clock.advance(MINUTE);
  const { secret } = await server.store.transaction((tx) =>
    openSession(
      tx,
      { clock, random: systemRandom, ids: server.ids },
      { account: here.account, method: 'password', from: { address: '192.0.2.7', userAgent: 'Elsewhere' } },
    ),
  );
  const elsewhere = headersOf(server.port, secret);
  const get = (headers: Readonly<Record<string, string>>, path = SESSIONS) =>
    server.call('GET', path, { key: null, headers });
  return { server, clock, owner, here, elsewhere, get };
}

const audited = async (owner: Person, action: string) =>
  (await owner.call('GET', `/v1/audit?action=${action}`)).body.data;

t.test('a person sees their own open sessions, and which of them asks', async (t) => {
  const { here, elsewhere, get, clock } = await setting(t);
  const { body } = await get(here.headers);
  hasFields(t, body, {
    total: 2,
    data: [
      { current: false, method: 'password', address: '192.0.2.7', userAgent: 'Elsewhere' },
      { current: true, address: '127.0.0.1', userAgent: null },
    ],
  });
  t.same(
    (await get(elsewhere)).body.data.map(({ current }: { current: boolean }) => current),
    [true, false],
  );
  t.notOk(JSON.stringify(body).includes(here.secret));
  await clock.advance(121 * MINUTE);
  t.equal((await get(elsewhere)).status, 401, 'after two hours without a call');
});

t.test('a person ends one of their sessions, which is over at once, and nobody else’s', async (t) => {
  const { server, owner, here, elsewhere, get } = await setting(t);
  const [{ id }, own] = (await get(here.headers)).body.data;
  const end = (who: Pick<Person, 'call'>, which: string) => who.call('DELETE', `${SESSIONS}/${which}`);
  t.equal((await end(owner, id)).status, 404);
  t.equal((await end(here, strangeId('ses'))).status, 404);
  t.equal((await get(elsewhere)).status, 200);
  const foreign = await server.call('DELETE', `${SESSIONS}/${id}`, {
    key: null,
    headers: { ...here.headers, 'x-csrf-token': 'x' },
  });
  hasFields(t, foreign, { status: 403, body: { code: 'csrf_refused' } });
  t.equal((await end(here, id)).status, 204);
  hasFields(t, await get(elsewhere), { status: 401, body: { code: 'session_ended' } });
  t.equal((await end(here, id)).status, 404);
  hasFields(t, await audited(owner, 'session.ended'), [
    { actor: here.account.id, target: here.account.id, changes: { before: { id, address: '192.0.2.7' } } },
  ]);
  const last = await end(here, own.id);
  t.equal(last.status, 204);
  t.match(last.headers.getSetCookie()[0], /^schoolgate-\d+=; .*Max-Age=0/, 'ending this one signs out');
  t.equal((await get(here.headers)).status, 401);
});

t.test('one call ends all other sessions of the person', async (t) => {
  const { owner, here, elsewhere, get } = await setting(t);
  t.equal((await here.call('POST', `${SESSIONS}/end-others`)).status, 204);
  t.equal((await get(elsewhere)).status, 401);
  t.equal((await get(here.headers)).body.total, 1);
  t.equal((await owner.call('GET', SESSIONS)).status, 200, 'others go on');
  hasFields(t, await audited(owner, 'session.others_ended'), [
    { actor: here.account.id, target: here.account.id, changes: { after: { ended: 1 } } },
  ]);
});

t.test('a session tells the operations that its role opens, and no other', async (t) => {
  const server = await startRestServer(t);
  for (const role of ROLES) {
    const person = await signedIn(server, role);
    const { operations } = (await person.call('GET', '/v1/session')).body;
    // A stream that opens stays open.
    const asked = ROUTES.filter(({ open, stream, method }) => !open && !stream && method === 'GET');
    for (const route of asked) {
      const address = route.path.replaceAll(/\{\w+\}/g, 'none');
      const refused = (await person.call('GET', address)).body?.code === 'insufficient_scope';
      t.equal(operations.includes(route.operationId), !refused, `${role}: ${route.operationId}`);
    }
    t.equal(operations.includes('createApiKey'), role === 'owner', role);
  }
});

t.test('no key opens the sessions of a person', async (t) => {
  const server: RestServer = await startRestServer(t);
  hasFields(t, await server.call('GET', SESSIONS), { status: 403, body: { code: 'insufficient_scope' } });
});
