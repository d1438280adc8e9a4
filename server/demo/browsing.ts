import type { ActivityRecord } from '../../contracts/mqtt/messages.ts';
import type { Random } from '../../kit/random.ts';
import type { Dice } from './dice.ts';
import { recordId } from './record-id.ts';

interface Site {
  readonly domain: string;
  readonly category: string;
  /** How often it is visited, beside the others. */
  readonly weight: number;
  readonly blocked?: true;
}

/** Made-up domains of the kind that a class visits; `.example` belongs to nobody (RFC 2606). */
const SITES: readonly Site[] = [
  { domain: 'encyclopedia.example', category: 'reference', weight: 14 },
  { domain: 'classroom.example', category: 'education', weight: 20 },
  { domain: 'maths-practice.example', category: 'education', weight: 12 },
  { domain: 'docs.example', category: 'productivity', weight: 16 },
  { domain: 'search.example', category: 'search', weight: 18 },
  { domain: 'video.example', category: 'video', weight: 8 },
  { domain: 'news.example', category: 'news', weight: 5 },
  { domain: 'library.springfield.example', category: 'education', weight: 6 },
  { domain: 'chess-club.example', category: 'games', weight: 1 },
  { domain: 'unblocked-games.example', category: 'games', weight: 3, blocked: true },
  { domain: 'chat.example', category: 'social', weight: 3, blocked: true },
  { domain: 'free-proxy.example', category: 'vpn_proxy', weight: 1, blocked: true },
];
const TOTAL_WEIGHT = SITES.reduce((sum, { weight }) => sum + weight, 0);

/** What pupils search for. */
const SEARCHES = [
  'photosynthesis diagram',
  'how long is the nile',
  'quadratic formula explained',
  'french revolution causes',
  'volcano experiment for school',
  'what rhymes with orange',
  'book report template',
  'when is the school trip',
] as const;

/** Seldom: a sentence of despair, one of violence. Both are in the lists that make alerts. */
const WORRYING_SEARCHES = ['i want to die', 'bring a knife to school'] as const;

const VIDEOS = [
  'The water cycle in three minutes',
  'Fractions made easy',
  'A day on the space station',
] as const;
const APPS = ['Writer', 'Calculator', 'Turtle Paint', 'RobloxPlayerBeta'] as const;

/** How often, of all records. */
const SHARES = { visit: 0.15, search: 0.06, video: 0.04, app: 0.03, signin: 0.02 } as const;
/** Of all searches. */
const WORRYING_SHARE = 0.004;

export interface BrowsingMoment {
  /** Epoch milliseconds; the records lie in the `spanMs` before it. */
  readonly now: number;
  readonly spanMs: number;
  readonly user: string | null;
  readonly campus: 'on-campus' | 'off-campus' | 'unknown';
}

/** Some decided requests and a visit, as a pupil makes them in a while. At least one record, oldest first. */
export function browse(
  dice: Dice,
  random: Random,
  { now, spanMs, user, campus }: BrowsingMoment,
): ActivityRecord[] {
  const times = Array.from({ length: dice.between(2, 9) }, () => now - Math.floor(dice.roll() * spanMs)).sort(
    (a, b) => a - b,
  );
  return times.map((at): ActivityRecord => {
    const base = { id: recordId(random), at, user, campus };
    const roll = dice.roll();
    const kind = kindFor(roll);
    return kind === 'request' || kind === 'visit'
      ? { ...base, ...pageView(dice, kind) }
      : { ...base, kind, domain: null, ...doing(dice, kind) };
  });
}

function kindFor(roll: number): ActivityRecord['kind'] {
  let rest = roll;
  for (const [kind, share] of Object.entries(SHARES)) {
    rest -= share;
    if (rest < 0) return kind as keyof typeof SHARES;
  }
  return 'request';
}

/** A request with its verdict, as the built-in default decides; or a visit of a page that is not stopped. */
function pageView(dice: Dice, kind: 'request' | 'visit') {
  const { domain, category, blocked } = siteFor(dice.roll());
  if (blocked === true)
    return {
      kind: 'request',
      domain,
      category,
      action: 'block',
      reason: 'block',
      policyVersion: 1,
      count: dice.between(1, 4),
    } as const;
  if (kind === 'visit') return { kind, domain, category, durationSeconds: dice.between(20, 600) };
  return {
    kind,
    domain,
    category,
    action: 'allow',
    reason: 'default',
    policyVersion: 1,
    count: dice.between(1, 12),
  } as const;
}

/** What else is done on a laptop. */
function doing(
  dice: Dice,
  kind: 'search' | 'video' | 'app' | 'signin',
): Pick<ActivityRecord, 'title' | 'category' | 'durationSeconds'> & { domain?: string } {
  switch (kind) {
    case 'search':
      return {
        domain: 'search.example',
        category: 'search',
        title: dice.pick<string>(dice.happens(WORRYING_SHARE) ? WORRYING_SEARCHES : SEARCHES),
      };
    case 'video':
      return {
        domain: 'video.example',
        category: 'video',
        title: dice.pick(VIDEOS),
        durationSeconds: dice.between(30, 900),
      };
    case 'app': {
      const title = dice.pick(APPS);
      return {
        title,
        durationSeconds: dice.between(30, 2_400),
        ...(title === 'RobloxPlayerBeta' ? { category: 'games' } : {}),
      };
    }
    case 'signin':
      return {};
  }
}

function siteFor(roll: number): Site {
  let rest = roll * TOTAL_WEIGHT;
  for (const site of SITES) {
    rest -= site.weight;
    if (rest < 0) return site;
  }
  const [first] = SITES;
  if (first === undefined) throw new Error('there are no sites');
  return first;
}
