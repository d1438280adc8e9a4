import t from 'tap';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields, hasText } from '../../../support/has-fields.ts';
import { type RestServer, startRestServer } from '../rest-server.ts';

const SETTINGS = {
  failMode: 'open',
  activityLevel: 'blocked',
  safeSearch: false,
  youtubeRestriction: 'strict',
  lockAllowCrisisHelp: true,
  lockAllowPortal: true,
  portalGraceMinutes: 0,
  pinnedEgress: true,
  allowUnnamedHosts: true,
  tlsPorts: [8443],
  localNetwork: 'always',
  internalNames: [{ domain: 'intranet.example', resolvers: ['10.0.0.53', 'fd00::53'] }],
  vpnServers: ['203.0.113.7', '2001:db8::/32'],
  allowGuestLookUps: true,
  unknownProgram: 'block',
};

async function make({ call }: RestServer, settings: object): Promise<string> {
  const made = await call('POST', '/v1/policies', { body: { name: 'Exam', settings } });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return made.body.id;
}

t.test('a policy says how devices filter; what it does not say is not there', async (t) => {
  const server = await startRestServer(t);
  const id = await make(server, SETTINGS);
  const read = await server.call('GET', `/v1/policies/${id}`);
  t.strictSame(read.body.settings, SETTINGS);
  const silent = await make(server, {});
  t.strictSame((await server.call('GET', `/v1/policies/${silent}`)).body.settings, {});
});

t.test('a patch changes the members that it gives, and null takes one out', async (t) => {
  const server = await startRestServer(t);
  const id = await make(server, { safeSearch: true, failMode: 'open', activityLevel: 'url' });
  const path = `/v1/policies/${id}`;
  const patch = async (settings: object) => (await server.call('PATCH', path, { body: { settings } })).body;
  const changed = await patch({ safeSearch: false, activityLevel: null });
  t.strictSame(changed.settings, { failMode: 'open', safeSearch: false });
  const same = await patch({ safeSearch: false, pinnedEgress: null });
  t.equal(same.version, changed.version, 'what changes nothing makes no version');
  const other = await server.call('PATCH', path, { body: { priority: 7 } });
  t.strictSame(other.body.settings, { failMode: 'open', safeSearch: false }, 'absent: as it was');
  t.strictSame((await patch({ failMode: null, safeSearch: null })).settings, {});
});

t.test('settings are kept with each version, and the audit has before and after', async (t) => {
  const clock = createFakeClock();
  const server = await startRestServer(t, { clock });
  const id = await make(server, { failMode: 'open' });
  const at = clock.now();
  await clock.advance(1_000);
  await server.call('PATCH', `/v1/policies/${id}`, { body: { settings: { failMode: 'closed' } } });
  const past = (await server.store.policies.asOf(1, at)).find((policy) => policy.id === id);
  t.same(past?.settings, { failMode: 'open' });
  const { rows } = await server.store.audit.list({
    organisationId: 1,
    filter: { action: ['policy.updated'] },
    sort: [],
    limit: 1,
    from: { kind: 'page', page: 1 },
  });
  hasText(t, JSON.stringify(rows[0]?.changes), '"failMode":"open"');
  hasText(t, JSON.stringify(rows[0]?.changes), '"failMode":"closed"');
});

t.test('settings that do not fit are refused, each by its place', async (t) => {
  const { call } = await startRestServer(t);
  const bad: readonly (readonly [settings: unknown, pointer: string])[] = [
    [{ failMode: 'ajar' }, '#/settings/failMode'],
    [{ activityLevel: 'everything' }, '#/settings/activityLevel'],
    [{ safeSearch: 'yes' }, '#/settings/safeSearch'],
    [{ youtubeRestriction: true }, '#/settings/youtubeRestriction'],
    [{ portalGraceMinutes: 61 }, '#/settings/portalGraceMinutes'],
    [{ portalGraceMinutes: 1.5 }, '#/settings/portalGraceMinutes'],
    [{ unknown: 1 }, '#/settings/unknown'],
    [{ tlsPorts: [0] }, '#/settings/tlsPorts/0'],
    [{ tlsPorts: [8443, 70_000] }, '#/settings/tlsPorts/1'],
    [{ localNetwork: 'at-home' }, '#/settings/localNetwork'],
    [
      { internalNames: [{ domain: 'intranet.example', resolvers: [] }] },
      '#/settings/internalNames/0/resolvers',
    ],
    [
      { internalNames: [{ domain: 'not a host', resolvers: ['10.0.0.53'] }] },
      '#/settings/internalNames/0/domain',
    ],
    [
      { internalNames: [{ domain: '10.0.0.1', resolvers: ['10.0.0.53'] }] },
      '#/settings/internalNames/0/domain',
    ],
    [{ internalNames: [{ domain: 'com', resolvers: ['10.0.0.53'] }] }, '#/settings/internalNames/0/domain'],
    [
      { internalNames: [{ domain: 'a.example', resolvers: ['10.0.0.53', 'dns.example'] }] },
      '#/settings/internalNames/0/resolvers/1',
    ],
    [{ vpnServers: ['203.0.113.7', 'vpn.example'] }, '#/settings/vpnServers/1'],
    [{ vpnServers: ['0.0.0.0/0'] }, '#/settings/vpnServers/0'],
    [{ vpnServers: ['10.0.0.0/33'] }, '#/settings/vpnServers/0'],
    [null, '#/settings'],
    ['strict', '#/settings'],
  ];
  for (const [settings, pointer] of bad) {
    const answer = await call('POST', '/v1/policies', { body: { name: 'Exam', settings } });
    t.equal(answer.status, 400, JSON.stringify(settings));
    hasFields(t, answer.body, { code: 'validation_failed' });
    t.ok(
      answer.body.errors.some((error: { pointer: string }) => error.pointer === pointer),
      `${JSON.stringify(settings)}: ${JSON.stringify(answer.body.errors)}`,
    );
  }
});
