import t, { type Test } from 'tap';
import { ALERT_TYPES } from '../../../../contracts/alerts/rules.ts';
import type { WakeUp } from '../../../../store/ports/store.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields, hasText } from '../../../support/has-fields.ts';
import { until } from '../../../support/until.ts';
import { type Person, signedIn } from '../people.ts';
import { type Answer, startRestServer } from '../rest-server.ts';

async function lab(t: Test) {
  const clock = createFakeClock();
  const server = await startRestServer(t, { clock });
  const patch = (type: string, body: unknown, person: Person | null = null): Promise<Answer> =>
    person === null
      ? server.call('PATCH', `/v1/alert-rules/${type}`, { body })
      : person.call('PATCH', `/v1/alert-rules/${type}`, body);
  return { ...server, server, clock, patch };
}

t.test('every type of alert has its rule, with defaults, bounds and what each member means', async (t) => {
  const { call } = await lab(t);
  const { status, body } = await call('GET', '/v1/alert-rules');
  t.equal(status, 200);
  t.same(
    body.data.map(({ type }: { type: string }) => type),
    [...ALERT_TYPES].sort(),
  );
  const battery = body.data.find(({ type }: { type: string }) => type === 'low_battery');
  t.same(battery, {
    type: 'low_battery',
    meaning: 'The battery of a device is low.',
    safety: false,
    enabled: true,
    severity: 'info',
    low: 15,
    recovered: 25,
    defaults: { enabled: true, severity: 'info', low: 15, recovered: 25 },
    changed: [],
    members: [
      { name: 'enabled', meaning: 'Whether there are such alerts.', minimum: null, maximum: null },
      { name: 'severity', meaning: 'How severe the alerts are.', minimum: null, maximum: null },
      { name: 'low', meaning: 'At most so many percent make an alert.', minimum: 1, maximum: 95 },
      {
        name: 'recovered',
        meaning: 'At least so many percent end it; more than “low”.',
        minimum: 2,
        maximum: 100,
      },
    ],
    warnings: [],
    updatedAt: null,
  });
  t.same((await call('GET', '/v1/alert-rules/low_battery')).body, battery);
  t.equal((await call('GET', '/v1/alert-rules/low_energy')).status, 404);
});

t.test('a rule is changed member by member, and null is the default again', async (t) => {
  const { patch, store, clock } = await lab(t);
  hasFields(t, await patch('low_battery', { low: 10, severity: 'medium' }), {
    status: 200,
    body: {
      severity: 'medium',
      low: 10,
      recovered: 25,
      defaults: { severity: 'info', low: 15 },
      changed: ['severity', 'low'],
      updatedAt: new Date(clock.now()).toISOString(),
    },
  });
  hasFields(t, await store.alerts.rules(1), { low_battery: { severity: 'medium', low: 10, recovered: 25 } });
  hasFields(t, (await patch('low_battery', { low: null, enabled: false })).body, {
    enabled: false,
    low: 15,
    changed: ['enabled', 'severity'],
  });
  hasFields(t, await store.alerts.rules(1), { low_battery: { enabled: false, low: 15 } });
});

t.test('what is out of bounds, or does not fit, is refused with the bound', async (t) => {
  const { patch, call } = await lab(t);
  const refused = async (type: string, body: unknown, pointer: string, detail: string) => {
    const answer = await patch(type, body);
    hasFields(t, answer, { status: 400, body: { code: 'validation_failed' } }, JSON.stringify(body));
    hasFields(t, answer.body.errors[0], { in: 'body', pointer });
    hasText(t, answer.body.errors[0].detail, detail);
  };
  await refused('low_battery', { low: 96 }, '#/low', '95');
  await refused('low_battery', { low: 25 }, '#/low', 'less than "recovered", which is 25');
  await refused('low_battery', { recovered: 15 }, '#/recovered', 'more than "low", which is 15');
  await refused('repeated_violations', { count: 1 }, '#/count', '2');
  await refused('repeated_violations', { count: 1e300 }, '#/count', '100');
  await refused('repeated_violations', { periodMinutes: 1.5 }, '#/periodMinutes', 'integer');
  await refused('game_detected', { severity: 'loud' }, '#/severity', 'critical');
  await refused('game_detected', { low: 5 }, '#/low', 'it has enabled, severity, repeatMinutes');
  await refused('game_detected', { low: null }, '#/low', 'it has enabled, severity, repeatMinutes');
  hasFields(t, await patch('game_detected', { type: 'low_battery' }), { status: 400 });
  hasFields(t, (await call('GET', '/v1/alert-rules/low_battery')).body, { changed: [] });
});

