import type { ActivityRecord, DeviceEvent } from '../../contracts/mqtt/messages.ts';
import type { Random } from '../../kit/random.ts';
import { recordId } from '../simulated-laptop/messages.ts';
import type { SimulatedVerdict } from '../simulated-laptop/policy.ts';
import type { Dice } from './dice.ts';

/** Hosts that students open, with their relative frequency. The names are real, so that the server's categories know them. */
const SITES: readonly { readonly domain: string; readonly weight: number }[] = [
  { domain: 'en.wikipedia.org', weight: 14 },
  { domain: 'www.khanacademy.org', weight: 16 },
  { domain: 'www.geogebra.org', weight: 10 },
  { domain: 'docs.google.com', weight: 16 },
  { domain: 'www.google.com', weight: 18 },
  { domain: 'scratch.mit.edu', weight: 6 },
  { domain: 'www.youtube.com', weight: 8 },
  { domain: 'www.bbc.co.uk', weight: 4 },
  { domain: 'www.nasa.gov', weight: 3 },
  { domain: 'quizlet.com', weight: 4 },
  { domain: 'www.duolingo.com', weight: 4 },
  { domain: 'www.chess.com', weight: 1 },
  { domain: 'www.roblox.com', weight: 2 },
  { domain: 'www.crazygames.com', weight: 2 },
  { domain: 'www.instagram.com', weight: 2 },
  { domain: 'www.tiktok.com', weight: 2 },
  { domain: 'www.netflix.com', weight: 1 },
  { domain: 'www.proxysite.com', weight: 0.4 },
  { domain: 'www.bet365.com', weight: 0.2 },
];
const TOTAL_WEIGHT = SITES.reduce((sum, { weight }) => sum + weight, 0);
const VIDEO = 'video';

/** Share of the allowed pages on which a student stays long enough for a visit. */
const VISIT_SHARE = 0.2;
/** Share of the blocked pages for which a student asks for access. */
const ASKING_SHARE = 0.03;
/** Share of a laptop's batches with a game that runs as a program. */
const GAME_SHARE = 0.004;

const WISHES = ['I need this for history', 'It is for our project', 'My teacher said it was fine'] as const;
const GAMES = ['robloxplayerbeta', 'minecraftlauncher', 'steam'] as const;

/** What a laptop reports of a period: the decided requests and their consequences. */
export interface Browsing {
  /** Oldest first; at least one. */
  readonly records: readonly ActivityRecord[];
  readonly events: readonly DeviceEvent[];
}

export interface BrowsingMoment {
  /** Epoch milliseconds; everything happened after `since` and not after `now`. */
  readonly since: number;
  readonly now: number;
  /** The account that is signed in. */
  readonly user: string | null;
  readonly campus: 'on-campus' | 'off-campus' | 'unknown';
  /** The verdict of the laptop's policy about a host at a moment. */
  readonly verdictOf: (host: string, at: number) => SimulatedVerdict;
}

/** Some requests as a student makes them in a while, each decided by the laptop's policy as it was at that moment. */
export function browse(dice: Dice, random: Random, moment: BrowsingMoment): Browsing {
  const { since, now, user } = moment;
  const times = Array.from(
    { length: dice.between(2, 9) },
    () => now - Math.floor(dice.roll() * Math.max(1, now - since)),
  ).sort((a, b) => a - b);
  const records: ActivityRecord[] = [];
  const events: DeviceEvent[] = [];
  for (const at of times) {
    const made = openPage(dice, random, { ...moment, at });
    records.push(...made.records);
    events.push(...made.events);
  }
  if (dice.happens(GAME_SHARE)) {
    const details = { source: 'process', process: dice.pick<string>(GAMES), suppressed: 0, user };
    events.push({ id: recordId(random), at: now, kind: 'game', details });
  }
  return { records, events };
}

function openPage(
  dice: Dice,
  random: Random,
  { at, user, campus, verdictOf }: BrowsingMoment & { readonly at: number },
): Browsing {
  const domain = siteFor(dice.roll());
  const { action, reason, ruleId, policyId, policyVersion, category } = verdictOf(domain, at);
  const base = { at, user, domain, category, campus } as const;
  const request: ActivityRecord = {
    ...base,
    ...{ id: recordId(random), kind: 'request', count: dice.between(1, 6) },
    ...{ action, reason, ruleId, policyId, policyVersion },
  };
  if (action === 'block') {
    if (!dice.happens(ASKING_SHARE)) return { records: [request], events: [] };
    const details = { host: domain, url: null, note: dice.pick<string>(WISHES), ruleId, policyId, user };
    return {
      records: [request],
      events: [{ id: recordId(random), at, kind: 'access_request', details }],
    };
  }
  if (!dice.happens(VISIT_SHARE)) return { records: [request], events: [] };
  const kind = category === VIDEO ? 'video' : 'visit';
  const visit: ActivityRecord = {
    ...base,
    ...{ id: recordId(random), kind, durationSeconds: dice.between(20, 600) },
  };
  return { records: [request, visit], events: [] };
}

function siteFor(roll: number): string {
  let rest = roll * TOTAL_WEIGHT;
  for (const { domain, weight } of SITES) {
    rest -= weight;
    if (rest < 0) return domain;
  }
  return SITES[0]?.domain ?? '';
}
