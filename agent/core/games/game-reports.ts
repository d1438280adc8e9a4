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
  /** Sets what to look for from now on. A game that was reported before is not reported again by this. */
  lookFor(bundle: { readonly gameWords: readonly string[]; readonly gameProcesses: readonly string[] }): void;
  /** A normalised name was asked for. */
  asked(host: string): void;
  /** These programs run now. */
  running(names: readonly string[]): void;
}

/** A game is reported once in this period (milliseconds), and at most this many games: a page full of game names tells no more than the first ones do. */
const PERIOD_MS = 3_600_000;
const MAX_PER_PERIOD = 20;
/** How many reported games are remembered; some hundred kilobytes. */
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
