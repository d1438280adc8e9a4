import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { MAX_UNPACKED_BYTES } from '../../contracts/mqtt/messages.ts';
import type { UpTopic } from '../../contracts/mqtt/topics.ts';
import type { MessageOutcome, Sender } from '../connections/connection.ts';
import type { DeviceBudget } from '../limits/device-budgets.ts';
import type { Refusal } from '../limits/stats.ts';
import { createActivityHandler } from './activity.ts';
import { createEventsHandler } from './device-event-batch.ts';
import type { Handler, IngestTools } from './message-context.ts';
import { createResultsHandler } from './results.ts';
import { createStatusHandler } from './status.ts';
import { createTurns } from './turns.ts';

/** Handles the messages of devices, those of each connection in their order. */
export interface Ingest {
  /**
   * Handles a message. One that can never be stored is dropped for good, since a repeat would fail too. A rejection asks the device to send it again. Messages
   * that wait behind a packed one are dropped when the connection ends: they were not acknowledged.
   */
  take(sender: Sender, name: UpTopic, payload: Buffer): MessageOutcome;
}

export function createIngest(tools: IngestTools): Ingest {
  const { heartbeats, clock } = tools;
  const turns = createTurns(clock);
  const handlers: Readonly<Record<UpTopic, Handler>> = {
    status: createStatusHandler(tools),
    heartbeat: (sender, payload) => {
      heartbeats.put({ sender, payload, receivedAt: clock.now() });
      return null;
    },
    activity: afterHeartbeat(createActivityHandler(tools)),
    events: afterHeartbeat(createEventsHandler(tools)),
    results: afterHeartbeat(createResultsHandler(tools)),
  };

  /**
   * Handles the waiting heartbeat first: what it says of the lock must not undo what a later message says, and who it says is signed in applies to what comes
   * after it.
   */
  function afterHeartbeat(handle: Handler): Handler {
    return (sender, payload) => {
      heartbeats.settle(sender.login.deviceId);
      return handle(sender, payload);
    };
  }

  const takePlain = (sender: Sender, name: UpTopic, payload: Buffer): MessageOutcome => {
    // Charged as if it had been packed: otherwise a device that packs nothing would have a second budget.
    if (isStored(name)) sender.login.budget.chargeUnpacked(payload.length);
    return handlers[name](sender, payload);
  };

  /** Unpacks, reads and stores in turn with other devices. Later messages of the device wait for it, so that none overtakes it. */
  const inTurn = async (sender: Sender, name: UpTopic, payload: Buffer): Promise<Refusal | null> => {
    const { connection, login } = sender;
    const begun = await turns.add(login.deviceId, {
      isWanted: () => !connection.closed,
      waitMs: () => (isDear(name, payload) ? login.budget.unpackedDebtMs() : 0),
      async run() {
        if (!isPacked(payload)) return { outcome: takePlain(sender, name, payload) };
        const unpacked = await unpack(payload);
        login.budget.chargeUnpacked(unpacked.bytes);
        if (connection.closed) return null;
        // In an object, not as the promise itself: the turn ends when the message is read, not when it is durable.
        return {
          outcome: 'refusal' in unpacked ? unpacked.refusal : handlers[name](sender, unpacked.payload),
        };
      },
    });
    return begun === null ? 'sender_gone' : begun.outcome;
  };

  const heldBack = (name: 'activity' | 'events', budget: DeviceBudget): Refusal | null => {
    if (!budget[name].hasRoom()) return 'over_quota';
    return tools.reserve.isReached() ? 'disk_reserve' : null;
  };

  return {
    take(sender, name, payload) {
      const { deviceId, budget } = sender.login;
      // Before it is unpacked, so that refusing costs nothing. An exception is the search for self-harm and violence, which no quota may hide.
      const held = isStored(name) ? heldBack(name, budget) : null;
      if (held !== null && !(name === 'activity' && budget.looks.tryTake(1))) return held;
      if (isPacked(payload) || turns.isBusy(deviceId)) return inTurn(sender, name, payload);
      if (isDear(name, payload) && budget.unpackedDebtMs() > 0) return inTurn(sender, name, payload);
      return takePlain(sender, name, payload);
    },
  };
}

/** Messages that cost the server much: a device that is in debt has to wait with them. */
function isDear(name: UpTopic, payload: Buffer): boolean {
  return isStored(name) || isPacked(payload);
}

/** Topics whose messages can wait on the device. Results of commands and heartbeats cannot. */
function isStored(name: UpTopic): name is 'activity' | 'events' {
  return name === 'activity' || name === 'events';
}

const gunzipAside = promisify(gunzip);

/** Whether a payload is gzip: the magic of RFC 1952, section 2.3.1. No JSON text begins so. */
export function isPacked(payload: Buffer): boolean {
  return payload.length > 2 && payload[0] === 0x1f && payload[1] === 0x8b;
}

/** The unpacked payload, or why there is none, and how many bytes to charge for it. */
export type Unpacked = { readonly bytes: number } & (
  | { readonly payload: Buffer }
  | { readonly refusal: Refusal }
);

/**
 * Unpacks a gzipped payload on the thread pool. The work stops at 2 MiB, whatever it would unpack to. A refused payload is charged as 2 MiB, since the damage
 * may be at its very end.
 */
export async function unpack(packed: Buffer): Promise<Unpacked> {
  try {
    const payload = await gunzipAside(packed, { maxOutputLength: MAX_UNPACKED_BYTES });
    return { payload, bytes: payload.length };
  } catch (error) {
    const tooLarge = error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    return { refusal: tooLarge ? 'unpacked_too_large' : 'bad_gzip', bytes: MAX_UNPACKED_BYTES };
  }
}
