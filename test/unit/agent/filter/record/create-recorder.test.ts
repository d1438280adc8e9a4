import t, { type Test } from 'tap';
import { Compile } from 'typebox/compile';
import { createJudge } from '../../../../../agent/filter/create-judge.ts';
import type { FilterState } from '../../../../../agent/filter/filter-state.ts';
import type { Layer, Question } from '../../../../../agent/filter/judge.ts';
import type { BypassNews } from '../../../../../agent/filter/record/bypass-watch.ts';
import { createRecorder } from '../../../../../agent/filter/record/create-recorder.ts';
import type { BypassAttempt } from '../../../../../agent/filter/recorder.ts';
import { ActivityRecord } from '../../../../../contracts/mqtt/messages.ts';
import type { ActivityLevel } from '../../../../../contracts/policy/settings.ts';
import { silentLog } from '../../../../../kit/log.ts';
import { systemRandom } from '../../../../../kit/random.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { bundleOf, filterState, ruleOf } from '../../../../support/filter-state.ts';
import { hasFields } from '../../../../support/has-fields.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** A Friday, ten seconds into a minute. */
const START = Date.UTC(2026, 10, 20, 10, 0, 10);
const schema = Compile(ActivityRecord);

const CATEGORIES: Readonly<Record<string, readonly string[]>> = {
  'play.example': ['games'],
  'tube.example': ['video'],
};

function setUp(
  t: Test,
  { level = 'domain', ...state }: { level?: ActivityLevel | null } & Partial<FilterState> = {},
) {
  const clock = createFakeClock(START);
  const judge = createJudge({
    clock,
    openIndex: () => ({ categoriesOf: (host) => CATEGORIES[host] ?? [] }),
    onFault: ({ detail }) => t.fail(detail),
  });
  const rules = [ruleOf('no_games', 'block', { categories: ['games'], domains: ['flood.example'] })];
  const schoolHours = {
    timezone: 'UTC',
    windows: [{ days: ['fri' as const], from: '08:00', to: '11:00' }],
    exceptDates: [],
  };
  const bundle = bundleOf([{ rules, ...(level === null ? {} : { settings: { activityLevel: level } }) }], {
    schoolHours,
  });
  judge.apply(filterState({ indexFile: '/index', bundle, ...state }));
  const batches: (readonly ActivityRecord[])[] = [];
  const news: BypassNews[] = [];
  const names: string[] = [];
  let broken = false;
  const recorder = createRecorder({
    judge,
    clock,
    random: systemRandom,
    log: silentLog,
    sink(records) {
      if (broken) throw new Error('the disk is full');
      batches.push(records);
    },
    onBypass: (one) => news.push(one),
    onName: (host) => names.push(host),
  });
  t.teardown(() => recorder.stop());
  return {
    clock,
    judge,
    recorder,
    batches,
    news,
    names,
    records: () => batches.flat(),
    breakSink(on: boolean) {
      broken = on;
    },
    ask(host: string, via: Layer = 'dns', url: string | null = null) {
      const question = { host, url, app: null, via };
      recorder.decided(question, judge.judge(question));
    },
  };
}

function use(host: string, app: string | null = null, uid: number | null = null): Question {
  return { host, url: null, app, via: 'relay', uid };
}

function attempt(changes: Partial<BypassAttempt> = {}): BypassAttempt {
  return { kind: 'doh', host: null, address: '1.1.1.1', port: 443, count: 1, app: null, ...changes };
}