t.test('a battery that is low and charged at once may be set where both are given', async (t) => {
  const { patch } = await lab(t);
  hasFields(t, await patch('low_battery', { low: 50, recovered: 60 }), {
    status: 200,
    body: { low: 50, recovered: 60 },
  });
  hasFields(t, await patch('low_battery', { recovered: null }), { status: 400 });
});

t.test('only an owner weakens a rule about safety, and is told what it means', async (t) => {
  const { patch, server, clock, call } = await lab(t);
  const admin = await signedIn(server, 'admin', { clock });
  const owner = await signedIn(server, 'owner', { clock });
  const weaker = [{ enabled: false }, { severity: 'high' }, { repeatMinutes: 61 }];
  for (const body of weaker) {
    for (const person of [admin, null])
      hasFields(
        t,
        await patch('self_harm_search', body, person),
        { status: 403, body: { code: 'insufficient_scope' } },
        JSON.stringify(body),
      );
  }
  hasFields(t, (await call('GET', '/v1/alert-rules/self_harm_search')).body, { changed: [], warnings: [] });
  hasFields(t, await patch('self_harm_search', { repeatMinutes: 30 }, admin), { status: 200 });
  hasFields(t, await patch('violence_search', { severity: 'critical' }, admin), { status: 200 });
  const off = await patch('self_harm_search', { enabled: false }, owner);
  hasFields(t, off, { status: 200, body: { enabled: false, safety: true } });
  hasText(t, off.body.warnings[0], 'Nobody is told when somebody searches about self-harm');
  const quiet = await patch('violence_search', { severity: 'low' }, owner);
  hasText(t, quiet.body.warnings[0], 'less severe');
  hasFields(t, await patch('self_harm_search', { enabled: null }, admin), {
    status: 200,
    body: { enabled: true, warnings: [] },
  });
});

t.test('who is limited to a unit reads and does not change; who may not write is refused', async (t) => {
  const { call, makeKey, server, clock, patch } = await lab(t);
  const { key: limited } = await makeKey({ ouPath: '/High' });
  hasFields(t, await call('GET', '/v1/alert-rules/game_detected', { key: limited }), { status: 200 });
  const body = { enabled: false };
  hasFields(t, await call('PATCH', '/v1/alert-rules/game_detected', { key: limited, body }), {
    status: 403,
    body: { code: 'ou_not_permitted' },
  });
  const { key: reader } = await makeKey({ scopes: ['alerts:read'] });
  hasFields(t, await call('PATCH', '/v1/alert-rules/game_detected', { key: reader, body }), { status: 403 });
  const { key: writer } = await makeKey({ scopes: ['alerts:write'] });
  hasFields(t, await call('GET', '/v1/alert-rules', { key: writer }), { status: 403 });
  for (const [role, read, write] of [
    ['helpdesk', 200, 403],
    ['teacher', 200, 403],
    ['viewer', 403, 403],
    ['admin', 200, 200],
  ] as const) {
    const person = await signedIn(server, role, { clock });
    hasFields(t, await person.call('GET', '/v1/alert-rules'), { status: read }, role);
    hasFields(t, await patch('game_detected', body, person), { status: write }, role);
  }
});

t.test('two people do not overwrite one another, and the audit has before and after', async (t) => {
  const { call, server, clock } = await lab(t);
  const owner = await signedIn(server, 'owner', { clock });
  const path = '/v1/alert-rules/geofence_breach';
  const etag = (await call('GET', path)).headers.get('etag') ?? '';
  hasFields(t, await owner.call('PATCH', path, { afterMinutes: 10 }, { 'if-match': etag }), { status: 200 });
  hasFields(t, await owner.call('PATCH', path, { afterMinutes: 20 }, { 'if-match': etag }), {
    status: 412,
    body: { code: 'precondition_failed' },
  });
  const audit = await owner.call('GET', '/v1/audit?action=alert_rule.updated');
  hasFields(t, audit.body.data, [{ actor: owner.account.id, target: 'geofence_breach' }]);
  hasFields(t, audit.body.data[0].changes, {
    before: { afterMinutes: 5 },
    after: { afterMinutes: 10 },
  });
});

t.test('a change wakes those who keep the rules, and one that changes nothing does not', async (t) => {
  const { patch, store } = await lab(t);
  const heard: WakeUp[] = [];
  t.teardown(store.bus.subscribe((wakeUp) => void heard.push(wakeUp)));
  await patch('game_detected', {});
  await patch('game_detected', { severity: 'high' });
  await until(() => heard.some(({ kind }) => kind === 'alert_rules'), { what: 'the wake-up' });
  await patch('game_detected', { severity: 'high' });
  hasFields(t, await store.alerts.changedRules(1), [{ version: 1 }]);
  t.same(
    heard.filter(({ kind }) => kind === 'alert_rules'),
    [{ kind: 'alert_rules', organisationId: 1 }],
  );
});
