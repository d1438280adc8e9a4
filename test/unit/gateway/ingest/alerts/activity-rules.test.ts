import t from 'tap';
import { alertRules } from '../../../../../contracts/alerts/rules.ts';
import { createActivityRules } from '../../../../../gateway/ingest/alerts/activity-rules.ts';
import { type RecordWanted, received } from '../../../../support/activity-record.ts';

const RULES = alertRules({});
const NOW = 1_795_168_800_000;
const EVASION = { action: 'block', reason: 'protection', category: null } as const;

/** Types of the alerts that come of records, one batch each. */
function alertsOf(wanted: readonly (RecordWanted & { readonly after?: number })[]): readonly string[] {
  const rules = createActivityRules();
  return wanted.flatMap(({ after = 0, ...record }) =>
    rules
      .inspect(RULES, rules.fresh([received(NOW + after, record)]))
      .map(({ type, details }) => `${type} ${details.what ?? ''}`.trim()),
  );
}

t.test('ten ways round the filter within ten minutes make one alert, nine none', async (t) => {
  const tries = Array.from({ length: 10 }, () => ({ ...EVASION, bypass: 'dot' as const }));
  t.same(alertsOf(tries), ['bypass_attempt dot']);
  t.same(alertsOf(tries.slice(1)), []);
  t.same(alertsOf(tries.map((one, at) => ({ ...one, after: at * 120_000 }))), [], 'two minutes apart');
  t.same(alertsOf([{ ...EVASION, bypass: 'foreign_dns', count: 10 }]), ['bypass_attempt foreign_dns']);
  t.same(alertsOf([{ ...EVASION, bypass: 'vpn', count: 1_000_000 }]), ['bypass_attempt vpn']);
});

t.test('what browsers try by themselves never counts', async (t) => {
  for (const bypass of ['quic', 'ech', 'private_relay'] as const)
    t.same(alertsOf([{ ...EVASION, bypass, count: 500 }]), [], bypass);
});

t.test('what the filter’s own guard stops is no blocked page of a policy', async (t) => {
  const pages = Array.from({ length: 40 }, () => ({ ...EVASION, bypass: 'quic' as const }));
  t.same(alertsOf(pages), []);
  const blocked = Array.from({ length: 20 }, () => ({ action: 'block', reason: 'block' }) as const);
  t.same(alertsOf(blocked), ['repeated_violations']);
});

t.test('blocked pages count for the minutes of the rule, no longer', async (t) => {
  const { count, periodMinutes } = RULES.repeated_violations;
  const periodMs = periodMinutes * 60_000;
  const pages = (last: number) =>
    Array.from({ length: count }, (_, at) => ({
      action: 'block' as const,
      reason: 'block' as const,
      after: at === count - 1 ? last : 0,
    }));
  t.same(alertsOf(pages(periodMs - 1)), ['repeated_violations']);
  t.same(alertsOf(pages(periodMs + 1)), []);
});

t.test('a page of the future counts as blocked when it was told', async (t) => {
  const { count } = RULES.repeated_violations;
  const day = 86_400_000;
  const pages = Array.from({ length: count }, (_, at) => ({
    action: 'block' as const,
    reason: 'block' as const,
    receivedAt: NOW,
    after: at * day,
  }));
  t.same(alertsOf(pages), ['repeated_violations']);
});
