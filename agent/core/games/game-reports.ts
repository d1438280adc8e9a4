import { appName } from '../../../contracts/policy/match.ts';
import type { Clock } from '../../../kit/clock.ts';
import { createEventLimiter } from '../events/event-limiter.ts';
import { createGameWords, type GameWords } from './game-words.ts';

/** Details of the device event `game`. Requests of the category `games` need none: the server sees them in the log. */
export type GameDetails =
  | { readonly source: 'name'; readonly domain: string; readonly word: string; readonly suppressed: number }
  | { readonly source: 'process'; readonly process: string; readonly suppressed: number };

/** Notices games by the words of names and by programs, whether they are blocked or not. */
export interface GameReports {
  /** What to look for from now on. What was told before is not told anew. */
  lookFor(bundle: { readonly gameWords: readonly string[]; readonly gameProcesses: readonly string[] }): void;
  /** A normalised name was asked for. */
  asked(host: string): void;
  /** These programs run now. */
  running(names: readonly string[]): void;
}

/** A game is told once an hour, and of a page full of names not more than this: the first ones tell the same. */
const PERIOD_MS = 3_600_000;
const MAX_PER_PERIOD = 20;
/** Games that are known as told; some hundred kilobytes. */
const MAX_TOLD = 5_000;

export function createGameReports({
  clock,
  report,
}: {
  readonly clock: Clock;
  readonly report: (details: GameDetails) => void;
}): GameReports {
  const limiter = createEventLimiter({ clock, max: MAX_PER_PERIOD, periodMs: PERIOD_MS });
  let words: GameWords = createGameWords([]);
  let processes: ReadonlySet<string> = new Set();
  let told = new Map<string, number>();

  const isNews = (what: string): boolean => {
    const now = clock.monotonic();
    if (now - (told.get(what) ?? Number.NEGATIVE_INFINITY) < PERIOD_MS) return false;
    if (told.size >= MAX_TOLD) told = new Map();
    told.set(what, now);
    return true;
  };

  return {
    lookFor({ gameWords, gameProcesses }) {
      words = createGameWords(gameWords);
      processes = new Set(gameProcesses.map(appName));
    },
    asked(host) {
      const word = words.find(host);
      if (word === null || !isNews(`name ${host}`)) return;
      const suppressed = limiter.pass('name');
      if (suppressed !== null) report({ source: 'name', domain: host, word, suppressed });
    },
    running(names) {
      for (const name of new Set(names.map(appName))) {
        if (!processes.has(name) || !isNews(`process ${name}`)) continue;
        const suppressed = limiter.pass('process');
        if (suppressed !== null) report({ source: 'process', process: name, suppressed });
      }
    },
  };
}
