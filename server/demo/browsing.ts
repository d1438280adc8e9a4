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
  { domain: 'unblocked-games.example', category: 'games', weight: 3, blocked: true },
  { domain: 'chat.example', category: 'social', weight: 3, blocked: true },
  { domain: 'free-proxy.example', category: 'proxy', weight: 1, blocked: true },
];
const TOTAL_WEIGHT = SITES.reduce((sum, { weight }) => sum + weight, 0);

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
    const { domain, category, blocked } = siteFor(dice.roll());
    const base = { id: recordId(random), at, user, domain, category, campus };
    if (blocked === true)
      return { ...base, kind: 'request', action: 'block', reason: 'block', count: dice.between(1, 4) };
    if (dice.happens(0.15)) return { ...base, kind: 'visit', durationSeconds: dice.between(20, 600) };
    return { ...base, kind: 'request', action: 'allow', reason: 'default', count: dice.between(1, 12) };
  });
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
