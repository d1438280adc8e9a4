import type { UpTopic } from '../../contracts/mqtt/topics.ts';
import type { Outcome, Sender } from '../connections/connection.ts';
import type { DeviceBudget } from '../limits/device-budgets.ts';
import type { Refusal } from '../limits/stats.ts';
import { createActivityHandler } from './activity.ts';
import { createEventsHandler } from './device-event-batch.ts';
import type { Handler, IngestTools } from './message-context.ts';
import { createResultsHandler } from './results.ts';
import { createStatusHandler } from './status.ts';
import { createTurns } from './turns.ts';
import { isPacked, unpack } from './unpack.ts';

/** Takes the messages of devices, each connection's in their order. */
export interface Ingest {
  /**
   * Takes a message. One that can never be stored is dropped for good, since a repeat would be no better; a rejection asks the device to
   * send it again. What of a device waits behind its packed messages is dropped when its connection ends: it was not acknowledged.
   */
  take(sender: Sender, name: UpTopic, payload: Buffer): Outcome;
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

  /** What a heartbeat says of the lock must not undo what a later message says, and who it says is signed in counts for what comes after it. */
  function afterHeartbeat(handle: Handler): Handler {
    return (sender, payload) => {
      heartbeats.settle(sender.login.deviceId);
      return handle(sender, payload);
    };
  }

  const takePlain = (sender: Sender, name: UpTopic, payload: Buffer): Outcome => {
    // As if it had been packed: or a device that packs nothing would have a second budget.
    if (isStored(name)) sender.login.budget.chargeUnpacked(payload.length);
    return handlers[name](sender, payload);
  };

  /** Unpacking, reading and storing much takes its time; what comes after waits for it, so that nothing overtakes. */
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
        // Boxed: the turn ends when the message is read, not when it is durable.
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
      // Before it is unpacked: to hold back costs nothing, but for the look at searches that no quota may hide.
      const held = isStored(name) ? heldBack(name, budget) : null;
      if (held !== null && !(name === 'activity' && budget.looks.tryTake(1))) return held;
      if (isPacked(payload) || turns.isBusy(deviceId)) return inTurn(sender, name, payload);
      if (isDear(name, payload) && budget.unpackedDebtMs() > 0) return inTurn(sender, name, payload);
      return takePlain(sender, name, payload);
    },
  };
}

/** What costs the server something: a device in debt has to wait with it. */
function isDear(name: UpTopic, payload: Buffer): boolean {
  return isStored(name) || isPacked(payload);
}

/** What a device reports of its people and of itself, and what can wait on the device. Commands' results and heartbeats cannot. */
function isStored(name: UpTopic): name is 'activity' | 'events' {
  return name === 'activity' || name === 'events';
}
