import type { Clock } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Service } from '../../kit/lifecycle.ts';
import type { Log } from '../../kit/log.ts';
import type { LockKeeper } from '../core/lock/lock-keeper.ts';
import { createLockPage, type LockPage } from '../os/lock-page.ts';

/** The server of the lock page. The lock works without it. */
export interface LockPageService extends Service {
  url(): string | null;
  /** Why it is not where it should be; null = it is. */
  problem(): string | null;
}

export interface LockPageServiceDependencies {
  readonly lock: Pick<LockKeeper, 'message' | 'tryPin'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly port: number;
  readonly onReady: (url: string) => void;
}

/** Starts on the given port; when that is taken (a student's program may sit on it) on any other, so that the window shows our page. */
export function createLockPageService({
  lock,
  clock,
  log,
  port,
  onReady,
}: LockPageServiceDependencies): LockPageService {
  let page: LockPage | null = null;
  let problem: string | null = null;

  const startAt = async (at: number): Promise<void> => {
    const starting = createLockPage({ getLock: lock.message, tryPin: lock.tryPin, clock, port: at });
    await starting.start();
    page = starting;
    onReady(starting.url());
  };

  return {
    async start() {
      if (page !== null) return;
      problem = null;
      try {
        await startAt(port);
      } catch (error) {
        problem = `port ${port}: ${messageOf(error)}`;
        log.error({ port, error: messageOf(error) }, 'the lock page cannot have its port');
        await startAt(0).catch((second: unknown) =>
          log.error({ error: messageOf(second) }, 'there is no lock page'),
        );
      }
    },
    async stop() {
      const stopping = page;
      page = null;
      await stopping?.stop();
    },
    url: () => page?.url() ?? null,
    problem: () => problem,
  };
}
