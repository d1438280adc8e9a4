import t from 'tap';
import type { HeartbeatWrite } from '../../../../store/ports/devices.ts';
import { DEFAULT_ORGANISATION_ID } from '../../../../store/ports/organisations.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { signedIn } from '../people.ts';
import { startRestServer } from '../rest-server.ts';

const MINUTE_MS = 60_000;

t.test('what needs somebody is told in order, each with the call that answers exactly that', async (t) => {
  const clock = createFakeClock();
  let backupAt: number | null = clock.now();
  const server = await startRestServer(t, { clock, api: { lastBackupAt: async () => backupAt } });
  const { store } = server;
  const owner = await signedIn(server, 'owner', { clock });
  const items = async (by = owner) => (await by.call('GET', '/v1/attention')).body.data;
  t.same(await items(), [], 'nothing needs a look');

  const [bare, behind, locking, fine] = [
    await server.makeDevice({ ou: '/High' }),
    await server.makeDevice({ ou: '/Low' }),
    await server.makeDevice({ ou: '/Low' }),
    await server.makeDevice({ ou: '/Low' }),
  ];
  const order = await server.call('POST', `/v1/devices/${locking.id}/lock`, { body: {} });
  t.equal(order.status, 202);
  const since = clock.now();
  await clock.advance(11 * MINUTE_MS);
  const heartbeat = (
    { id }: { readonly id: HeartbeatWrite['deviceId'] },
    protection: HeartbeatWrite['protection'],
  ): HeartbeatWrite => ({
    deviceId: id,
    lastSeenAt: clock.now(),
    user: null,
    battery: 80,
    campus: 'unknown',
    campusId: null,
    osVersion: 'Debian 13',
    agentVersion: '1.0.0',
    protection,
    protectionSince: since,
    policyVersion: 1,
    targetConfirmed: 0,
  });
  await store.devices.writeHeartbeats([
    heartbeat(bare, 'unprotected'),
    heartbeat(behind, 'stale'),
    heartbeat(locking, 'enforcing'),
    heartbeat(fine, 'enforcing'),
  ]);
  for (const { id } of [bare, behind, locking, fine])
    await store.devices.setStatus(id, 'online', clock.now());
  await store.alerts.raise({
    organisationId: DEFAULT_ORGANISATION_ID,
    type: 'self_harm_search',
    severity: 'critical',
    title: 'A search',
    deviceId: fine.id,
    user: null,
    ouId: fine.ouId,
    policyId: null,
    details: {},
    count: 1,
    sameAs: 'one',
    joinsForMs: null,
    at: clock.now(),
  });
  backupAt = clock.now() - 8 * 86_400_000;

  const found = await items();
  t.same(
    found.map(({ kind, count }: { kind: string; count: number }) => [kind, count]),
    [
      ['safety_alert', 1],
      ['unprotected_devices', 1],
      ['devices_behind', 1],
      ['locks_unconfirmed', 1],
      ['old_backup', 1],
    ],
  );
  const expected = [null, bare.id, behind.id, locking.id];
  for (const [index, { link, count }] of found.slice(0, 4).entries()) {
    const { body } = await owner.call('GET', link);
    t.equal(body.total, count, link);
    if (index > 0) t.equal(body.data[0].id, expected[index], link);
  }

  const low = await signedIn(server, 'helpdesk', { ou: '/Low', clock });
  t.same(
    (await items(low)).map(({ kind }: { kind: string }) => kind),
    ['safety_alert', 'devices_behind', 'locks_unconfirmed'],
    'in its reach, and no backup',
  );
  const viewer = await signedIn(server, 'viewer', { clock });
  t.same(
    (await items(viewer)).map(({ kind }: { kind: string }) => kind),
    ['unprotected_devices', 'devices_behind', 'locks_unconfirmed'],
    'viewers read no alerts',
  );
});
