import type { PolicyBundle } from '../../contracts/policy/bundle.ts';
import { type Clock, every } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Service } from '../../kit/lifecycle.ts';
import type { Log } from '../../kit/log.ts';
import { createGameReports } from '../core/games/game-reports.ts';
import type { FilterReports } from './worker-parts.ts';

/** A game takes longer to start than to be noticed. */
const PROCESSES_MS = 30_000;

/** Notices games by names and programs. */
export interface GameWatch extends Service {
  lookFor(bundle: PolicyBundle | null): void;
  /** A name was asked for. */
  asked(host: string): void;
}

export function createGameWatch({
  clock,
  log,
  processes,
  report,
}: {
  readonly clock: Clock;
  readonly log: Log;
  /** Names of the programs that run. */
  readonly processes: () => Promise<readonly string[]>;
  readonly report: FilterReports['event'];
}): GameWatch {
  const games = createGameReports({ clock, report: (details) => report({ kind: 'game', details }) });
  let wanted = false;
  let running: ReturnType<typeof every> | null = null;
  const look = async (): Promise<void> => {
    if (wanted) games.running(await processes());
  };
  return {
    lookFor(bundle) {
      wanted = bundle !== null && bundle.gameProcesses.length > 0;
      games.lookFor(bundle ?? { gameWords: [], gameProcesses: [] });
    },
    asked: games.asked,
    start() {
      running ??= every(clock, PROCESSES_MS, look, (error) =>
        log.warn({ error: messageOf(error) }, 'cannot look for games'),
      );
      return Promise.resolve();
    },
    async stop() {
      const stopping = running;
      running = null;
      await stopping?.stop();
    },
  };
}
