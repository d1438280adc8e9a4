import t from 'tap';
import { createJudge, type JudgeFault } from '../../../../agent/filter/create-judge.ts';
import type { FilterState } from '../../../../agent/filter/filter-state.ts';
import { type Policy, UNKNOWN_PROGRAM } from '../../../../contracts/policy/model.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { bundleOf, filterState, ruleOf } from '../../../support/filter-state.ts';
import { hasFields } from '../../../support/has-fields.ts';

const HOUR = 3_600_000;
/** Friday, in winter: Madrid is an hour ahead. */
const START = Date.UTC(2026, 10, 20, 10);

const CATEGORIES: Readonly<Record<string, readonly string[]>> = {
  'casino.example': ['gambling'],
  'mixed.example': ['adult', 'games'],
  'tunnel.example': ['vpn_proxy'],
  'secret-dns.example': ['doh'],
  // What a list says wrongly of a helpline, and of what it lies in.
  'samaritans.org': ['adult'],
  org: ['gambling'],
};

function setUp(state: Partial<FilterState> = {}) {
  const clock = createFakeClock(START);
  const faults: JudgeFault[] = [];
  const opened: string[] = [];
  const judge = createJudge({
    clock,
    openIndex(path) {
      opened.push(path);
      if (path === '/damaged') throw new Error('not a category index');
      return {
        categoriesOf: (host) =>
          Object.entries(CATEGORIES)
            .filter(([name]) => host === name || host.endsWith(`.${name}`))
            .flatMap(([, ids]) => ids)
            .sort(),
      };
    },
    onFault: (fault) => faults.push(fault),
  });
  const give = (changes: Partial<FilterState>) =>
    judge.apply(filterState({ indexFile: '/index', ...changes }));
  give(state);
  const said = (name: string): string => {
    const { action, reason } = judge.judgeName(name);
    return `${action} ${reason}`;
  };
  return { clock, judge, faults, opened, give, said };
}

const noGames = bundleOf([
  {
    rules: [
      ruleOf(
        'no_games',
        'block',
        { domains: ['play.example'], categories: ['games'] },
        { reason: 'No games' },
      ),
      ruleOf('no_gambling', 'block', { categories: ['gambling', 'adult', 'vpn_proxy'] }),
    ],
  },
]);

t.test('equal questions get the same object until something changes', async (t) => {
  const { judge, give } = setUp({ bundle: noGames });
  const asked = { host: 'play.example', url: 'http://play.example/1', app: 'chrome', via: 'proxy' as const };
  t.equal(judge.judgeName('play.example'), judge.judgeName('play.example'));
  t.equal(judge.judge(asked), judge.judge({ ...asked }));
  t.equal(
    judge.judge({ ...asked, url: null, app: null }),
    judge.judgeName('play.example'),
    'a bare host is a name',
  );
  const before = judge.generation();
  give({ bundle: JSON.parse(JSON.stringify(noGames)) });
  t.equal(judge.generation(), before, 'the same bundle over again is no change');
  give({ bundle: noGames, clockOffsetMs: 5 });
  t.equal(judge.generation(), before, 'nor is a clock that is some milliseconds off');
  give({ bundle: noGames, campus: 'off-campus' });
  t.ok(judge.generation() > before, 'another place is');
});

t.test(
  'locked: the server and the names of connectivity, crisis help only where the policy allows it',
  async (t) => {
    const { said, give } = setUp({ mode: 'locked', bundle: noGames });
    t.equal(said('school.example'), 'allow server');
    t.equal(said('tunnel.school.example'), 'block locked', 'below the server could be a tunnel');
    t.equal(said('captive.apple.com'), 'allow connectivity');
    t.equal(said('x.captive.apple.com'), 'block locked');
    t.equal(said('fine.example'), 'block locked');
    t.equal(said('samaritans.org'), 'block locked');
    t.equal(said(''), 'block locked');
    const kind = bundleOf([{ settings: { lockAllowCrisisHelp: true } } as Partial<Policy>]);
    give({ mode: 'locked', bundle: kind });
    t.equal(said('samaritans.org'), 'allow crisis_allow');
    t.equal(said('fine.example'), 'block locked');
    give({ mode: 'locked', lockedBy: 'command', bundle: noGames });
    t.equal(said('samaritans.org'), 'block locked');
    give({ mode: 'locked', lockedBy: 'lesson', bundle: noGames });
    t.equal(said('samaritans.org'), 'allow crisis_allow', 'no lesson shuts it');
    t.equal(said('fine.example'), 'block locked');
    give({ mode: 'locked', bundle: noGames, portalHosts: ['portal.example'] });
    t.equal(said('portal.example'), 'block locked');
    const signIn = bundleOf([{ settings: { lockAllowPortal: true } } as Partial<Policy>]);
    give({ mode: 'locked', bundle: signIn, portalHosts: ['portal.example'] });
    t.equal(said('portal.example'), 'allow portal');
  },
);