t.test('one record per user, host, verdict, rule and minute, with a count', async (t) => {
  const { ask, clock, recorder, records, judge } = setUp(t);
  await recorder.start();
  for (let i = 0; i < 3; i++) ask('wiki.example');
  ask('play.example');
  await clock.advance(49_000);
  t.same(records(), [], 'the minute is not over');
  ask('wiki.example');
  await clock.advance(1_000);
  const [wiki, play, ...more] = records();
  t.same(more, []);
  t.same(
    { ...wiki, id: '' },
    {
      id: '',
      at: START,
      kind: 'request',
      user: 'ana@school.example',
      domain: 'wiki.example',
      url: null,
      category: null,
      action: 'allow',
      reason: 'default',
      policyId: 'pol_0',
      policyVersion: 1,
      ruleId: null,
      campus: 'on-campus',
      app: null,
      count: 4,
    },
  );
  hasFields(t, play, {
    domain: 'play.example',
    category: 'games',
    action: 'block',
    reason: 'block',
    ruleId: 'no_games',
    count: 1,
  });
  ask('wiki.example');
  judge.apply({ ...judge.state(), user: 'bob@school.example' });
  ask('wiki.example');
  await recorder.stop();
  t.same(
    records()
      .slice(2)
      .map(({ user, count }) => [user, count]),
    [
      ['ana@school.example', 1],
      ['bob@school.example', 1],
    ],
  );
  t.ok(records().every((record) => schema.Check(record)));
  t.equal(new Set(records().map(({ id }) => id)).size, 4, 'each has an id of its own');
});

t.test('a request that passes several layers counts once', async (t) => {
  const { ask, recorder, records } = setUp(t);
  for (let i = 0; i < 5; i++) ask('wiki.example', 'dns');
  for (let i = 0; i < 3; i++) ask('wiki.example', 'proxy');
  ask('wiki.example', 'relay');
  await recorder.stop();
  t.same(
    records().map(({ count }) => count),
    [5],
  );
});

t.test('each level tells what it says, and no more', async (t) => {
  const told = async (level: ActivityLevel): Promise<readonly ActivityRecord[]> => {
    const { ask, recorder, records } = setUp(t, { level });
    ask('wiki.example', 'proxy', 'http://ana:secret@wiki.example/a?b#c');
    ask('wiki.example');
    ask('play.example');
    ask('other.example');
    recorder.used(use('wiki.example'));
    await recorder.stop();
    return records();
  };
  const shown = (records: readonly ActivityRecord[]) =>
    records.map(({ kind, user, domain, url, category, action, count }) => ({
      kind,
      user,
      domain,
      url,
      category,
      action,
      count,
    }));
  t.same(shown(await told('counters')), [
    { kind: 'request', user: null, domain: null, url: undefined, category: null, action: 'allow', count: 2 },
    {
      kind: 'request',
      user: null,
      domain: null,
      url: undefined,
      category: 'games',
      action: 'block',
      count: 1,
    },
  ]);
  t.same(
    (await told('blocked')).map(({ domain }) => domain),
    ['play.example'],
  );
  const byDomain = await told('domain');
  t.same(
    byDomain.map(({ kind, domain, url }) => [kind, domain, url]),
    [
      ['request', 'wiki.example', null],
      ['request', 'play.example', null],
      ['request', 'other.example', null],
      ['visit', 'wiki.example', undefined],
    ],
  );
  t.notMatch(JSON.stringify(byDomain), /secret|\/a/);
  const byUrl = await told('url');
  t.equal(byUrl[0]?.url, 'http://wiki.example/a?b', 'without password and fragment');
});

t.test('counters add up by category and tell the minute, not the moment', async (t) => {
  const { ask, recorder, records } = setUp(t, { level: 'counters' });
  for (let i = 0; i < 20; i++) ask(`h${i}.example`, i % 2 ? 'dns' : 'proxy');
  await recorder.stop();
  hasFields(t, records(), [{ at: START - 10_000, count: 10 }]);
});

t.test('without a level in the policy: by domain in school hours, totals after', async (t) => {
  const { ask, clock, recorder, records } = setUp(t, { level: null });
  ask('wiki.example');
  await clock.advance(HOUR);
  ask('wiki.example');
  await recorder.stop();
  t.same(
    records().map(({ domain, user }) => [domain, user]),
    [
      ['wiki.example', 'ana@school.example'],
      [null, null],
    ],
  );
});

