import type { HardwareFacts, Platform } from '../../contracts/enrollment/enrollment.ts';
import type { UserInput } from '../../contracts/rest/users.ts';
import { createDice, type Dice } from './dice.ts';

/** The simulated school: a small town's two schools. All names are made up. */
export const DEMO_ORGANISATION = {
  name: 'Springfield Schools',
  accountDomain: 'springfield.example',
} as const;

export interface DemoCampus {
  readonly name: string;
  /** Evidence of the campus that no real network gives. */
  readonly gatewayMacs: readonly string[];
}

export const DEMO_CAMPUSES: readonly DemoCampus[] = [
  { name: 'Springfield High', gatewayMacs: ['02:5e:00:00:00:01'] },
  { name: 'Springfield Elementary', gatewayMacs: ['02:5e:00:00:00:02'] },
];

/** A laptop of the simulated school, before it is enrolled. */
export interface DemoLaptop {
  /** From 0; its identity is kept under this number. */
  readonly number: number;
  readonly ou: string;
  readonly campusName: string;
  readonly hardware: HardwareFacts;
  /** Account of the student or teacher who has it. */
  readonly account: string;
}

interface Group {
  readonly ou: string;
  readonly prefix: string;
  readonly campusName: string;
  readonly share: number;
}

const GROUPS: readonly Group[] = [
  { ou: '/Springfield/High/Grade-9', prefix: 'HIGH-9', campusName: 'Springfield High', share: 0.27 },
  { ou: '/Springfield/High/Grade-10', prefix: 'HIGH-10', campusName: 'Springfield High', share: 0.25 },
  { ou: '/Springfield/High/Library', prefix: 'LIB', campusName: 'Springfield High', share: 0.12 },
  {
    ou: '/Springfield/Elementary/Grade-5',
    prefix: 'ELEM-5',
    campusName: 'Springfield Elementary',
    share: 0.26,
  },
  { ou: '/Springfield/Staff', prefix: 'STAFF', campusName: 'Springfield High', share: 0.1 },
];

const FIRST_NAMES = [
  'ana',
  'ben',
  'chloe',
  'david',
  'elif',
  'finn',
  'grace',
  'hana',
  'ivan',
  'jude',
  'kofi',
  'lena',
  'mateo',
  'nora',
  'omar',
  'priya',
  'quinn',
  'rosa',
  'sami',
  'tara',
  'uma',
  'viktor',
  'wen',
  'ximena',
  'yara',
  'zoe',
];
const LAST_NAMES = [
  'adams',
  'brown',
  'costa',
  'diaz',
  'evans',
  'fischer',
  'garcia',
  'haddad',
  'ito',
  'jensen',
  'kaur',
  'lopez',
  'meyer',
  'novak',
  'okafor',
  'patel',
  'rossi',
  'silva',
  'tanaka',
  'weber',
];

const MODELS: Readonly<
  Record<
    Platform,
    readonly { readonly manufacturer: string; readonly model: string; readonly osVersion: string }[]
  >
> = {
  windows: [
    { manufacturer: 'Lenovo', model: 'ThinkPad 11e', osVersion: '11 24H2' },
    { manufacturer: 'HP', model: 'ProBook x360 11', osVersion: '11 23H2' },
    { manufacturer: 'Dell', model: 'Latitude 3140', osVersion: '11 24H2' },
  ],
  macos: [{ manufacturer: 'Apple', model: 'MacBook Air', osVersion: '15.6' }],
  linux: [{ manufacturer: 'Framework', model: 'Laptop 12', osVersion: 'Ubuntu 24.04' }],
};
const PLATFORMS: readonly Platform[] = [
  'windows',
  'windows',
  'windows',
  'windows',
  'windows',
  'windows',
  'macos',
  'macos',
  'linux',
];

const SEED = 20_261_120;

/** The school's laptops, the same at each start. A larger count begins with the laptops of a smaller one. */
export function demoLaptops(count: number): readonly DemoLaptop[] {
  return Array.from({ length: count }, (_, number) => laptop(number));
}

/** All organisational units that laptops are in. */
export const DEMO_OUS: readonly string[] = GROUPS.map(({ ou }) => ou);

function laptop(number: number): DemoLaptop {
  const dice = createDice(SEED + number * 7_919);
  const group = groupOf(dice.roll());
  const platform = dice.pick(PLATFORMS);
  const { manufacturer, model, osVersion } = dice.pick(MODELS[platform]);
  const serial = `SIM${String(number).padStart(5, '0')}`;
  return {
    number,
    ou: group.ou,
    campusName: group.campusName,
    account: accountOf(dice, number),
    hardware: {
      machineId: `schoolgate-simulated-${serial}`,
      serial,
      hostname: `${group.prefix}-${String(number + 1).padStart(3, '0')}`,
      platform,
      osVersion,
      manufacturer,
      model,
    },
  };
}

function groupOf(roll: number): Group {
  let upTo = 0;
  for (const group of GROUPS) {
    upTo += group.share;
    if (roll < upTo) return group;
  }
  const [first] = GROUPS;
  if (first === undefined) throw new Error('the school has no groups');
  return first;
}

/** Unlike any other's: the first people have a first name each, the others a number, as schools tell two of one name apart. */
function accountOf(dice: Dice, number: number): string {
  const [first, last] = [dice.pick(FIRST_NAMES), dice.pick(LAST_NAMES)];
  const own = FIRST_NAMES[number];
  return own === undefined ? `${first}.${last}${number}` : `${own}.${last}`;
}

/** Whoever has one of the laptops, as the roster knows them. */
export function demoPeople(laptops: readonly DemoLaptop[]): readonly UserInput[] {
  return laptops.map(({ account, number, ou }): UserInput => {
    const grade = /Grade-(\d+)$/.exec(ou)?.[1];
    return {
      email: emailOf(account),
      name: nameOf(account),
      role: ou.endsWith('/Staff') ? 'teacher' : 'student',
      ou,
      externalId: `SIS-${1_001 + number}`,
      ...(grade === undefined ? {} : { grade }),
    };
  });
}

function emailOf(account: string): string {
  return `${account}@${DEMO_ORGANISATION.accountDomain}`;
}

/** `ana.adams12` is Ana Adams. */
function nameOf(account: string): string {
  return account
    .replace(/\d+$/, '')
    .split('.')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ');
}