t.test('portal: its own hosts are open where no rule speaks against them, and nothing else is', async (t) => {
  const portalHosts = ['wifi.hotel.example', 'play.example', 'tunnel.example', 'dns.google'];
  const strict = bundleOf([{ ...noGames.policies[0], defaultAction: 'block' }]);
  const { said, give } = setUp({ mode: 'enforce', bundle: strict, portalHosts });
  t.equal(said('wifi.hotel.example'), 'block default', 'no portal is up');
  give({ mode: 'portal', bundle: strict, portalHosts });
  t.equal(said('wifi.hotel.example'), 'allow portal');
  t.equal(said('cdn.wifi.hotel.example'), 'block default', 'a name below it is another');
  t.equal(said('other.example'), 'block default');
  t.equal(said('play.example'), 'block block', 'a rule is stronger than a stranger’s page');
  t.equal(said('dns.google'), 'block protection');
  give({ mode: 'portal', bundle: noGames, portalHosts });
  t.equal(said('casino.example'), 'block block', 'policy goes on');
  give({ mode: 'portal', bundle: bundleOf([{}]), portalHosts });
  t.equal(said('tunnel.example'), 'block portal', 'by its category, which no portal needs');
  t.equal(said('other.example'), 'allow default');
});

t.test('ways round the filter are shut by the filter, unless somebody opened this very door', async (t) => {
  const { said, give } = setUp({ bundle: bundleOf([{}]) });
  for (const name of [
    'dns.google',
    'x.cloudflare-dns.com',
    'mask.icloud.com',
    'secret-dns.example',
    'www.torproject.org',
  ])
    t.equal(said(name), 'block protection', name);
  t.equal(said('google.com'), 'allow default');
  t.equal(said('icloud.com'), 'allow default');
  give({ bundle: bundleOf([{ rules: [ruleOf('all', 'allow', { domains: ['google', 'org'] })] }]) });
  t.equal(said('dns.google'), 'block protection', 'a general allow opens no resolver');
  t.equal(said('www.torproject.org'), 'allow allow');
  give({
    bundle: bundleOf([{ rules: [ruleOf('our', 'allow', { domains: ['dns.google'] }, { locked: true })] }]),
  });
  t.equal(said('dns.google'), 'allow locked_allow');
  give({ bundle: bundleOf([{ rules: [ruleOf('no', 'block', { domains: ['dns.google'] })] }]) });
  t.equal(said('dns.google'), 'block protection');
  const override = {
    id: 'ovr_1',
    site: 'dns.google',
    scope: { type: 'device' as const, deviceId: filterState().deviceId },
    startsAt: START,
    expiresAt: START + HOUR,
  };
  give({ bundle: bundleOf([{}]), overrides: [override] });
  t.equal(said('dns.google'), 'allow override');
});

t.test('off: nothing is filtered', async (t) => {
  const { said } = setUp({ mode: 'off', bundle: noGames });
  t.equal(said('play.example'), 'allow default');
  t.equal(said('dns.google'), 'allow default');
});

t.test('the offset to the server counts, not the clock of the computer', async (t) => {
  const schedule = {
    timezone: 'UTC',
    windows: [{ days: ['fri' as const], from: '09:00', to: '12:00' }],
    exceptDates: [],
  };
  const bundle = bundleOf([{ defaultAction: 'block', schedule }]);
  const { give, said, judge } = setUp({ bundle });
  t.equal(said('x.example'), 'block default');
  give({ bundle, clockOffsetMs: 5 * HOUR });
  t.equal(said('x.example'), 'allow default');
  t.equal(judge.now(), START + 5 * HOUR);
});

t.test(
  'a bundle that cannot be carried out is told, and the last good one stays with the new facts',
  async (t) => {
    const { give, said, faults, judge } = setUp({ bundle: noGames });
    const broken = bundleOf([{ schedule: { timezone: 'Mars/Olympus', windows: [], exceptDates: [] } }], {
      version: 2,
    });
    const inForce = give({ bundle: broken, mode: 'enforce', user: 'bob@school.example' });
    t.equal(inForce.bundle?.version, 1, 'the heartbeat must not claim the new one');
    t.equal(said('play.example'), 'block block');
    t.equal(judge.state().user, 'bob@school.example');
    t.same(
      faults.map(({ what }) => what),
      ['bundle'],
    );
    const hours = bundleOf([{}], { schoolHours: { timezone: 'Mars/Olympus', windows: [], exceptDates: [] } });
    t.equal(give({ bundle: hours }).bundle?.version, 1, 'nor school hours that cannot be');
  },
);

