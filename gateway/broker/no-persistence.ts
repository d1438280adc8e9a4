import { Readable } from 'node:stream';

/**
 * The persistence that Aedes gets: it keeps nothing. What a device is to receive is read from the store at each connection. Nothing is retained, queued or
 * restored here, so a restart loses nothing.
 */
export function createNoPersistence() {
  const nothing = async (): Promise<void> => undefined;
  const none = async (): Promise<readonly never[]> => [];
  return {
    // Aedes insists on a function that is declared `async`.
    setup: nothing,
    storeRetained: nothing,
    createRetainedStream: emptyStream,
    createRetainedStreamCombi: emptyStream,
    addSubscriptions: nothing,
    removeSubscriptions: nothing,
    subscriptionsByClient: none,
    subscriptionsByTopic: none,
    cleanSubscriptions: nothing,
    outgoingEnqueue: nothing,
    outgoingEnqueueCombi: nothing,
    outgoingUpdate: nothing,
    outgoingClearMessageId: nothing,
    outgoingStream: emptyStream,
    // QoS 2 is refused by the permissions, so that no packet of it is ever kept.
    incomingStorePacket: nothing,
    incomingGetPacket: () => Promise.reject(new Error('no such packet')),
    incomingDelPacket: nothing,
    cleanIncoming: nothing,
    putWill: nothing,
    getWill: nothing,
    delWill: nothing,
    streamWill: emptyStream,
    destroy: nothing,
  };
}

function emptyStream(): Readable {
  return new Readable({
    objectMode: true,
    read() {
      this.push(null);
    },
  });
}

/**
 * The message router that Aedes gets: it routes nothing. Devices never talk to one another. The gateway sends each device its messages on its own connection,
 * and takes the messages of devices before Aedes would route them.
 */
export function createNoRouter() {
  // Not at once, because Aedes' parser is in the middle of a packet; and not a whole turn of the event loop later, which would cost too much for each message.
  const later = (done?: () => void): void => {
    if (done !== undefined) queueMicrotask(done);
  };
  return {
    on: (_topic: string, _deliver: unknown, done?: () => void) => later(done),
    removeListener: (_topic: string, _deliver: unknown, done?: () => void) => later(done),
    emit: (_packet: unknown, done?: () => void) => later(done),
    close: (done?: () => void) => later(done),
  };
}
