import type { PolicyBundle } from '../../contracts/policy/bundle.ts';
import { WEEKDAYS } from '../../contracts/policy/model.ts';
import { ruleOf } from '../support/filter-state.ts';
import { damaged, type FuzzRandom } from './fuzz-run.ts';

type Policy = PolicyBundle['policies'][number];
type Rule = Policy['rules'][number];
type Schedule = NonNullable<Policy['schedule']>;

/** Names that mean something to JavaScript. */
export const PROTOTYPE_NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'then',
] as const;

const ZONES = [
  'Europe/Vienna',
  'Pacific/Apia',
  'Africa/Casablanca',
  'Antarctica/Troll',
  'UTC',
  'Etc/GMT+12',
  'Mars/Olympus',
  '+02:00',
  '',
  '__proto__',
  'Europe/Vienna\u0000',
  '../../etc/passwd',
];
const TIMES = ['00:00', '00:00', '12:00', '23:59', '24:00', '25:61', '', '٠٨:٠٠', '1:2', '-1:00', 'NaN'];
const DATES = [
  '2026-12-24',
  '2099-12-31',
  '9999-12-31',
  '0000-01-01',
  '2026-02-30',
  '2026-99-99',
  '',
  'NaN',
  '1e9',
];
const NUMBERS = [-1, 0, 1, 0.5, 1_001, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308];
const PIECES = [
  'a',
  'aa',
  '*',
  '*a',
  'a*',
  '**',
  '.',
  '.example',
  '/',
  '?',
  '%',
  '%2',
  '-',
  '_',
  '\u00fc',
  '\u0000',
  '[',
  ':',
];
const LARGE = 1_000;
const MAX_DEPTH = 200_000;

function some<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function someDate(random: FuzzRandom): string {
  if (random.oneIn(3)) return random.pick(DATES);
  return new Date(Date.UTC(2026, 10, 1 + random.below(5_000))).toISOString().slice(0, 10);
}

/** A schedule that is dear to read, or impossible. */
function hostileSchedule(random: FuzzRandom): Schedule {
  const sound = !random.oneIn(4);
  const from = sound ? random.pick(['00:00', '12:00', '23:59']) : random.pick(TIMES);
  return {
    timezone: random.pick(sound ? ZONES.slice(0, 6) : ZONES),
    windows: some(random.pick([0, 1, 1, 2, 50, 51]), () => ({
      days: random.oneIn(4) ? [] : [...WEEKDAYS],
      from,
      to: random.oneIn(2) ? from : random.pick(TIMES),
    })),
    exceptDates: random.oneIn(3)
      ? [sound ? '9999-12-31' : random.pick(DATES)]
      : some(random.pick([0, 3, 400, 401]), () => (sound ? someDate(random) : random.pick(DATES))),
  };
}

/** A pattern with many stars, or one long piece that nearly matches everywhere. */
function hostilePattern(random: FuzzRandom): string {
  const length = random.pick([1, 20, 200, 2_048, 2_049]);
  const piece = random.pick(PIECES);
  const body = random.oneIn(2) ? piece.repeat(length) : some(length, () => random.pick(PIECES)).join('');
  return random
    .pick(['', '*', '*.', 'http://'])
    .concat(body, random.pick(['', 'b', '*', '.example', '/a*b']))
    .slice(0, 2_049);
}

function hostileName(random: FuzzRandom): string {
  return random.pick([
    ...PROTOTYPE_NAMES,
    '',
    '.',
    '*',
    'a'.repeat(253),
    'a.'.repeat(126),
    '\ud800',
    '\u0000',
    '127.0.0.1',
    '[::1]',
    'shut.example',
    'xn--',
    'xn--a'.repeat(20),
  ]);
}

function hostileRule(random: FuzzRandom, index: number): Rule {
  const names = (most: number): string[] => some(random.below(most), () => hostileName(random));
  return JSON.parse(
    JSON.stringify(
      ruleOf(random.oneIn(2) ? 'rul_same' : `rul_${index}`, random.pick(['allow', 'block']), {
        domains: names(6),
        categories: names(4),
        urls: some(random.below(4), () => hostilePattern(random)),
        apps: names(4),
      }),
    ),
  );
}

