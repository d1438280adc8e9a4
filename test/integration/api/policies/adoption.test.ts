import t from 'tap';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { signedIn } from '../people.ts';
import { startRestServer } from '../rest-server.ts';

t.test('each version is told with the devices that report, enforce and outdo it', async (t) => {
  const clock = createFakeClock();
  const server = await startRestServer(t, { clock });
  const { call, store, makeDevice, makeKey } = server;
  for (const name of ['one', 'two']) await call('POST', '/v1/policies', { body: { name } });
  const version = await store.policies.version(1);
  const beat = async (
    ou: string,
    protection: 'enforcing' | 'stale' | 'unprotected',
    policyVersion: number,
  ) => {
    const { id: deviceId } = await makeDevice({ ou });
    const nothing = { user: null, battery: null, campus: 'unknown', campusId: null } as const;
    const software = { osVersion: '', agentVersion: '1', targetConfirmed: 0, protectionSince: null };
    await store.devices.writeHeartbeats([
      { deviceId, lastSeenAt: clock.now(), ...nothing, ...software, protection, policyVersion },
    ]);
  };
  await beat('/High', 'enforcing', version);
  await beat('/High', 'stale', version - 1);
  await beat('/Middle', 'unprotected', version);
  await makeDevice({ ou: '/Middle' });
  const whole = (await call('GET', '/v1/policies/adoption')).body;
  t.same(whole, {
    ...{ version, ou: '/', devices: 4, enforcing: 1 },
    versions: [
      { version, reported: 2, enforcing: 1, enforcingThisOrNewer: 1 },
      { version: version - 1, reported: 1, enforcing: 1, enforcingThisOrNewer: 2 },
    ],
    withoutVersion: 1,
    generatedAt: whole.generatedAt,
  });
  hasFields(t, (await call('GET', '/v1/policies/adoption?ou=/High')).body, {
    ...{ ou: '/High', devices: 2, enforcing: 1, withoutVersion: 0 },
  });

  const { key } = await makeKey({ ouPath: '/Middle' });
  hasFields(t, (await call('GET', '/v1/policies/adoption', { key })).body, { ou: '/Middle', devices: 2 });
  for (const ou of ['/High', '/', '/Nowhere', 'ou_01h455vb4pex5vsknk084sn02q'])
    hasFields(
      t,
      await call('GET', `/v1/policies/adoption?ou=${ou}`, { key }),
      { status: 404, body: { code: 'not_found' } },
      ou,
    );
  const viewer = await signedIn(server, 'viewer', { ou: '/High', clock });
  hasFields(t, (await viewer.call('GET', '/v1/policies/adoption')).body, { ou: '/High', devices: 2 });
  const teacher = await signedIn(server, 'teacher', { ou: '/High', clock });
  t.equal((await teacher.call('GET', '/v1/policies/adoption')).status, 403, 'who may not read policies');
});
