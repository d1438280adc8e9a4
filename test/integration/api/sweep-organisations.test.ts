import { join } from 'node:path';
import t from 'tap';
import { hasFields } from '../../support/has-fields.ts';
import { temporaryFolder } from '../../support/test-store.ts';
import { addressOf, collectionOf, readOperations } from './operations.ts';
import { startRestServer } from './rest-server.ts';
import { addOrganisation, idsOf, makeWorld } from './world.ts';

const { operations } = await readOperations();

/** Of what each school has of its own: the categories themselves, and the types of alerts, are the same in all. */
const owned = operations.filter(
  ({ path }) => path !== '/v1/categories/{id}' && path !== '/v1/alert-rules/{type}',
);

t.test('two schools on one server see nothing of one another', async (t) => {
  const databasePath = join(await temporaryFolder(t), 'schoolgate.db');
  const server = await startRestServer(t, { databasePath });
  addOrganisation(databasePath, 2);
  const [ours, theirs] = [await makeWorld(server, operations, 1), await makeWorld(server, operations, 2)];

  const collections = new Set(owned.filter(({ path }) => path.includes('/{id}')).map(collectionOf));
  t.same(
    [...collections].filter((collection) => !theirs.ids.has(collection)),
    [],
    'the other school has one of everything: give new things to world.ts',
  );

  t.test('an id of the other school is 404 on every operation, with whatever body', async (t) => {
    const taking = owned.filter(({ path, open }) => path.includes('{') && !open);
    t.ok(taking.length > 30);
    for (const operation of taking) {
      const ids = idsOf(theirs, operation);
      t.notOk(ids.includes(''), operation.operationId);
      const body = ours.bodyOf(operation);
      const answer = await ours.owner.call(operation.method, addressOf(operation, ids), body);
      hasFields(t, answer, { status: 404, body: { code: 'not_found' } }, operation.operationId);
      if (operation.roles !== null) continue;
      const keyed = await server.call(operation.method, addressOf(operation, ids), { body });
      hasFields(
        t,
        keyed,
        { status: 404, body: { code: 'not_found' } },
        `${operation.operationId} with a key`,
      );
    }
  });

  t.test('the same ids are there for their own school', async (t) => {
    const reading = owned.filter(
      ({ method, path, open }) => method === 'GET' && path.endsWith('/{id}') && !open,
    );
    t.ok(reading.length > 10);
    for (const operation of reading) {
      const answer = await theirs.call(operation);
      hasFields(
        t,
        answer,
        { status: 200, body: { id: theirs.ids.get(collectionOf(operation)) } },
        operation.operationId,
      );
    }
  });

  t.test('no list holds anything of the other school', async (t) => {
    const foreign = [...theirs.ids.values(), theirs.owner.account.id];
    const lists = operations.filter(
      ({ method, path, open, answers }) =>
        method === 'GET' && !path.includes('{') && !open && answers['200']?.endsWith('List') === true,
    );
    t.ok(lists.length > 12);
    for (const operation of lists) {
      const answer = await ours.owner.call('GET', operation.path);
      t.equal(answer.status, 200, `${operation.operationId} ${JSON.stringify(answer.body).slice(0, 200)}`);
      const text = JSON.stringify(answer.body.data);
      for (const id of foreign) t.notOk(text.includes(id), `${operation.operationId} shows ${id}`);
    }
  });

  t.test('naming something of the other school in a body gains nothing', async (t) => {
    const device = theirs.ids.get('/v1/devices');
    const user = theirs.ids.get('/v1/users');
    const ou = theirs.ids.get('/v1/ous');
    const attempts: readonly [string, string, unknown][] = [
      ['POST', '/v1/commands/batch', { deviceIds: [device], type: 'sync_policy' }],
      ['POST', '/v1/overrides', { scope: { type: 'device', id: device }, site: 'a.example', ttlMinutes: 5 }],
      ['POST', '/v1/overrides', { scope: { type: 'student', id: user }, site: 'a.example', ttlMinutes: 5 }],
      ['POST', '/v1/overrides', { scope: { type: 'ou', id: ou }, site: 'a.example', ttlMinutes: 5 }],
      ['POST', '/v1/policies', { name: 'P', target: { devices: [device] } }],
      ['POST', '/v1/policies', { name: 'P', target: { ous: [ou] } }],
      ['POST', '/v1/policies/explain', { deviceId: device, url: 'https://a.example/' }],
      [
        'POST',
        '/v1/classroom/sessions',
        { name: 'C', teacher: 'tea@x.example', durationMinutes: 10, deviceIds: [device] },
      ],
      ['POST', '/v1/users', { email: 'new@x.example', name: 'N', role: 'student', ou }],
      ['POST', '/v1/ous', { name: 'N', parentId: ou }],
      ['POST', '/v1/enrollment-tokens', { name: 'N', ou }],
      ['PATCH', `/v1/devices/${ours.ids.get('/v1/devices')}`, { ou }],
    ];
    for (const [method, path, body] of attempts) {
      const answer = await ours.owner.call(method, path, body);
      t.ok(
        answer.status >= 400 && answer.status < 500,
        `${method} ${path} ${JSON.stringify(body)}: ${answer.status} ${JSON.stringify(answer.body)}`,
      );
    }
  });
});