t.test(
  'of crisis help nothing is recorded: no request, no total, no visit, no attempt, at no level',
  async (t) => {
    for (const level of ['counters', 'blocked', 'domain', 'url'] as const)
      for (const mode of ['enforce', 'locked', 'portal'] as const) {
        const { ask, recorder, records, news, names } = setUp(t, { level, mode });
        for (const host of ['samaritans.org', 'www.samaritans.org']) {
          for (let i = 0; i < 5; i++) {
            ask(host, 'proxy', `http://${host}/`);
            recorder.used(use(host));
            recorder.attempted(attempt({ host }));
          }
        }
        await recorder.stop();
        t.same([records(), news, names], [[], [], []], `${level} ${mode}`);
      }
  },
);

t.test('off, nothing is recorded; the doings of the filter itself are not', async (t) => {
  const off = setUp(t, { mode: 'off' });
  off.ask('wiki.example');
  off.recorder.attempted(attempt());
  await off.recorder.stop();
  t.same(off.records(), []);
  const locked = setUp(t, { mode: 'locked' });
  locked.ask('wiki.example');
  locked.ask('school.example');
  locked.ask('captive.apple.com');
  await locked.recorder.stop();
  t.same(locked.records(), []);
  const portal = setUp(t, { mode: 'portal', portalHosts: ['wifi.example'] });
  portal.ask('wifi.example');
  await portal.recorder.stop();
  hasFields(t, portal.records(), [
    { domain: 'wifi.example', reason: 'default', action: 'allow', policyId: null },
  ]);
});

t.test('what a process of the system asks for, or tries, is nobody’s browsing, and no visit', async (t) => {
  const { judge, recorder, records } = setUp(t);
  for (const uid of [0, 999, 65_534]) {
    const question = use(`updates-${uid}.example`, null, uid);
    recorder.decided(question, judge.judge(question));
    recorder.used(question);
    recorder.attempted(attempt({ address: `192.0.2.${uid % 256}`, uid }));
  }
  await recorder.stop();
  t.same(
    records().map(({ kind, user }) => [kind, user]),
    [0, 1, 2, 3, 4, 5].map(() => ['request', null]),
  );
});

t.test(
  'of several who are signed in each is recorded by the user of the socket, at the own level',
  async (t) => {
    const policies = [
      { settings: { activityLevel: 'domain' as const } },
      {
        target: { everyone: false, ous: ['/Staff'], users: [], devices: [] },
        settings: { activityLevel: 'counters' as const },
      },
    ];
    const { judge, recorder, records } = setUp(t, {
      bundle: bundleOf(policies),
      deviceOuPath: '/High',
      accounts: [
        { uid: 1_001, user: 'ana@school.example', ouPath: '/High/9b' },
        { uid: 1_002, user: 'bob@school.example', ouPath: '/High/9b' },
        { uid: 1_003, user: 'skinner@school.example', ouPath: '/Staff' },
      ],
    });
    for (const uid of [1_001, 1_002, 1_003, 1_004, null]) {
      const question = use('wiki.example', null, uid);
      recorder.decided(question, judge.judge(question));
      recorder.used(question);
      recorder.attempted(attempt({ uid }));
    }
    await recorder.stop();
    const of = (wanted: (record: ActivityRecord) => boolean) =>
      records()
        .filter(wanted)
        .map(({ user, domain, count }) => [user, domain, count ?? null])
        .sort(([a], [b]) => String(a ?? 'zzz').localeCompare(String(b ?? 'zzz')));
    t.same(
      of(({ kind, bypass }) => kind === 'request' && bypass === undefined),
      [
        ['ana@school.example', 'wiki.example', 2],
        ['bob@school.example', 'wiki.example', 1],
        [null, undefined, 1],
        [null, 'wiki.example', 1],
      ],
      'one without a session is nobody known',
    );
    t.same(
      of(({ kind }) => kind === 'visit'),
      [
        ['ana@school.example', 'wiki.example', null],
        ['bob@school.example', 'wiki.example', null],
        [null, 'wiki.example', null],
      ],
    );
    t.same(
      of(({ bypass }) => bypass !== undefined),
      [
        ['ana@school.example', '1.1.1.1', 2],
        ['bob@school.example', '1.1.1.1', 1],
        ['skinner@school.example', '1.1.1.1', 1],
        [null, '1.1.1.1', 1],
      ],
    );
  },
);