t.test('the index is opened once, and a damaged one leaves the one before in use', async (t) => {
  const { give, said, faults, opened } = setUp({ bundle: noGames });
  t.equal(said('casino.example'), 'block block');
  give({ bundle: noGames, campus: 'unknown' });
  t.same(opened, ['/index']);
  t.equal(give({ bundle: noGames, indexFile: '/damaged' }).indexFile, '/index');
  t.equal(said('casino.example'), 'block block');
  t.same(
    faults.map(({ what }) => what),
    ['index'],
  );
  t.equal(give({ bundle: noGames, indexFile: null }).indexFile, null);
  t.equal(said('casino.example'), 'allow default');
  t.equal(give({ bundle: noGames, indexFile: '/index' }).indexFile, '/index');
  t.equal(said('casino.example'), 'block block');
});

t.test(
  'settings are those of the nearest policy that speaks now; the level follows the school hours',
  async (t) => {
    const schoolHours = {
      timezone: 'UTC',
      windows: [{ days: ['fri' as const], from: '08:00', to: '11:00' }],
      exceptDates: [],
    };
    const { judge, clock, give } = setUp({ bundle: bundleOf([{}], { schoolHours }) });
    t.equal(judge.settings().safeSearch, true);
    t.equal(judge.activityLevel(), 'domain');
    await clock.advance(HOUR);
    t.equal(judge.activityLevel(), 'counters', 'after school');
    const settings = { activityLevel: 'blocked' as const, safeSearch: false };
    give({ bundle: bundleOf([{ settings } as Partial<Policy>], { schoolHours }) });
    t.equal(judge.activityLevel(), 'blocked');
    t.equal(judge.settings().safeSearch, false);
  },
);

t.test('an explanation has the whole chain, and the words of policy and rule', async (t) => {
  const { judge } = setUp({ bundle: noGames });
  const explained = judge.explain({
    host: 'www.play.example',
    url: 'http://www.play.example/',
    app: null,
    via: 'proxy',
  });
  t.equal(explained.policyName, 'Policy 0');
  t.equal(explained.ruleReason, 'No games');
  t.equal(explained.user, 'ana@school.example');
  t.equal(explained.at, START);
  t.same(
    explained.chain.map(({ reason, decided }) => [reason, decided]),
    [
      ['block', true],
      ['default', false],
    ],
  );
  const guard = judge.explain({ host: 'dns.google', url: null, app: null, via: 'dns' });
  t.equal(guard.reason, 'protection');
  t.same(
    guard.chain.map(({ decided }) => decided),
    [false],
    'no policy decided',
  );
});

t.test('while two times may be right the stricter verdict counts, and both run on', async (t) => {
  const lessons = {
    timezone: 'UTC',
    windows: [{ days: ['fri' as const], from: '09:00', to: '12:00' }],
    exceptDates: [],
  };
  const bundle = bundleOf([{}, { priority: 10, defaultAction: 'block', schedule: lessons }]);
  // The clock says 18:00; if nobody had turned it, it would be 10:00.
  const { clock, give, said, judge } = setUp({ bundle, clockOffsetMs: 8 * HOUR, doubtOffsetMs: 0 });
  t.equal(said('x.example'), 'block default');
  await clock.advance(2 * HOUR - 1);
  t.equal(said('x.example'), 'block default', '20:00, or 12:00 but for a millisecond');
  const generation = judge.generation();
  await clock.advance(1);
  t.equal(said('x.example'), 'allow default', '20:00 or 12:00: both allow');
  t.ok(judge.generation() > generation);
  give({ bundle, clockOffsetMs: -2.5 * HOUR, doubtOffsetMs: 0 });
  t.equal(said('x.example'), 'block default', '09:30 by the clock, or 12:00');
  give({ bundle, clockOffsetMs: 0, doubtOffsetMs: null });
  t.equal(said('x.example'), 'allow default');
});

t.test('programs are asked for only where a policy that is on has a rule for them', async (t) => {
  const { judge, give } = setUp({ bundle: noGames });
  t.notOk(judge.asksForPrograms());
  const rules = [ruleOf('no_curl', 'block', { apps: ['curl'] })];
  give({ bundle: bundleOf([{ rules, enabled: false }]) });
  t.notOk(judge.asksForPrograms(), 'a policy that is switched off');
  give({ bundle: bundleOf([{ rules }]) });
  t.ok(judge.asksForPrograms());
});

t.test('a program that was not found is judged as the nearest policy says', async (t) => {
  const rules = [ruleOf('no_curl', 'block', { apps: ['curl'] })];
  const { judge, give } = setUp({ bundle: bundleOf([{ rules }]) });
  const unknown = { host: 'wiki.example', url: null, app: UNKNOWN_PROGRAM, via: 'relay' } as const;
  t.equal(judge.judge(unknown).action, 'allow');
  give({ bundle: bundleOf([{ rules, settings: { unknownProgram: 'block' } }]) });
  hasFields(t, judge.judge(unknown), { action: 'block', ruleId: 'no_curl' });
  t.equal(judge.judge({ ...unknown, app: null }).action, 'allow', 'nobody looked');
  t.equal(judge.judgeName('wiki.example').action, 'allow', 'look-ups of names have no program');
  hasFields(t, judge.explain(unknown).chain[0], { unknownProgram: true, decided: true });
});
