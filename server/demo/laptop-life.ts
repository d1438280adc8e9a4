import type { DeviceFacts } from '../simulated-laptop/laptop.ts';
import type { Dice } from './dice.ts';
import type { DemoLaptop } from './springfield.ts';

/** The state of a simulated laptop; `stepLife` makes the next one. */
export interface LaptopLife {
  readonly battery: number;
  readonly charging: boolean;
  readonly user: string | null;
  readonly place: 'campus' | 'home' | 'no network';
  readonly protection: DeviceFacts['protection'];
  /** The lid is closed: it is offline. */
  readonly asleep: boolean;
  readonly bootedAt: number;
}

const HOUR_MS = 3_600_000;
/** Percentage points an hour: ten hours of work, two and a half of charging. */
const DRAIN_PER_HOUR = 10;
const CHARGE_PER_HOUR = 40;
/** How often things happen, an hour. */
const SLEEPS_PER_HOUR = 0.8;
const WAKES_PER_HOUR = 12;
const SIGN_INS_PER_HOUR = 6;
const SIGN_OUTS_PER_HOUR = 0.5;
const PLUGS_PER_HOUR = 0.4;
/** A laptop that is taken home during the day, or back. */
const MOVES_PER_HOUR = 0.15;
/** The filter breaks, and the agent or a person repairs it. */
const FAULTS_PER_HOUR = 0.05;
const REPAIRS_PER_HOUR = 6;

/** The state of a laptop when the demonstration begins: most at work in school, some at home, a few with a problem. */
export function beginLife(dice: Dice, { account }: DemoLaptop, now: number): LaptopLife {
  const atHome = dice.happens(0.12);
  return {
    battery: dice.happens(0.08) ? dice.between(4, 14) : dice.between(25, 100),
    charging: dice.happens(0.2),
    user: dice.happens(0.85) ? account : null,
    place: atHome ? 'home' : 'campus',
    protection: dice.happens(0.04)
      ? { state: 'unprotected', since: now }
      : { state: 'enforcing', since: now },
    asleep: dice.happens(0.08),
    bootedAt: now - dice.between(10, 900) * 60_000,
  };
}

/** The state after some time. Pure except for the dice. */
export function stepLife(
  dice: Dice,
  life: LaptopLife,
  { account }: DemoLaptop,
  { now, elapsedMs }: { readonly now: number; readonly elapsedMs: number },
): LaptopLife {
  const hours = elapsedMs / HOUR_MS;
  const sometimes = (perHour: number): boolean => dice.happens(1 - Math.exp(-perHour * hours));
  if (life.asleep) return sometimes(WAKES_PER_HOUR) ? { ...life, asleep: false } : life;
  const battery = Math.min(
    100,
    Math.max(1, life.battery + hours * (life.charging ? CHARGE_PER_HOUR : -DRAIN_PER_HOUR)),
  );
  const plugged =
    battery < 8 ||
    (!life.charging && sometimes(PLUGS_PER_HOUR)) ||
    (life.charging && battery < 100 && !sometimes(PLUGS_PER_HOUR));
  return {
    ...life,
    battery,
    charging: plugged,
    place: sometimes(MOVES_PER_HOUR) ? elsewhere(life.place) : life.place,
    protection: protectionAfter(life, sometimes, now),
    user:
      life.user === null
        ? nullOr(account, sometimes(SIGN_INS_PER_HOUR))
        : nullOr(life.user, !sometimes(SIGN_OUTS_PER_HOUR)),
    asleep: sometimes(SLEEPS_PER_HOUR),
  };
}

function elsewhere(place: LaptopLife['place']): LaptopLife['place'] {
  return place === 'campus' ? 'home' : 'campus';
}

function protectionAfter(
  { protection }: LaptopLife,
  sometimes: (perHour: number) => boolean,
  now: number,
): LaptopLife['protection'] {
  if (protection.state === 'enforcing')
    return sometimes(FAULTS_PER_HOUR) ? { state: 'unprotected', since: now } : protection;
  return sometimes(REPAIRS_PER_HOUR) ? { state: 'enforcing', since: now } : protection;
}

function nullOr(account: string, signedIn: boolean): string | null {
  return signedIn ? account : null;
}

/** The state as a heartbeat reports it. @param campusId of the campus that the laptop belongs to */
export function factsOf(
  life: LaptopLife,
  { hardware }: DemoLaptop,
  campusId: string | null,
  now: number,
): DeviceFacts {
  return {
    user: life.user,
    battery: Math.round(life.battery),
    charging: life.charging,
    campus: campusOf(life, campusId),
    protection: life.protection,
    osVersion: hardware.osVersion,
    uptimeSeconds: Math.max(0, Math.floor((now - life.bootedAt) / 1_000)),
  };
}

function campusOf({ place }: LaptopLife, campusId: string | null): DeviceFacts['campus'] {
  switch (place) {
    case 'campus':
      return campusId === null ? { state: 'unknown', campusId: null } : { state: 'on-campus', campusId };
    case 'home':
      return { state: 'off-campus', campusId: null };
    case 'no network':
      return { state: 'unknown', campusId: null };
  }
}
