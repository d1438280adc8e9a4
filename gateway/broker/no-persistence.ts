import { Readable } from 'node:stream';

/**
 * The persistence that Aedes is given: none. The store is the only truth. What a device is to receive is read from there at each connection. Nothing is
 * retained, queued off-line or restored here, so a restart forgets nothing that matters.
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
 * The message router that Aedes is given: none. Devices never talk to one another; the gateway hands each device its messages by its
 * own connection, and takes each device's messages before they would be routed.
 */
export function createNoRouter() {
  // Later, because Aedes' parser is in the middle of a packet; but not a whole turn of the event loop later, for each message.
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
