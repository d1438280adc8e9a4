import t from 'tap';
import { DEFAULT_ORGANISATION_ID } from '../../../../store/ports/organisations.ts';
import { signedIn } from '../people.ts';
import { type RestServer, startRestServer } from '../rest-server.ts';

/** Devices and people of two units, and a policy. */
async function school(server: RestServer): Promise<void> {
  await server.makeDevice({ name: 'LIB-017', ou: '/Springfield/High' });
  await server.makeDevice({ name: 'Old LIB-017 (repair)', ou: '/Springfield/Low' });
  await server.makeDevice({ name: 'CART-2', ou: '/Springfield/High' });
  for (const [name, email, ou] of [
    ['Ana Ruiz', 'ana@x.example', '/Springfield/High'],
    ['Juana Lin', 'jl@x.example', '/Springfield/Low'],
  ] as const)
    await server.call('POST', '/v1/users', { body: { name, email, ou, role: 'student' } });
  await server.call('POST', '/v1/policies', {
    body: { name: 'Library hours', description: 'For Ana', target: { ous: ['/Springfield/High'] } },
  });
}

const namesOf = (body: { readonly data: readonly { readonly type: string; readonly name: string }[] }) =>
  body.data.map(({ type, name }) => `${type} ${name}`);

t.test('one field finds devices, people, units and policies, beginnings first', async (t) => {
  const server = await startRestServer(t);
  await school(server);
  const find = async (query: string) => (await server.call('GET', `/v1/search?${query}`)).body;
  t.same(namesOf(await find('q=lib')), [
    'device LIB-017',
    'device Old LIB-017 (repair)',
    'policy Library hours',
  ]);
  t.same(namesOf(await find('q=ANA')), ['user Ana Ruiz', 'user Juana Lin', 'policy Library hours']);
  t.same(namesOf(await find('q=017 old')), ['device Old LIB-017 (repair)'], 'all words, in any order');
  t.same(namesOf(await find('q=springfield')), ['ou Springfield']);
  t.same(namesOf(await find('q=jl@x')), ['user Juana Lin'], 'by e-mail');
  t.same(namesOf(await find('q=s3')), ['device CART-2'], 'by serial');
  const first = await find('q=017&limit=1&type=device');
  t.same([namesOf(first), first.more], [['device LIB-017'], ['device']]);
  t.same(await find('q=none of these'), { data: [], more: [] });
  t.same(await find("q=%25' OR 1=1 --"), { data: [], more: [] });
  t.equal((await server.call('GET', '/v1/search?q=%20')).status, 400);
});

t.test('who is signed in on a laptop finds it', async (t) => {
  const server = await startRestServer(t);
  const device = await server.makeDevice();
  await server.store.devices.writeHeartbeats([
    {
      deviceId: device.id,
      lastSeenAt: Date.now(),
      user: 'Ana@x.example',
      battery: 80,
      campus: 'unknown',
      campusId: null,
      osVersion: 'Debian 13',
      agentVersion: '1.0.0',
      protection: 'enforcing',
      protectionSince: null,
      policyVersion: 1,
      targetConfirmed: 0,
    },
  ]);
  const { body } = await server.call('GET', '/v1/search?q=ana@');
  t.same(body.data, [{ type: 'device', id: device.id, name: device.name, detail: 'Ana@x.example', ou: '/' }]);
});

t.test('a search shows what the caller may read, in its reach, and is noted', async (t) => {
  const server = await startRestServer(t);
  await school(server);
  const low = await signedIn(server, 'helpdesk', { ou: '/Springfield/Low' });
  t.same(namesOf((await low.call('GET', '/v1/search?q=lib')).body), ['device Old LIB-017 (repair)']);
  t.same(namesOf((await low.call('GET', '/v1/search?q=ana')).body), ['user Juana Lin']);
  t.same(namesOf((await low.call('GET', '/v1/search?q=springfield')).body), []);
  const teacher = await signedIn(server, 'teacher');
  t.same(namesOf((await teacher.call('GET', '/v1/search?q=hours')).body), [], 'teachers read no policies');
  const { key } = await server.makeKey({ scopes: ['reports:read'] });
  t.same((await server.call('GET', '/v1/search?q=lib', { key })).body, { data: [], more: [] });
  const entries = await server.store.audit.list({
    organisationId: DEFAULT_ORGANISATION_ID,
    filter: { action: ['search.viewed'] },
    sort: [{ field: 'timestamp', descending: true }],
    limit: 50,
    from: { kind: 'page', page: 1 },
  });
  t.ok(entries.rows.some(({ actor }) => actor === low.account.id));
});