/** What a hostile or broken server could write, in the right form: each is carried out as written, or refused whole. */
const SHAPES: readonly ((policy: Policy, bundle: PolicyBundle, random: FuzzRandom) => void)[] = [
  (policy, _bundle, random) => {
    policy.schedule = hostileSchedule(random);
  },
  (_policy, bundle, random) => {
    bundle.schoolHours = hostileSchedule(random);
  },
  (policy, bundle, random) => {
    const schedule = hostileSchedule(random);
    bundle.policies.push(
      ...some(random.pick([10, 100, LARGE]), (index) => ({
        ...policy,
        id: `pol_x${index}`,
        rules: [],
        schedule,
      })),
    );
  },
  (policy, bundle, random) => {
    // As it comes over the wire no two policies share a schedule.
    bundle.policies.push(
      ...some(random.pick([10, 100]), (index) => ({
        ...policy,
        id: `pol_y${index}`,
        rules: [],
        schedule: hostileSchedule(random),
      })),
    );
  },
  (policy, _bundle, random) => {
    policy.rules.push(...some(random.pick([1, 50, 500, 501]), (index) => hostileRule(random, index)));
  },
  (policy, _bundle, random) => {
    const pattern = hostilePattern(random);
    policy.rules.push(
      ...some(500, (index) => ({
        ...hostileRule(random, index),
        match: { domains: [], categories: [], urls: [pattern], apps: [] },
      })),
    );
  },
  (policy, bundle, random) => {
    // Many that all speak about one name.
    const rule = {
      ...hostileRule(random, 0),
      match: { domains: ['many.example'], categories: [], urls: ['*'], apps: [] },
    };
    const rules = some(random.pick([10, 500]), (index) => ({ ...rule, id: `rul_m${index}` }));
    bundle.policies.push(
      ...some(random.pick([1, 30]), (index) => ({ ...policy, id: `pol_m${index}`, schedule: null, rules })),
    );
  },
  (policy, bundle) => {
    bundle.policies.push(policy, { ...policy }, { ...policy, enabled: !policy.enabled });
  },
  (policy, _bundle, random) => {
    policy.id = hostileName(random);
    policy.name = hostileName(random);
    policy.target = {
      everyone: random.oneIn(2),
      ous: ['/', '//', '', ...PROTOTYPE_NAMES],
      users: [...PROTOTYPE_NAMES],
      devices: [...PROTOTYPE_NAMES],
    };
  },
  (policy, _bundle, random) => {
    policy.priority = random.pick(NUMBERS);
    policy.version = random.pick(NUMBERS);
  },
  (_policy, bundle, random) => {
    bundle.gameWords = some(500, () => hostileName(random).slice(0, 40));
    bundle.gameProcesses = [...PROTOTYPE_NAMES];
    bundle.connectivityUrl = random.pick([
      '',
      'http://',
      'http://[',
      'javascript:1',
      `http://${'a.'.repeat(120)}`,
    ]);
  },
];

/** Places of a JSON value: each with what holds it. */
function places(value: unknown): { readonly holder: Record<string, unknown>; readonly key: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...places(holder[key])]);
}

function oddValue(random: FuzzRandom): unknown {
  return random.pick<unknown>([
    null,
    true,
    '',
    [],
    {},
    [[]],
    hostileName(random),
    random.pick(NUMBERS),
    { length: 5 },
    'x'.repeat(random.below(5_000)),
  ]);
}

/** One place lost, replaced, doubled, or with a member more. */
function changePlace(bundle: PolicyBundle, random: FuzzRandom): void {
  const all = places(bundle);
  const { holder, key } = random.pick(all);
  switch (random.below(5)) {
    case 0:
      delete holder[key];
      break;
    case 1:
      holder[key] = oddValue(random);
      break;
    case 2: {
      const other = random.pick(all);
      holder[key] = structuredClone(other.holder[other.key]);
      break;
    }
    case 3:
      if (Array.isArray(holder)) holder.push(...some(random.below(LARGE), () => holder[key]));
      else holder[random.pick(PROTOTYPE_NAMES)] = oddValue(random);
      break;
    default:
      Object.defineProperty(holder, random.pick(PROTOTYPE_NAMES), {
        value: { enabled: false, everyone: true, action: 'allow', locked: true },
        enumerable: true,
        configurable: true,
        writable: true,
      });
  }
}

/** What only stands in the text: numbers that are none, depth, doubled members, wrong bytes. */
const TEXTS: readonly ((text: string, random: FuzzRandom) => string)[] = [
  (text, random) => withMember(text, deep(random, '[', ']')),
  (text, random) => withMember(text, deep(random, '{"a":', '}', '0')),
  (text, random) => withMember(text, `[${'[],'.repeat(random.below(200_000))}[]]`),
  (text) => withMember(text, '1e999'),
  (text) => text.replace(/"version":\d+/, '"version":1e999'),
  (text) => text.replace(/"priority":\d+/, '"priority":NaN'),
  (text, random) => text.replace(/"version":\d+/, `"version":1${'0'.repeat(random.below(500_000))}`),
  (text, random) => `${' '.repeat(random.below(2_000_000))}${text}`,
  (text) => text.replace('"policies":', '"policies":[],"policies":'),
  (text) => `\ufeff${text}`,
  (text) => `${text}${text}`,
  (text) => text.replace('"name":"', '"name":"\\ud800'),
  () => '',
  () => 'null',
  () => '[]',
  (_text, random) => deep(random, '[', ']'),
];

function deep(random: FuzzRandom, open: string, close: string, inner = ''): string {
  const depth = random.pick([10, 10_000, MAX_DEPTH]);
  return `${open.repeat(depth)}${inner}${close.repeat(depth)}`;
}

function withMember(text: string, value: string): string {
  return `{"later":${value},${text.slice(1)}`;
}

/** The bytes of a bundle that was made from a sound one: other content, in the right form or not. */
export function mutatedBundle(sound: PolicyBundle, random: FuzzRandom): Buffer {
  const bundle = structuredClone(sound);
  const policy = random.pick(bundle.policies);
  const way = random.below(12);
  if (way < 5)
    for (let times = random.below(2); times >= 0; times--) random.pick(SHAPES)(policy, bundle, random);
  else if (way < 8) for (let times = random.below(4); times >= 0; times--) changePlace(bundle, random);
  const text = JSON.stringify(bundle);
  if (way >= 9) return Buffer.from(random.pick(TEXTS)(text, random));
  return way === 8 ? damaged(Buffer.from(text), random) : Buffer.from(text);
}
