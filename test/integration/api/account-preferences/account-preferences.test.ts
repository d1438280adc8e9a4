import t from 'tap';
import { ROLES } from '../../../../contracts/roles.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { signedIn } from '../people.ts';
import { startRestServer } from '../rest-server.ts';

const PREFERENCES = '/v1/account/preferences';
const VIEW = { name: 'Library', page: 'devices', query: 'tag=library&status=offline' };

t.test('every role has preferences of its own, and a patch changes what it names', async (t) => {
  const server = await startRestServer(t);
  for (const role of ROLES) {
    const person = await signedIn(server, role);
    const fresh = { language: null, theme: 'system', savedViews: [], updatedAt: null };
    t.same((await person.call('GET', PREFERENCES)).body, fresh, role);
    const chosen = await person.call('PATCH', PREFERENCES, { theme: 'dark', savedViews: [VIEW] });
    hasFields(t, chosen, {
      status: 200,
      body: { language: null, theme: 'dark', savedViews: [VIEW], updatedAt: /Z$/ },
    });
    const spoken = await person.call('PATCH', PREFERENCES, { language: 'es' });
    hasFields(t, spoken.body, { language: 'es', theme: 'dark', savedViews: [VIEW] });
    t.same((await person.call('GET', PREFERENCES)).body, spoken.body);
    const plain = await person.call('PATCH', PREFERENCES, { language: null, theme: null, savedViews: null });
    hasFields(t, plain.body, { language: null, theme: 'system', savedViews: [] });
  }
});

t.test('a change of what somebody else changed meanwhile is 412', async (t) => {
  const server = await startRestServer(t);
  const person = await signedIn(server, 'viewer');
  const patch = (theme: string, tag: string | null) =>
    person.call('PATCH', PREFERENCES, { theme }, { 'if-match': tag ?? '' });
  const first = (await person.call('GET', PREFERENCES)).headers.get('etag');
  const changed = await patch('dark', first);
  t.equal(changed.status, 200);
  hasFields(t, await patch('light', first), { status: 412, body: { code: 'precondition_failed' } });
  t.equal((await patch('light', changed.headers.get('etag'))).status, 200);
});

t.test('a key has none, and is told so', async (t) => {
  const server = await startRestServer(t);
  for (const method of ['GET', 'PATCH'])
    hasFields(t, await server.call(method, PREFERENCES, method === 'PATCH' ? { body: {} } : {}), {
      status: 403,
      body: { code: 'insufficient_scope', detail: /no API key opens it/ },
    });
});

t.test('what is none is refused, field by field', async (t) => {
  const server = await startRestServer(t);
  const person = await signedIn(server, 'teacher');
  for (const [body, pointer] of [
    [{ language: 'xx' }, '#/language'],
    [{ theme: 'pink' }, '#/theme'],
    [{ savedViews: Array.from({ length: 41 }, (_, at) => ({ ...VIEW, name: `${at}` })) }, '#/savedViews'],
    [{ savedViews: [{ ...VIEW, name: ' ' }] }, '#/savedViews/0/name'],
    [{ savedViews: [{ ...VIEW, name: 'x'.repeat(81) }] }, '#/savedViews/0/name'],
    [{ savedViews: [{ ...VIEW, page: '//evil.example' }] }, '#/savedViews/0/page'],
    [{ savedViews: [{ ...VIEW, query: 'x'.repeat(1_001) }] }, '#/savedViews/0/query'],
    [{ savedViews: [{ ...VIEW, more: 1 }] }, '#/savedViews/0/more'],
    [{ savedViews: [VIEW, { ...VIEW, name: 'LIBRARY' }] }, '#/savedViews/1/name'],
    [{ accountId: 'acc_x' }, '#/accountId'],
  ] as const) {
    const answer = await person.call('PATCH', PREFERENCES, body);
    hasFields(t, answer, { status: 400, body: { code: 'validation_failed' } }, pointer);
    hasFields(t, answer.body.errors?.[0]?.pointer, pointer);
  }
  hasFields(t, (await person.call('GET', PREFERENCES)).body, { updatedAt: null });
});

t.test('the audit says what was changed, and no query of a view', async (t) => {
  const server = await startRestServer(t);
  const owner = await signedIn(server, 'owner');
  await owner.call('PATCH', PREFERENCES, { savedViews: [{ ...VIEW, query: 'user=ana@x.example' }] });
  const { data } = (await owner.call('GET', '/v1/audit?action=account.preferences_updated')).body;
  hasFields(t, data, [
    { target: owner.account.id, changes: { before: { savedViews: 0 }, after: { savedViews: 1 } } },
  ]);
  t.notOk(JSON.stringify(data).includes('ana@'));
});
