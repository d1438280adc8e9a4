import type { ActivityRecord, DeviceEvent, HeartbeatMessage } from '../../contracts/mqtt/messages.ts';
import type { DownTopic } from '../../contracts/mqtt/topics.ts';
import type { LinkStatus } from '../link/link-status.ts';
import type { SocketName } from '../ports/socket-programs.ts';
import type { OutboxRow, OutboxTopic } from '../state/outbox.ts';

/**
 * What the worker asks of the agent. The worker talks to the network, so that it may be broken into: nothing here unlocks, changes a policy or runs a program.
 * What passes through (`receive`) carries the server's signature, and the agent checks it. Every call may reject; a durable change is durable when it resolves.
 */
export interface AgentSide {
  /** The next connection's epoch, kept before it is returned. */
  nextEpoch(): Promise<number>;
  /** A password for the epoch that was given last; the key stays with the agent. */
  password(epoch: number): Promise<string>;
  /** A token for the server's downloads. */
  httpToken(): Promise<string>;
  /** A message from above. Resolves when it is written down or refused. */
  receive(topic: DownTopic, jws: string): Promise<void>;
  heartbeat(): Promise<HeartbeatMessage>;
  peek(topic: OutboxTopic, limits: PeekLimits): Promise<readonly OutboxRow[]>;
  /** The server has these: only rows that were peeked count. */
  remove(rows: readonly OutboxRow[]): Promise<void>;
  discard(row: OutboxRow): Promise<void>;
  /** What the server says the time is, epoch milliseconds: hearsay until a signed message bears it out. */
  serverTime(claimed: number): Promise<void>;
  /** Last good look-ups of the server's names. */
  lookUps(found: Readonly<Record<string, readonly string[]>>): Promise<void>;
  linkStatus(status: LinkStatus): Promise<void>;
  /** What people asked for, judged; waits in the outbox from here on. */
  activity(records: readonly ActivityRecord[]): Promise<void>;
  event(event: WorkerEvent): Promise<void>;
  /** The resolver was asked for `<nonce>.self-check.schoolgate.internal`. */
  seen(nonce: string): Promise<void>;
  /** File name of the program that holds a socket; null = it was not found. Comes within so many milliseconds (1 to 1,000), or rejects. */
  program(socket: SocketName, withinMs: number): Promise<string | null>;
  /**
   * The resolver is about to answer with these addresses of crisis help, in a lock. The agent checks that the lock leaves crisis help open; which name stands behind
   * an address it cannot check: a broken worker could open some addresses for itself, by https, and no more. @returns whether they are open
   */
  allowHelp(addresses: readonly string[], ttlSeconds: number): Promise<boolean>;
  /** The resolver is about to answer with these addresses, where only such are open (`pinnedEgress`). @returns whether they are open */
  giveOut(addresses: readonly string[], ttlSeconds: number): Promise<boolean>;
}

export interface PeekLimits {
  readonly rows: number;
  readonly bytes: number;
}

/** What a worker may tell of; the rest of the kinds is the agent's own word. */
export const WORKER_EVENT_KINDS = ['violation', 'game', 'bypass', 'access_request', 'fault'] as const;
export interface WorkerEvent {
  readonly kind: (typeof WORKER_EVENT_KINDS)[number];
  readonly details: DeviceEvent['details'];
}
