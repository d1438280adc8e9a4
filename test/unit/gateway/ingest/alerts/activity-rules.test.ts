import t from 'tap';
import { alertRules } from '../../../../../contracts/alerts/rules.ts';
import type { ActivityRecord } from '../../../../../contracts/mqtt/messages.ts';
import { createActivityRules } from '../../../../../gateway/ingest/alerts/activity-rules.ts';
import { createActivityReader } from '../../../../../gateway/ingest/readings/activity-readings.ts';
import { type RecordWanted, received } from '../../../../support/activity-record.ts';
import { hasFields } from '../../../../support/has-fields.ts';
import { DEVICE_ID } from '../../device-records.ts';
import { alertScene, MINUTE } from './alert-scene.ts';

const RULES = alertRules({});
const NOW = 1_795_168_800_000;
const EVASION = { action: 'block', reason: 'protection', category: null } as const;

/** Types of the alerts that come of records, one batch each. */
function alertsOf(wanted: readonly (RecordWanted & { readonly after?: number })[]): readonly string[] {
  const reader = createActivityReader();
  const rules = createActivityRules();
  return wanted.flatMap(({ after = 0, ...record }) =>
    rules
      .inspect(RULES, reader.read([received(NOW + after, record)]))
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

t.test('what the filter’s own guard stops is no blocked page of a policy', async (t) => {
  const pages = Array.from({ length: 40 }, () => ({ ...EVASION, bypass: 'quic' as const }));
  t.same(alertsOf(pages), []);
  const blocked = Array.from({ length: 20 }, () => ({ action: 'block', reason: 'block' }) as const);
  t.same(alertsOf(blocked), ['repeated_violations']);
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

const ALLOWED = { action: 'allow', reason: 'allow' } as const;
const SEARCH = { ...ALLOWED, kind: 'search', url: 'https://search.example/?q=how+to+kill+myself' } as const;

/** What alerts come of a batch, by type. */
async function typesOf(...records: readonly Partial<ActivityRecord>[]): Promise<readonly string[]> {
  const { send, found } = await alertScene(t);
  await send(...records);
  return found.map(({ type }) => type);
}

t.test('hits of one thing in a batch are one alert, with all pages and as many counts', async (t) => {
  const { send, found } = await alertScene(t);
  const game = { ...ALLOWED, category: 'games' };
  await send(
    ...Array.from({ length: 12 }, (_, n) => ({ ...game, domain: `site-${n % 11}.example`, count: 2 })),
    { ...game, user: 'ben@x.example' },
  );
  t.strictSame(
    found.map(({ count, user }) => [count, user]),
    [
      [24, 'ana@x.example'],
      [1, 'ben@x.example'],
    ],
  );
  t.strictSame(
    found[0]?.details.domains,
    Array.from({ length: 10 }, (_, n) => `site-${n}.example`),
  );
});

t.test('a search that tells of despair or violence is an alert with the phrase', async (t) => {
  const { send, found } = await alertScene(t);
  await send(
    SEARCH,
    { ...SEARCH, user: null },
    { ...SEARCH, url: 'https://search.example/?q=how+to+make+a+pipe+bomb' },
  );
  hasFields(t, found, [
    {
      type: 'self_harm_search',
      severity: 'critical',
      title: 'Search about self-harm by ana@x.example',
      sameAs: `self_harm_search:${DEVICE_ID}:ana@x.example`,
      joinsForMs: 60 * MINUTE,
      details: { term: String, language: 'en' },
    },
    {
      title: 'Search about self-harm by somebody on laptop',
      user: null,
      sameAs: `self_harm_search:${DEVICE_ID}:${DEVICE_ID}`,
    },
    {
      type: 'violence_search',
      severity: 'high',
      title: 'Search about violence by ana@x.example',
      sameAs: `violence_search:${DEVICE_ID}:ana@x.example`,
    },
  ]);
});

t.test(
  'a search is found by its words where there is no address, and by its address in whatever record',
  async (t) => {
    const words = { ...SEARCH, url: null, title: 'how to kill myself' };
    t.strictSame(await typesOf(words), ['self_harm_search']);
    t.strictSame(await typesOf({ ...words, kind: 'visit' }), [], 'the title of a page is none');
    t.strictSame(await typesOf({ ...SEARCH, kind: 'visit' }), ['self_harm_search']);
  },
);

t.test('who looks for help in a crisis is not looked at', async (t) => {
  t.strictSame(
    await typesOf({ ...SEARCH, reason: 'crisis_allow' }, { category: 'games', reason: 'crisis_allow' }),
    [],
  );
});

t.test('a search is found in the page’s address too', async (t) => {
  t.strictSame(
    await typesOf({
      ...SEARCH,
      kind: 'request',
      domain: 'www.google.com',
      url: 'https://www.google.com/search?q=how+to+kill+myself',
    }),
    ['self_harm_search'],
  );
});

t.test('whom the device did not tell to be signed in is not named; the device answers for it', async (t) => {
  const { watch, laptop, received, found } = await alertScene(t);
  await watch.activity(laptop.login, [
    received({ ...ALLOWED, category: 'games' }, { unproven: true }),
    received({ ...ALLOWED, category: 'games', user: 'ben@x.example' }),
  ]);
  hasFields(t, found, [
    { user: null, sameAs: `game_detected:${DEVICE_ID}:${DEVICE_ID}`, details: { unproven: true } },
    { user: 'ben@x.example', details: { unproven: undefined } },
  ]);
});
