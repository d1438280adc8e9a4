import { type Clock, every } from '../../../kit/clock.ts';
import { messageOf } from '../../../kit/fault.ts';
import type { Log } from '../../../kit/log.ts';
import type { CommandRunner } from '../../ports/command-runner.ts';
import type { ServiceWatchdog } from '../../ports/service-watchdog.ts';

export interface ServiceWatchdogDependencies {
  readonly run: CommandRunner;
  readonly clock: Clock;
  readonly log: Log;
  /** The environment of this process, in which systemd says whether and how often it wants a report (sd_watchdog_enabled(3)). */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Reports to systemd twice in the time that it allows. Calls systemd-notify(1), because Node cannot write the datagram itself; the unit needs
 * `NotifyAccess=all`.
 */
export function createServiceWatchdog({
  run,
  clock,
  log,
  env,
}: ServiceWatchdogDependencies): ServiceWatchdog {
  const allowedMs = Number(env.WATCHDOG_USEC ?? 0) / 1_000;
  const isWanted = (env.NOTIFY_SOCKET ?? '') !== '' && Number.isFinite(allowedMs) && allowedMs > 0;
  let beat: { stop(): Promise<void> } | null = null;
  return {
    start() {
      if (!isWanted || beat !== null) return;
      const periodMs = allowedMs / 2;
      const tell = async (): Promise<void> => {
        const { code, stderr } = await run.run(['systemd-notify', 'WATCHDOG=1'], { timeoutMs: periodMs });
        if (code !== 0) log.warn({ code, why: stderr.trim() }, 'systemd was not told that the agent lives');
      };
      beat = every(clock, periodMs, tell, (error) =>
        log.warn({ why: messageOf(error) }, 'systemd was not told that the agent lives'),
      );
    },
    async stop() {
      await beat?.stop();
      beat = null;
    },
  };
}
