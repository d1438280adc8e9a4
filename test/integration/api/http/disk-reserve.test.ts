import t from 'tap';
import { hasFields } from '../../../support/has-fields.ts';
import { signedIn } from '../people.ts';
import { startRestServer } from '../rest-server.ts';

const POLICY = { name: 'Games', target: { ouPaths: ['/'] } };
const ENROLLMENT = {
  token: 'sge_unknown',
  publicKey: 'A'.repeat(43),
  agentVersion: '1.0.0',
  hardware: {
    machineId: 'machine-0001',
    serial: null,
    hostname: 'laptop',
    platform: 'linux',
    osVersion: 'Linux 6',
    manufacturer: null,
    model: null,
  },
};

t.test('in the reserve of the disk what can wait is refused, and says when to ask again', async (t) => {
  let isReached = false;
  const { call } = await startRestServer(t, { api: { reserve: { isReached: () => isReached } } });
  const writes = [
    ['POST', '/v1/policies', POLICY],
    ['POST', '/v1/users/batch', { users: [] }],
    ['POST', '/v1/webhooks', { url: 'https://sis.example/hooks' }],
    ['PATCH', '/v1/devices/dev_01kafw2n7qd5g8h1j3k6m9p2rs', { name: 'New' }],
    ['POST', '/agent/v1/enroll', ENROLLMENT],
  ] as const;
  for (const [method, path, body] of writes)
    t.not(
      (await call(method, path, { body })).status,
      503,
      `${method} ${path} is answered where there is room`,
    );
  isReached = true;
  for (const [method, path, body] of writes) {
    const answer = await call(method, path, { body });
    hasFields(t, answer, { status: 503, body: { code: 'unavailable' } }, `${method} ${path}`);
    t.equal(answer.headers.get('retry-after'), '60');
  }
  t.equal(
    (await call('POST', '/v1/policies', { key: null, body: POLICY })).status,
    401,
    'strangers learn nothing',
  );
});

t.test(
  'in the reserve of the disk people read, sign in, lock, settle and make room, and the audit says who',
  async (t) => {
    let isReached = false;
    const server = await startRestServer(t, { api: { reserve: { isReached: () => isReached } } });
    const { call, store } = server;
    const [device, other] = [await server.makeDevice(), await server.makeDevice()];
    const owner = await signedIn(server, 'owner');
    const credentials = { email: 'tea@x.example', password: 'correct horse battery' };
    const account = await owner.call('POST', '/v1/accounts', {
      email: credentials.email,
      name: 'T',
      role: 'teacher',
    });
    const { token } = (await owner.call('POST', `/v1/accounts/${account.body.id}/invite`)).body;
    const accept = { token, password: credentials.password };
    await call('POST', '/v1/session/invite', { key: null, body: accept });

    isReached = true;
    const signIn = await call('POST', '/v1/session', { key: null, body: credentials });
    t.ok(signIn.status < 300, `signed in: ${signIn.status}`);
    t.equal((await call('GET', '/v1/devices')).status, 200);
    t.equal((await call('POST', `/v1/devices/${device.id}/lock`, { body: {} })).status, 202);
    const unlock = { type: 'unlock' };
    t.equal((await call('POST', `/v1/devices/${device.id}/command`, { body: unlock })).status, 202);
    t.equal((await call('DELETE', `/v1/devices/${other.id}`)).status, 204);
    t.equal(
      (await call('PATCH', '/v1/alerts/alt_01kafw2n7qd5g8h1j3k6m9p2rs', { body: { status: 'resolved' } }))
        .status,
      404,
    );
    const audit = await store.audit.list({
      organisationId: 1,
      filter: {},
      sort: [{ field: 'timestamp', descending: false }],
      limit: 100,
      from: { kind: 'page', page: 1 },
    } as unknown as Parameters<typeof store.audit.list>[0]);
    for (const target of [device.id, other.id])
      t.ok(
        audit.rows.some((entry) => entry.target === target),
        `what was done to ${target} is noted`,
      );
  },
);
