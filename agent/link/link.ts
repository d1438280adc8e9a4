import { delay, type Timer } from '../../kit/clock.ts';
import type { Service } from '../../kit/lifecycle.ts';
import type { LinkStatus } from '../ports/link-status.ts';
import { type CallerDependencies, createCaller } from './caller.ts';
import { createPacing, type Pause } from './pacing.ts';

/** The connection to the server. It verifies nothing: each message goes to the core as it came. */
export interface Link extends Service {
  /** A heartbeat is due now. */
  beat(): void;
  /** A report waits in the outbox. */
  kick(): void;
  /** The network has changed: tries to connect at once, and drops a connection whose own address is gone. */
  networkChanged(addresses: readonly string[]): void;
  /** The computer was asleep: drops the connection from before. */
  resumed(): void;
  status(): LinkStatus;
}

export interface LinkDependencies extends CallerDependencies {
  /** The state of the line has changed. */
  readonly onChange: () => void;
}

/**
 * After a change of network an attempt to connect gets this long to succeed (milliseconds). It may use a network that is gone, and would wait longer
 * than a new attempt takes. It is not ended at once, because addresses often change without harm.
 */
const GRACE_MS = 3_000;

export function createLink(deps: LinkDependencies): Link {
  const { clock, log, random } = deps;
  let status: LinkStatus = {
    state: 'stopped',
    url: null,
    since: clock.now(),
    lastError: null,
    revoked: false,
  };
  let stopping: AbortController | null = null;
  let running: Promise<void> | null = null;
  let wake = new AbortController();
  /** Aborts the present attempt, and the next one begins without a pause; null = none runs. */
  let trying: AbortController | null = null;
  let doubt: Timer | null = null;

  const become = (next: Partial<LinkStatus>): void => {
    status = { ...status, ...next, since: clock.now() };
    deps.onChange();
  };
  const caller = createCaller(deps, become);

  /** @returns whether a change of the network ended the pause; after a refusal no such change does */
  const pause = async ({ delayMs, refusals, revoked }: Pause, signal: AbortSignal): Promise<boolean> => {
    const isRefused = refusals > 0;
    become({ state: isRefused ? 'refused' : 'waiting', revoked });
    const fields = { refusals, delayMs: Math.round(delayMs), error: status.lastError };
    log.info(fields, isRefused ? 'the server refuses this device; waiting' : 'no connection; trying again');
    wake = new AbortController();
    const { signal: awake } = wake;
    await delay(clock, delayMs, isRefused ? signal : AbortSignal.any([signal, awake]));
    return awake.aborted;
  };

  const run = async (signal: AbortSignal): Promise<void> => {
    const pacing = createPacing(random);
    while (!signal.aborted) {
      const abandoned = new AbortController();
      trying = abandoned;
      const ending = await caller.round(AbortSignal.any([signal, abandoned.signal]));
      trying = null;
      doubt?.cancel();
      doubt = null;
      if (signal.aborted) return;
      const isAbandoned = ending === 'failed' && abandoned.signal.aborted;
      if (isAbandoned || (await pause(pacing.after(ending), signal))) pacing.startOver();
    }
  };

  const doubtAttempt = (): void => {
    const attempt = trying;
    if (attempt === null || caller.live() !== null) return;
    doubt ??= clock.setTimeout(() => {
      if (caller.live() === null) attempt.abort();
    }, GRACE_MS);
  };

  const drop = (reason: string): void => {
    doubtAttempt();
    caller.live()?.connection.destroy(reason);
    wake.abort();
  };

  return {
    start() {
      if (stopping !== null) return Promise.resolve();
      stopping = new AbortController();
      running = run(stopping.signal);
      return Promise.resolve();
    },
    async stop() {
      if (stopping === null) return;
      const aborter = stopping;
      stopping = null;
      // First, so that the link does not reconnect after the good-bye.
      aborter.abort();
      await caller.goodbye();
      await running;
      become({ state: 'stopped' });
    },
    beat: () => caller.live()?.session.beat(),
    kick: () => caller.live()?.session.kick(),
    networkChanged(addresses) {
      const live = caller.live();
      const own = live?.connection.localAddress() ?? null;
      // Addresses come and go (privacy addresses of IPv6, containers): only the loss of its own ends a connection.
      if (live !== null && (own === null || addresses.includes(own))) return;
      drop('its address is gone');
    },
    resumed: () => drop('the computer was asleep'),
    status: () => status,
  };
}
