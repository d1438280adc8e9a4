import type { DeviceEvent, ResultMessage } from '../../../contracts/mqtt/messages.ts';
import type { Clock } from '../../../kit/clock.ts';
import { messageOf } from '../../../kit/fault.ts';
import type { Log } from '../../../kit/log.ts';
import type { IdSource } from '../../../kit/random.ts';
import type { TrustedTime } from '../time/trusted-time.ts';
import { createEventLimiter } from './event-limiter.ts';

/** More than an honest server or a passing fault causes; a flood tells nothing that the first ten did not. */
const MAX_PER_KEY = 10;
const PERIOD_MS = 3_600_000;

/** Tells the server what happened on the device that nobody there asked for. Never throws: a full disk must not stop a lock. */
export interface Witness {
  refused(message: RefusedMessage): void;
  /** Anything else worth telling. @param key what is limited together: a flood of one thing must not hide another */
  event(kind: DeviceEvent['kind'], key: string, details: DeviceEvent['details']): void;
  /** Something of ours was changed, removed or damaged. `what` names it in snake_case. */
  tamper(what: string, detail: string): void;
}

/** Reports on their way to the server; a record with a known id is kept once. */
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

export interface WitnessDependencies {
  readonly outbox: ReportSink;
  readonly ids: IdSource;
  readonly time: TrustedTime;
  readonly clock: Clock;
  readonly log: Log;
  /** A report waits in the outbox. */
  readonly onReport: () => void;
}

export function createWitness({ outbox, ids, time, clock, log, onReport }: WitnessDependencies): Witness {
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
