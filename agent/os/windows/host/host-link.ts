import type { Duplex } from 'node:stream';
import type { Clock } from '../../../../kit/clock.ts';
import { messageOf } from '../../../../kit/fault.ts';
import type { Log } from '../../../../kit/log.ts';
import type { InputOf } from '../../../channel/calls.ts';
import { type Channel, createChannel, Unfit } from '../../../channel/channel.ts';
import {
  HOST_PROTOCOL,
  HOST_TAKES,
  HOST_TELLS,
  type HostTakes,
  type HostTells,
  MAX_HOST_MESSAGE_BYTES,
} from './protocol.ts';
import type { WindowsHost } from './windows-host.ts';

/** How long the host may take to say hello (milliseconds); a computer that has just started is slow. */
const HELLO_MS = 20_000;

/** A connection to the host. */
export interface HostConnection {
  readonly stream: Duplex;
  /** Sets whether the connection keeps this process alive, which it does only while an answer is awaited. */
  readonly keepAlive: (wanted: boolean) => void;
}

export type HostEvent = InputOf<HostTells, 'event'>;
export type ProgramEnd = InputOf<HostTells, 'ended'>;
export type WorkerEnd = InputOf<HostTells, 'worker'>;

/** The host and its events. Listeners are called in the order in which they were added. */
export interface HostLink extends WindowsHost {
  /** @returns a function that ends it */
  onEvent(listener: (event: HostEvent) => void): () => void;
  /** A program of `user.start` has ended. May be called before the answer that has its id. @returns a function that ends it */
  onEnded(listener: (end: ProgramEnd) => void): () => void;
  /** A worker of `worker.start` has ended. @returns a function that ends it */
  onWorker(listener: (end: WorkerEnd) => void): () => void;
}

export interface HostLinkDependencies {
  /** Called at most once, with the first call. @throws Error when there is no host */
  readonly open: () => HostConnection;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Connects to the host at the first call or with the first listener. Without a host each call rejects with the reason.  Written failure mode: closed.
 * A host that ends is not looked for again: it ends the agent as well, and both are started again.
 */
export function createHostLink(deps: HostLinkDependencies): HostLink {
  const events = new Set<(event: HostEvent) => void>();
  const ends = new Set<(end: ProgramEnd) => void>();
  const workers = new Set<(end: WorkerEnd) => void>();
  let opened: Promise<OpenHost> | null = null;
  let waiting = 0;

  const host = (): Promise<OpenHost> => {
    opened ??= openHost(deps, {
      event: (one) => tell(events, one),
      ended: (one) => tell(ends, one),
      worker: (one) => tell(workers, one),
    });
    return opened;
  };
  const listen = <T>(listeners: Set<(one: T) => void>, listener: (one: T) => void): (() => void) => {
    listeners.add(listener);
    // Each call rejects with the same error.
    host().catch((error: unknown) => deps.log.warn({ why: messageOf(error) }, 'there is no native host'));
    return () => void listeners.delete(listener);
  };

  return {
    async call(name, input) {
      mustBeReadable(input);
      const { channel, keepAlive } = await host();
      waiting += 1;
      keepAlive(true);
      try {
        return await channel.call(name, input);
      } finally {
        waiting -= 1;
        keepAlive(waiting > 0);
      }
    },
    onEvent: (listener) => listen(events, listener),
    onEnded: (listener) => listen(ends, listener),
    onWorker: (listener) => listen(workers, listener),
  };
}

/** Half a pair of surrogates, or U+0000, as JSON writes them: behind an even number of backslashes. */
const UNREADABLE = /(?<!\\)(?:\\\\)*\\u(?:d[89a-f][0-9a-f]{2}|0000)/;

/**
 * Checks an input for texts that would end the host: its texts are UTF-8 with a zero at the end, so that they cannot contain U+0000 or half a
 * surrogate pair. @throws Unfit
 */
function mustBeReadable(input: unknown): void {
  if (UNREADABLE.test(JSON.stringify(input))) throw new Unfit('a text that the native host cannot read');
}

function tell<T>(listeners: ReadonlySet<(one: T) => void>, one: T): void {
  for (const listener of [...listeners]) listener(one);
}

interface OpenHost {
  readonly channel: Channel<HostTakes>;
  readonly keepAlive: (wanted: boolean) => void;
}

type Hello = InputOf<HostTells, 'hello'>;

interface Heard {
  readonly event: (event: HostEvent) => void;
  readonly ended: (end: ProgramEnd) => void;
  readonly worker: (end: WorkerEnd) => void;
}

/** @throws Error when there is none, or one that does not fit this agent */
async function openHost({ open, clock, log }: HostLinkDependencies, heard: Heard): Promise<OpenHost> {
  const { stream, keepAlive } = open();
  let greet: (hello: Hello) => void = () => undefined;
  let part: (why: Error) => void = () => undefined;
  const greeted = new Promise<Hello>((resolve, reject) => {
    greet = resolve;
    part = reject;
  });
  const channel = createChannel({
    stream,
    clock,
    takes: HOST_TELLS,
    handlers: {
      hello: async (said) => greet(said),
      event: async (event) => heard.event(event),
      ended: async (end) => heard.ended(end),
      worker: async (end) => heard.worker(end),
    },
    makes: HOST_TAKES,
    maxBytes: MAX_HOST_MESSAGE_BYTES,
    maxSentBytes: MAX_HOST_MESSAGE_BYTES,
    otherSide: 'trusted',
  });
  void channel.closed.then((why) => part(new Error(`the native host has gone: ${why}`)));
  const timer = clock.setTimeout(() => channel.close('it said nothing'), HELLO_MS);
  keepAlive(true);
  try {
    const { protocol, version, recording } = await greeted;
    if (protocol !== HOST_PROTOCOL) {
      channel.close('another protocol');
      throw new Error(
        `schoolgate-host ${version} speaks protocol ${protocol}, this agent ${HOST_PROTOCOL}: install both again`,
      );
    }
    if (recording) log.warn({ version }, 'this native host is one for tests: it filters nothing');
    void channel.closed.then((why) => log.error({ why }, 'the native host has gone'));
    return { channel, keepAlive };
  } finally {
    timer.cancel();
    keepAlive(false);
  }
}
