import type { UpTopic } from '../../contracts/mqtt/topics.ts';
import type { Sender } from '../broker/connection.ts';
import { createActivityHandler } from './activity.ts';
import { createEventsHandler } from './device-event-batch.ts';
import type { Handler, IngestTools, Outcome } from './message-context.ts';
import { createResultsHandler } from './results.ts';
import { createStatusHandler } from './status.ts';
import { isPacked, unpack } from './unpack.ts';

/** Takes the messages of devices, each connection's in their order. */
export interface Ingest {
  /**
   * Takes a message. One that can never be stored is dropped for good, since a repeat would be no better; a rejection asks the device to
   * send it again.
   */
  take(sender: Sender, name: UpTopic, payload: Buffer): Outcome;
}

export function createIngest(tools: IngestTools): Ingest {
  const { heartbeats, clock } = tools;
  const handlers: Readonly<Record<UpTopic, Handler>> = {
    status: createStatusHandler(tools),
    heartbeat: (sender, payload) => {
      heartbeats.put({ sender, payload, receivedAt: clock.now() });
      return null;
    },
    activity: createActivityHandler(tools),
    events: afterHeartbeat(createEventsHandler(tools)),
    results: afterHeartbeat(createResultsHandler(tools)),
  };

  /** What a heartbeat says of the lock must not undo what a later message says. */
  function afterHeartbeat(handle: Handler): Handler {
    return (sender, payload) => {
      heartbeats.settle(sender.login.deviceId);
      return handle(sender, payload);
    };
  }

  return {
    take(sender, name, payload) {
      const { connection } = sender;
      if (connection.decoding === null && !isPacked(payload)) return handlers[name](sender, payload);
      // Unpacking takes its time on another thread; what comes after waits for it, so that nothing overtakes.
      const turn = (connection.decoding ?? Promise.resolve()).then(() =>
        isPacked(payload) ? unpack(payload) : { payload },
      );
      connection.decoding = turn;
      return turn.then((unpacked) => {
        if (connection.decoding === turn) connection.decoding = null;
        return 'refusal' in unpacked ? unpacked.refusal : handlers[name](sender, unpacked.payload);
      });
    },
  };
}