t.test('every way round the filter is recorded at every level, by name or address', async (t) => {
  for (const level of ['counters', 'blocked', 'domain', 'url'] as const) {
    const { ask, recorder, records } = setUp(t, { level });
    ask('dns.google');
    recorder.attempted(attempt({ count: 4 }));
    recorder.attempted(attempt({ kind: 'dot', address: '2001:db8::1', port: 853, app: 'kdig' }));
    await recorder.stop();
    t.same(
      records().map(({ kind, action, reason, domain, bypass, count, user, app }) => [
        kind,
        action,
        reason,
        domain,
        bypass,
        count,
        user,
        app,
      ]),
      [
        ['request', 'block', 'protection', 'dns.google', 'doh', 1, 'ana@school.example', null],
        ['request', 'block', 'protection', '1.1.1.1', 'doh', 4, 'ana@school.example', null],
        ['request', 'block', 'protection', '2001:db8::1', 'dot', 1, 'ana@school.example', 'kdig'],
      ],
    );
    t.ok(records().every((record) => schema.Check(record)));
  }
});

t.test('attempts that repeat are told once an hour and kind, with what was swallowed', async (t) => {
  const { clock, recorder, news } = setUp(t);
  await recorder.start();
  recorder.attempted(attempt());
  recorder.attempted(attempt());
  t.same(news, [], 'twice may be chance');
  recorder.attempted(attempt());
  hasFields(t, news, [{ bypass: 'doh', count: 3, address: '1.1.1.1', port: 443 }]);
  for (let i = 0; i < 50; i++) recorder.attempted(attempt());
  recorder.attempted(attempt({ kind: 'quic', count: 10 }));
  t.same(
    news.map(({ bypass, count }) => [bypass, count]),
    [
      ['doh', 3],
      ['quic', 10],
    ],
  );
  await clock.advance(HOUR + MINUTE);
  t.same(
    news.slice(2).map(({ bypass, count }) => [bypass, count]),
    [['doh', 50]],
  );
  await clock.advance(3 * HOUR);
  t.equal(news.length, 3, 'and then no more');
});

t.test('attempts far apart are no repeats', async (t) => {
  const { clock, recorder, news } = setUp(t);
  for (let i = 0; i < 6; i++) {
    recorder.attempted(attempt());
    await clock.advance(HOUR);
  }
  t.same(news, []);
});

t.test(
  'uses of a host make a visit while the gaps are under a minute, and a video where it is one',
  async (t) => {
    const { clock, recorder, records } = setUp(t);
    await recorder.start();
    for (let i = 0; i < 6; i++) {
      recorder.used(use('wiki.example', 'chrome'));
      recorder.used(use('tube.example'));
      await clock.advance(20_000);
    }
    await clock.advance(40_000);
    recorder.used(use('wiki.example', 'chrome'));
    await recorder.stop();
    const visits = records().map(({ kind, domain, durationSeconds, app, at }) => [
      kind,
      domain,
      durationSeconds,
      app,
      at,
    ]);
    t.same(visits, [
      ['visit', 'wiki.example', 100, 'chrome', START],
      ['video', 'tube.example', 100, null, START],
      ['visit', 'wiki.example', 0, 'chrome', START + 160_000],
    ]);
    t.ok(records().every((record) => schema.Check(record)));
  },
);

t.test('a clock that jumps makes no long visit', async (t) => {
  for (const jump of [5 * HOUR, -5 * HOUR]) {
    const { clock, recorder, records } = setUp(t);
    recorder.used(use('wiki.example'));
    clock.jump(jump);
    recorder.used(use('wiki.example'));
    await recorder.stop();
    t.same(
      records().map(({ durationSeconds }) => durationSeconds),
      [0, 0],
      `${jump}`,
    );
  }
});

