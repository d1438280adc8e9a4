import t from 'tap';
import { alertRules } from '../../../../../contracts/alerts/rules.ts';
import type { DeviceEvent } from '../../../../../contracts/mqtt/messages.ts';
import { inspectEvents } from '../../../../../gateway/ingest/alerts/event-rules.ts';
import { LAPTOP } from '../../../../support/activity-record.ts';
import { hasFields } from '../../../../support/has-fields.ts';

const RULES = alertRules({});
const ANA = 'ana@school.local';

function told(kind: DeviceEvent['kind'], details: DeviceEvent['details'], user: string | null = ANA) {
  const event = { id: 'event-001', at: 1_000, kind, details };
  const received = { deviceId: LAPTOP, organisationId: 1, receivedAt: 2_000, event };
  return inspectEvents(RULES, [received], user).map((hit) => ({ ...hit, title: hit.title('cart-3') }));
}

t.test(
  'who asks for a blocked site is an alert for staff, with site, rule and what was written',
  async (t) => {
    const rule = 'rul_01kafw2n7qd5g8h1j3k6m9p2rs';
    const policyId = 'pol_01kafw2n7qd5g8h1j3k6m9p2rs';
    const [hit] = told('access_request', {
      host: 'Wiki.Example.',
      ruleId: rule,
      policyId,
      note: 'for\nhistory\u0007',
    });
    hasFields(t, hit, {
      type: 'access_request',
      severity: 'info',
      title: 'ana@school.local asks for access to wiki.example',
      user: ANA,
      policyId,
      details: { domains: ['wiki.example'], ruleId: rule, what: 'for history' },
    });
    t.equal(
      told('access_request', { host: 'wiki.example' }, null)[0]?.title,
      'Somebody on cart-3 asks for access to wiki.example',
    );
  },
);

t.test('what a hostile device writes into a request is cut, cleaned or left out', async (t) => {
  const [hit] = told('access_request', {
    host: 'x.example',
    note: `\u0000${'n'.repeat(5_000)}`,
    ruleId: '<script>',
    policyId: 7,
  });
  t.equal(hit?.details.what?.length, 300);
  t.equal(hit?.details.ruleId, undefined);
  t.equal(hit?.policyId, null);
  for (const host of ['', 'a b', '..', null, 5, 'x'.repeat(400), `${'y'.repeat(64)}.example`])
    t.same(told('access_request', { host }), [], String(host));
});

t.test('requests for one site join, those for another site do not', async (t) => {
  const same = (host: string) => told('access_request', { host })[0]?.sameAs;
  t.equal(same('x.example'), same('X.example'));
  t.not(same('x.example'), same('y.example'));
});

t.test('a repair and repeated ways round are attempts; tampering and a conflict weigh more', async (t) => {
  const severities = Object.fromEntries(
    (
      [
        ['repair', { what: 'resolver' }],
        ['bypass', { bypass: 'dot', count: 12 }],
        ['tamper', { what: 'table gone' }],
        ['repair', { what: 'conflict' }],
      ] as const
    ).map(([kind, details]) => {
      const [hit] = told(kind, details);
      t.equal(hit?.type, 'bypass_attempt');
      return [hit?.title, hit?.severity];
    }),
  );
  t.same(severities, {
    'Settings of the filter were changed on cart-3 and put back': 'medium',
    'Attempt to get round the filter on cart-3': 'medium',
    'Tampering with the agent on cart-3': 'high',
    'Something keeps undoing the filter on cart-3': 'high',
  });
});

t.test('settings that were put back are one alert, though the agent tells them twice', async (t) => {
  t.equal(told('repair', { what: 'resolver' }).length, 1);
  t.same(told('tamper', { what: 'filter_settings', detail: 'resolver' }), []);
});

t.test('what fights the filter is told beside the title', async (t) => {
  const [hit] = told('tamper', { what: 'conflict', detail: 'resolver settings' });
  t.equal(hit?.details.what, 'resolver settings');
});

t.test('a portal, a fault or a self-test makes no alert', async (t) => {
  for (const kind of [
    'portal',
    'fault',
    'self_test',
    'protection',
    'refused',
    'violation',
    'lock_released',
  ] as const)
    t.same(told(kind, { what: 'x', host: 'x.example' }), [], kind);
});
