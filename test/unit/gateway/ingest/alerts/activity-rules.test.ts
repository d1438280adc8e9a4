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

const ALLOWED = { action: 'allow', reason: 'allow' } as const;
const SEARCH = { ...ALLOWED, kind: 'search', url: 'https://search.example/?q=how+to+kill+myself' } as const;
const pages = (count: number, page: Partial<ActivityRecord> = {}) =>
  Array.from({ length: count }, () => page);

/** What alerts come of a batch, by type. */
async function typesOf(...records: readonly Partial<ActivityRecord>[]): Promise<readonly string[]> {
  const { send, found } = await alertScene(t);
  await send(...records);
  return found.map(({ type }) => type);
}

t.test('a game is an alert about the person and the page, played or blocked', async (t) => {
  for (const action of ['allow', 'block'] as const) {
    const { send, found, clock } = await alertScene(t);
    await send({ category: 'games', action, policyId: 'pol_1', user: 'Ana@x.example', at: clock.now() - 5 });
    hasFields(t, found, [
      {
        type: 'game_detected',
        severity: 'low',
        title: 'Game on laptop',
        user: 'Ana@x.example',
        policyId: 'pol_1',
        count: 1,
        sameAs: `game_detected:${DEVICE_ID}:ana@x.example`,
        joinsForMs: 720 * MINUTE,
      },
    ]);
    t.strictSame(found[0]?.details, {
      occurredAt: new Date(clock.now() - 5).toISOString(),
      domains: ['site.example'],
      category: 'games',
    });
  }
});

t.test('what a record does not say is not in the alert; a time to come is that of the receipt', async (t) => {
  const { send, found, clock } = await alertScene(t);
  await send({ ...SEARCH, domain: null, category: null, user: null, at: clock.now() + MINUTE });
  t.equal(found[0]?.policyId, null);
  hasFields(t, found[0]?.details, { domains: undefined, category: undefined, what: undefined });
  t.equal(found[0]?.details.occurredAt, new Date(clock.now()).toISOString());
});

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

t.test('hits without a page have none together either', async (t) => {
  const { send, found } = await alertScene(t);
  await send({ ...SEARCH, domain: null }, { ...SEARCH, domain: null });
  t.equal(found.length, 1);
  t.equal('domains' in (found[0]?.details ?? {}), false);
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

t.test('a search for anything else is none', async (t) => {
  t.strictSame(await typesOf({ ...SEARCH, url: 'https://search.example/?q=volcano' }), []);
});

t.test('a blocked way round the filter, by its category, is an alert at once', async (t) => {
  for (const category of ['vpn_proxy', 'doh']) {
    const { send, found } = await alertScene(t);
    await send({ category });
    hasFields(t, found, [
      {
        type: 'bypass_attempt',
        severity: 'medium',
        title: 'Attempt to get round the filter on laptop',
        user: 'ana@x.example',
        sameAs: `bypass_attempt:${DEVICE_ID}:ana@x.example`,
        joinsForMs: 720 * MINUTE,
        details: { category },
      },
    ]);
  }
  t.strictSame(await typesOf({ category: 'vpn_proxy', ...ALLOWED }), [], 'not where it is allowed');
  t.strictSame(await typesOf({ category: null }, {}), []);
});

t.test('ways that the filter itself stopped are one when they are many, of one person', async (t) => {
  const way = { reason: 'protection', category: 'doh', bypass: 'dot' } as const;
  t.strictSame(await typesOf(...pages(9, way)), []);
  t.strictSame(await typesOf(...pages(9, way), { ...way, user: 'ben' }), [], 'another’s do not count');
  const { send, found } = await alertScene(t);
  await send(...pages(9, way), { ...way, user: 'ANA@x.example' });
  hasFields(t, found, [{ type: 'bypass_attempt', details: { what: 'dot' } }]);
});

t.test(
  'twenty blocked pages of one person in ten minutes are an alert, and the next after twenty more',
  async (t) => {
    const { send, found, clock } = await alertScene(t);
    await send(...pages(19));
    t.strictSame(found, []);
    await send({ domain: 'last.example', policyId: 'pol_1' });
    t.strictSame(
      found.map(({ type, severity, title, user, sameAs, joinsForMs, count, policyId, details }) => ({
        ...{ type, severity, title, user, sameAs, joinsForMs, count, policyId, details },
      })),
      [
        {
          type: 'repeated_violations',
          severity: 'medium',
          title: '20 blocked pages in 10 minutes by ana@x.example',
          user: 'ana@x.example',
          sameAs: 'repeated_violations:ana@x.example',
          joinsForMs: 120 * MINUTE,
          count: 1,
          policyId: 'pol_1',
          details: {
            occurredAt: new Date(clock.now()).toISOString(),
            domains: ['last.example'],
            violations: 20,
            periodMinutes: 10,
          },
        },
      ],
    );
    await send(...pages(19));
    t.equal(found.length, 1);
    await send({});
    t.equal(found.length, 2);
  },
);

t.test(
  'blocked pages count for the person on whatever device, and for the device where nobody is signed in',
  async (t) => {
    const { watch, laptop, received, found } = await alertScene(t);
    const other = { deviceId: 'dev_2' } as const;
    await watch.activity(laptop.login, [
      ...pages(10).map((page) => received(page)),
      ...pages(10, { user: 'ANA@X.example' }).map((page) => received(page, other)),
    ]);
    t.equal(found.length, 1);
    await watch.activity(laptop.login, [
      ...pages(10, { user: null }).map((page) => received(page)),
      ...pages(10, { user: null }).map((page) => received(page, other)),
    ]);
    t.equal(found.length, 1, 'ten of each device');
    await watch.activity(
      laptop.login,
      pages(10, { user: null }).map((page) => received(page)),
    );
    hasFields(t, found[1], { title: '20 blocked pages in 10 minutes by laptop', user: null });
  },
);

t.test('what nobody wished for, or no rule forbade, is no blocked page', async (t) => {
  const violation = async (page: object): Promise<boolean> =>
    (await typesOf(...pages(20, page))).includes('repeated_violations');
  for (const page of [{ reason: 'block' }, { reason: 'locked_block' }, { reason: undefined }])
    t.equal(await violation(page), true, JSON.stringify(page));
  for (const page of [
    { reason: 'default' },
    { reason: 'protection' },
    { kind: 'visit' },
    ALLOWED,
    ...['ads', 'advertising', 'trackers', 'tracking', 'telemetry'].map((category) => ({ category })),
  ] as const)
    t.equal(await violation(page), false, JSON.stringify(page));
});

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

t.test('a school may do without any of them', async (t) => {
  const off = { enabled: false };
  const { send, found } = await alertScene(t, {
    rules: {
      game_detected: off,
      self_harm_search: off,
      violence_search: off,
      bypass_attempt: off,
      repeated_violations: off,
    },
  });
  await send(
    { category: 'games' },
    SEARCH,
    { ...SEARCH, url: 'https://search.example/?q=how+to+make+a+pipe+bomb' },
    { category: 'doh' },
    ...pages(30),
    ...pages(30, { reason: 'protection', bypass: 'dot' }),
  );
  t.strictSame(found, []);
});