t.test(
  'a page that asks for 100,000 names leaves some hundred records, and every request is counted',
  async (t) => {
    const { ask, recorder, records } = setUp(t);
    for (let i = 0; i < 100_000; i++) ask(`r${i}.a.flood.example`);
    await recorder.stop();
    t.ok(records().length < 60, `${records().length} records`);
    t.equal(
      records().reduce((sum, { count = 0 }) => sum + count, 0),
      100_000,
    );
    t.equal(records().find(({ domain }) => domain === 'flood.example')?.count, 100_000 - 50);
    t.ok(records().every(({ action, ruleId }) => action === 'block' && ruleId === 'no_games'));
  },
);

t.test('nor do 100,000 domains, addresses of pages or attempts', async (t) => {
  const { ask, recorder, records } = setUp(t, { level: 'url' });
  for (let i = 0; i < 30_000; i++) ask(`d${i}.example`);
  for (let i = 0; i < 30_000; i++) ask('wiki.example', 'proxy', `http://wiki.example/${i}`);
  for (let i = 0; i < 40_000; i++) recorder.attempted(attempt({ address: `10.0.${i >> 8}.${i & 255}` }));
  for (let i = 0; i < 10_000; i++) recorder.used(use(`v${i}.example`));
  await recorder.stop();
  const requests = records().filter(({ kind }) => kind === 'request');
  t.ok(requests.length <= 510, `${requests.length} records`);
  t.equal(
    requests.reduce((sum, { count = 0 }) => sum + count, 0),
    100_000,
  );
  t.ok(records().length <= 1_010, `${records().length} with the visits`);
});

t.test('records wait for a sink that fails, with the ids that they had', async (t) => {
  const { ask, clock, recorder, records, breakSink } = setUp(t);
  await recorder.start();
  breakSink(true);
  ask('wiki.example');
  await clock.advance(2 * MINUTE);
  ask('other.example');
  await clock.advance(MINUTE);
  t.same(records(), []);
  breakSink(false);
  await clock.advance(MINUTE);
  t.same(
    records().map(({ domain, count }) => [domain, count]),
    [
      ['wiki.example', 1],
      ['other.example', 1],
    ],
  );
  await recorder.stop();
  t.equal(records().length, 2, 'and come once');
});

t.test('stop and start may be called twice, and what comes in between is not lost', async (t) => {
  const { ask, clock, recorder, records } = setUp(t);
  await recorder.start();
  await recorder.start();
  t.equal(clock.pending(), 1);
  await recorder.stop();
  await recorder.stop();
  ask('wiki.example');
  await recorder.start();
  await clock.advance(MINUTE);
  t.equal(records().length, 1);
});

t.test('names that the level lets be told go on to whoever looks for games', async (t) => {
  const { ask, names } = setUp(t, { level: 'domain' });
  ask('unblocked.example');
  t.same(names, ['unblocked.example']);
  const quiet = setUp(t, { level: 'counters' });
  quiet.ask('unblocked.example');
  t.same(quiet.names, []);
});

t.test(
  'a look-up by the resolver of the system is of nobody, and is that of the connection that follows it',
  async (t) => {
    const { recorder, judge, records, clock } = setUp(t, {
      accounts: [{ uid: 1_001, user: 'ana@school.example', ouPath: '/' }],
    });
    const ask = (host: string, via: Layer, uid: number) => {
      const question = { host, url: null, app: null, via, uid };
      recorder.decided(question, judge.judge(question));
    };
    await recorder.start();
    ask('wiki.example', 'dns', 101);
    ask('wiki.example', 'relay', 1_001);
    ask('update.example', 'dns', 101);
    await clock.advance(MINUTE);
    hasFields(t, records(), [
      { domain: 'wiki.example', user: 'ana@school.example', count: 1 },
      { domain: 'update.example', user: null, count: 1 },
    ]);
  },
);
