import {
  type Bundle,
  type BundleOverride,
  type BundleSession,
  type DecisionContext,
  type DecisionRequest,
  type Policy,
  type Rule,
  type Schedule,
  UNKNOWN_PROGRAM,
  WEEKDAYS,
} from '../../../../contracts/policy/model.ts';
import { fc } from '../../../support/property.ts';

/** A small world, so that random policies meet random requests often. */
const HOSTS = [
  'play.example',
  'a.play.example',
  'b.a.play.example',
  'display.example',
  'wiki.test',
  'en.wiki.test',
  'samaritans.org',
  'www.samaritans.org',
];
const DOMAINS = [
  'play.example',
  'a.play.example',
  'example',
  'wiki.test',
  'samaritans.org',
  'org',
  'never.example',
];
const URLS = [
  'play.example/1',
  'wiki.test',
  'wiki.test/a*b',
  '*.wiki.test/a',
  '*play.example/x',
  'wiki.*/',
  '*',
];
const CATEGORIES = ['games', 'social', 'news'];
const APPS = ['Steam', 'chrome'];
export const UNITS = ['/', '/S', '/S/High', '/S/High/9', '/T'];
export const USERS = ['ana@x.example', 'bob@x.example'];
export const DEVICES = ['dev_1', 'dev_2'];
/** Sunday, 2026-11-15. */
export const START = Date.UTC(2026, 10, 15);

const some = <T>(items: readonly T[], maxLength = 2) =>
  fc.uniqueArray(fc.constantFrom(...items), { maxLength });
const moment = fc.integer({ min: 0, max: 14 * 24 * 4 }).map((quarter) => START + quarter * 900_000);
const campus = fc.constantFrom('on-campus', 'off-campus', 'unknown');
const clockTime = fc.constantFrom('00:00', '07:30', '08:00', '12:00', '15:30', '22:00');

const schedule: fc.Arbitrary<Schedule | null> = fc.option(
  fc.record({
    timezone: fc.constant('UTC'),
    windows: fc.array(fc.record({ days: some(WEEKDAYS, 7), from: clockTime, to: clockTime }), {
      maxLength: 3,
    }),
    exceptDates: some(['2026-11-16', '2026-11-20']),
  }),
);

const rule: fc.Arbitrary<Omit<Rule, 'id'>> = fc.record({
  effect: fc.constantFrom('allow', 'block'),
  locked: fc.boolean(),
  reason: fc.constant(null),
  campus: fc.oneof(fc.constant([]), some(['on-campus', 'off-campus', 'unknown'] as const)),
  match: fc.record({
    domains: some(DOMAINS),
    categories: some(CATEGORIES),
    urls: some(URLS),
    apps: some(APPS, 1),
  }),
});

const policy: fc.Arbitrary<Omit<Policy, 'id'>> = fc.record({
  name: fc.constant('A policy'),
  enabled: fc.integer({ min: 0, max: 9 }).map((one) => one > 0),
  priority: fc.constantFrom(0, 100, 1_000),
  defaultAction: fc.constantFrom('allow', 'block'),
  target: fc.record({
    everyone: fc.boolean(),
    ous: some(UNITS),
    users: some(USERS, 1),
    devices: some(DEVICES, 1),
  }),
  schedule,
  rules: fc
    .array(rule, { maxLength: 4 })
    .map((rules) => rules.map((one, index) => ({ ...one, id: `rul_${index}` }))),
  settings: fc.constantFrom(
    {},
    { unknownProgram: 'block' as const },
    { unknownProgram: 'other-rules' as const },
  ),
  version: fc.nat(100),
});

const override: fc.Arbitrary<Omit<BundleOverride, 'id'>> = fc
  .tuple(
    fc.constantFrom(...DOMAINS),
    fc.oneof(
      fc.record({ type: fc.constant('device' as const), deviceId: fc.constantFrom(...DEVICES) }),
      fc.record({ type: fc.constant('student' as const), user: fc.constantFrom(...USERS) }),
      fc.record({ type: fc.constant('ou' as const), path: fc.constantFrom(...UNITS) }),
      fc.record({ type: fc.constant('session' as const), sessionId: fc.constantFrom('cls_0', 'cls_1') }),
    ),
    moment,
    moment,
  )
  .map(([site, scope, a, b]) => ({ site, scope, startsAt: Math.min(a, b), expiresAt: Math.max(a, b) }));

const session: fc.Arbitrary<Omit<BundleSession, 'id'>> = fc
  .tuple(
    fc.constantFrom('open', 'focus', 'locked'),
    some(URLS),
    fc.option(some(USERS)),
    fc.option(some(DEVICES)),
    moment,
    moment,
  )
  .map(([mode, allowedUrls, students, devices, a, b]) => ({
    mode,
    allowedUrls,
    students,
    devices,
    startsAt: Math.min(a, b),
    endsAt: Math.max(a, b),
  }));

const numbered = <T>(prefix: string, items: readonly T[]): (T & { readonly id: string })[] =>
  items.map((item, index) => ({ ...item, id: `${prefix}_${index}` }));

export const anyBundle: fc.Arbitrary<Bundle> = fc
  .tuple(
    fc.array(policy, { maxLength: 5 }),
    fc.array(override, { maxLength: 3 }),
    fc.array(session, { maxLength: 2 }),
  )
  .map(([policies, overrides, sessions]) => ({
    policies: numbered('pol', policies),
    overrides: numbered('ovr', overrides),
    sessions: numbered('cls', sessions),
  }));

export const anyContext: fc.Arbitrary<DecisionContext> = fc.record({
  deviceId: fc.constantFrom(...DEVICES),
  user: fc.option(fc.constantFrom(...USERS)),
  ouPath: fc.constantFrom(...UNITS),
  campus,
  at: moment,
});

export const anyRequest: fc.Arbitrary<DecisionRequest> = fc
  .record({
    host: fc.constantFrom(...HOSTS),
    path: fc.option(fc.constantFrom('http:///', 'http:///1', 'http:///a/x/b', 'http:///x', 'https:///1')),
    app: fc.option(fc.constantFrom('STEAM.exe', 'chrome', 'vim', UNKNOWN_PROGRAM)),
    categories: some(CATEGORIES),
  })
  .map(({ host, path, app, categories }) => ({
    host,
    url: path === null ? null : path.replace('///', `//${host}/`),
    app,
    categories,
  }));
