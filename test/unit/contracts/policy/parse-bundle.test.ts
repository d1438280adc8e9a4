import t from 'tap';
import { parsePolicyBundle } from '../../../../contracts/policy/parse-bundle.ts';
import { DEFAULT_FILTER_SETTINGS } from '../../../../contracts/policy/settings.ts';
import { bundleOf, ruleOf } from '../../../support/filter-state.ts';
import { hasFields } from '../../../support/has-fields.ts';

const texts = (count: number, text = 'x'): readonly string[] => Array(count).fill(text);
const long = (length: number): string => 'x'.repeat(length);

const WINDOW = { days: ['mon', 'sun'], from: '08:00', to: '15:30' };
const SCHEDULE = { timezone: 'Europe/Berlin', windows: [WINDOW], exceptDates: ['2026-12-24'] };
const POLICY = {
  ...bundleOf([{ rules: [ruleOf('rul_1', 'block', { domains: ['play.example'] })] }]).policies[0],
  schedule: SCHEDULE,
  settings: {
    ...DEFAULT_FILTER_SETTINGS,
    internalNames: [{ domain: 'school.lan', resolvers: ['10.0.0.1'] }],
    vpnServers: ['192.0.2.0/24'],
  },
};
const BUNDLE = { ...bundleOf([]), policies: [POLICY], schoolHours: SCHEDULE };

/** The bundle with another value at a path of member names and list places; undefined takes the member away. */
function withAt(path: string, value: unknown): unknown {
  const copy: unknown = JSON.parse(JSON.stringify(BUNDLE));
  const names = path.split('.');
  const last = names.pop() ?? '';
  let inner = copy as Record<string, unknown>;
  for (const name of names) inner = inner[name] as Record<string, unknown>;
  if (value === undefined) delete inner[last];
  else inner[last] = value;
  return copy;
}

const isTaken = (path: string, value: unknown): boolean => 'bundle' in parsePolicyBundle(withAt(path, value));

t.test('a whole bundle is taken as it is', async (t) => {
  const parsed = parsePolicyBundle(BUNDLE);
  t.equal('bundle' in parsed && parsed.bundle, BUNDLE);
});

t.test('what is wrong is said with its place', async (t) => {
  for (const value of [null, undefined, 'bundle', 5, [], {}]) {
    const parsed = parsePolicyBundle(value);
    t.match('problem' in parsed && parsed.problem, /\w/, JSON.stringify(value));
  }
  hasFields(t, parsePolicyBundle(withAt('policies.0.priority', 'high')), {
    problem: /^\/policies\/0\/priority \w/,
  });
  const whole = parsePolicyBundle(5);
  t.equal('problem' in whole && whole.problem, 'problem' in whole && whole.problem.trim());
});

t.test('a bundle of another kind or format is none', async (t) => {
  t.notOk(isTaken('kind', 'target'));
  t.notOk(isTaken('format', 2));
  t.notOk(isTaken('format', undefined));
});

