import type { DeviceEvent, ResultMessage } from '../../../contracts/mqtt/messages.ts';
import type { Clock } from '../../../kit/clock.ts';
import { messageOf } from '../../../kit/fault.ts';
import type { Log } from '../../../kit/log.ts';
import type { IdSource } from '../../../kit/random.ts';
import type { TrustedTime } from '../time/trusted-time.ts';
import { createEventLimiter } from './event-limiter.ts';

/** Events of one key in a period. An honest server or a passing fault causes fewer, and a flood tells no more than the first ten. */
const MAX_PER_KEY = 10;
const PERIOD_MS = 3_600_000;

/**
 * Reports to the server what happened on the device without a command: refused messages, tampering, faults. Never throws, because a full disk must
 * not stop a lock.
 */
export interface EventReporter {
  refused(message: RefusedMessage): void;
  /** Reports any other event. @param key events of one kind and key are limited together, so that a flood of one thing does not hide another */
  event(kind: DeviceEvent['kind'], key: string, details: DeviceEvent['details']): void;
  /** Something of ours was changed, removed or damaged. `what` names it in snake_case. */
  tamper(what: string, detail: string): void;
}

/** Takes reports for the server. A record whose id waits already is not added again. */
export interface ReportSink {
  addEvent(event: DeviceEvent): void;
  addResult(result: ResultMessage): void;
}

/** A message of the server that was not accepted. */
export interface RefusedMessage {
  readonly what: 'target' | 'command';
  /** One of `REFUSAL_CODES` (target/signed-message.ts). */
  readonly code: string;
  readonly detail: string;
  /** Null unless the signature was valid: otherwise nobody knows whose command it is. */
  readonly commandId: string | null;
}

export interface EventReporterDependencies {
  readonly outbox: ReportSink;
  readonly ids: IdSource;
  readonly time: TrustedTime;
  readonly clock: Clock;
  readonly log: Log;
  /** A report waits in the outbox. */
  readonly onReport: () => void;
}

export function createEventReporter({
  outbox,
  ids,
  time,
  clock,
  log,
  onReport,
}: EventReporterDependencies): EventReporter {
  const limiter = createEventLimiter({ clock, max: MAX_PER_KEY, periodMs: PERIOD_MS });
  const add = (kind: DeviceEvent['kind'], key: string, details: DeviceEvent['details']): void => {
    const swallowed = limiter.pass(`${kind} ${key}`);
    if (swallowed === null) return;
    const more = swallowed > 0 ? { suppressed: swallowed } : {};
    try {
      outbox.addEvent({ id: ids.next('evt'), at: time.now(), kind, details: { ...details, ...more } });
      onReport();
    } catch (error) {
      log.error({ kind, error: messageOf(error) }, 'cannot keep an event for the server');
    }
  };
  return {
    event: add,
    refused({ what, code, detail, commandId }) {
      log.warn({ what, code, commandId }, `refused a ${what}: ${detail}`);
      add('refused', `${what} ${code}`, { what, code, detail, commandId });
    },
    tamper(what, detail) {
      log.warn({ what }, `tampering or damage: ${detail}`);
      add('tamper', what, { what, detail });
    },
  };
}
