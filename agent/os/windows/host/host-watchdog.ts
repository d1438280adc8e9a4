import { type Clock, every } from '../../../../kit/clock.ts';
import { messageOf } from '../../../../kit/fault.ts';
import type { Log } from '../../../../kit/log.ts';
import type { ServiceWatchdog } from '../../../ports/service-watchdog.ts';
import type { WindowsHost } from './windows-host.ts';

/** The host ends an agent that has said nothing for 30 s. */
const ALIVE_MS = 10_000;

/** Reports to the host that the agent's event loop is alive. */
export function createHostWatchdog({
  windows,
  clock,
  log,
}: {
  readonly windows: WindowsHost;
  readonly clock: Clock;
  readonly log: Log;
}): ServiceWatchdog {
  let beat: { stop(): Promise<void> } | null = null;
  const tell = async (): Promise<void> => {
    await windows.call('alive', null);
  };
  return {
    start() {
      beat ??= every(clock, ALIVE_MS, tell, (error) =>
        log.warn({ why: messageOf(error) }, 'the host was not told that the agent lives'),
      );
    },
    async stop() {
      await beat?.stop();
      beat = null;
    },
  };
}