/** The largest value that is taken, and one that is too large or too small. */
const BOUNDS: readonly (readonly [path: string, taken: readonly unknown[], refused: readonly unknown[]])[] = [
  ['version', [0], [-1, 1.5]],
  ['policies', [[], Array(1_000).fill(POLICY)], [Array(1_001).fill(POLICY)]],
  ['policies.0.version', [0], [-1]],
  ['policies.0.id', [long(64)], [long(65)]],
  ['policies.0.name', [long(120)], [long(121)]],
  ['policies.0.priority', [0, 1_000], [-1, 1_001, 1.5]],
  ['policies.0.defaultAction', ['allow', 'block'], ['open']],
  ['policies.0.schedule', [null], [{ ...SCHEDULE, windows: undefined }]],
  ['policies.0.settings', [{}, undefined], [null]],
  ['policies.0.target.ous', [texts(1_000, long(1_000))], [texts(1_001), [long(1_001)]]],
  ['policies.0.target.users', [texts(1_000, long(254))], [texts(1_001), [long(255)]]],
  ['policies.0.target.devices', [texts(1_000, long(64))], [texts(1_001), [long(65)]]],
  ['policies.0.target.everyone', [false], [undefined]],
  ['policies.0.rules', [Array(500).fill(POLICY.rules?.[0])], [Array(501).fill(POLICY.rules?.[0])]],
  ['policies.0.rules.0.effect', ['allow'], ['open', undefined]],
  ['policies.0.rules.0.reason', [null, long(300)], [long(301)]],
  ['policies.0.rules.0.campus', [['on-campus', 'off-campus', 'unknown']], [texts(4, 'unknown'), ['home']]],
  ['policies.0.rules.0.match.domains', [texts(5_000, long(253))], [texts(5_001), [long(254)], undefined]],
  ['policies.0.rules.0.match.categories', [texts(100, long(64))], [texts(101), [long(65)]]],
  ['policies.0.rules.0.match.urls', [texts(1_000, long(2_048))], [texts(1_001), [long(2_049)]]],
  ['policies.0.rules.0.match.apps', [texts(500, long(120))], [texts(501), [long(121)]]],
  ['policies.0.schedule.timezone', [long(64)], [long(65)]],
  [
    'policies.0.schedule.windows',
    [[], Array(50).fill(WINDOW)],
    [Array(51).fill(WINDOW), [{ ...WINDOW, to: 5 }]],
  ],
  ['policies.0.schedule.windows.0.days', [[], texts(7, 'mon')], [texts(8, 'mon'), ['monday']]],
  ['policies.0.schedule.windows.0.from', ['24:99'], ['008:00', undefined]],
  ['policies.0.schedule.exceptDates', [texts(400, long(10))], [texts(401), [long(11)]]],
  ['schoolHours', [null], [undefined, { ...SCHEDULE, timezone: 5 }]],
  ['policies.0.settings.failMode', ['open', 'closed'], ['half']],
  ['policies.0.settings.activityLevel', [null, 'url'], ['all']],
  ['policies.0.settings.safeSearch', [false], ['no']],
  ['policies.0.settings.portalGraceMinutes', [0, 60], [-1, 61, 1.5]],
  ['policies.0.settings.tlsPorts', [[1, 65_535], Array(50).fill(443)], [[0], [65_536], Array(51).fill(443)]],
  ['policies.0.settings.localNetwork', ['never'], ['sometimes']],
  ['policies.0.settings.unknownProgram', ['block', 'other-rules'], ['allow', null]],
  [
    'policies.0.settings.internalNames',
    [Array(100).fill({ domain: long(253), resolvers: texts(8, long(45)) })],
    [
      Array(101).fill({ domain: 'a', resolvers: [] }),
      [{ domain: long(254), resolvers: [] }],
      [{ domain: 'a', resolvers: texts(9) }],
      [{ domain: 'a', resolvers: [long(46)] }],
      [{ domain: 'a' }],
    ],
  ],
  ['policies.0.settings.vpnServers', [texts(100, long(64))], [texts(101), [long(65)]]],
  ['dohAddresses', [texts(5_000, long(64))], [texts(5_001), [long(65)]]],
  ['upstreams', [texts(8, long(300))], [texts(9), [long(301)]]],
  ['gameWords', [texts(500, long(40))], [texts(501), [long(41)]]],
  ['gameProcesses', [texts(500, long(120))], [texts(501), [long(121)]]],
  ['probes.block', [texts(10, long(253))], [texts(11), [long(254)]]],
  ['probes.allow', [texts(10)], [texts(11), undefined]],
  ['connectivityUrl', [long(300)], [long(301)]],
];

t.test('no member is longer, larger or of another kind than a device has room for', async (t) => {
  for (const [path, taken, refused] of BOUNDS) {
    for (const [place, value] of taken.entries()) t.ok(isTaken(path, value), `${path}: taken ${place}`);
    for (const [place, value] of refused.entries())
      t.notOk(isTaken(path, value), `${path}: refused ${place}`);
  }
});

t.test('a newer server may say more', async (t) => {
  t.ok(isTaken('later', { a: 1 }));
  t.ok(isTaken('policies.0.later', []));
});
