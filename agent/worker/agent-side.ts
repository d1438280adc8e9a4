import { isIP } from 'node:net';
import type { HeartbeatMessage } from '../../contracts/mqtt/messages.ts';
import type { DownTopic } from '../../contracts/mqtt/topics.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';
import type { Random } from '../../kit/random.ts';
import type { SigningKey } from '../../kit/signing.ts';
import type { InputOf } from '../channel/calls.ts';
import { makeHttpToken, makePassword } from '../link/password.ts';
import type { LinkStatus } from '../ports/link-status.ts';
import type { Outcome } from '../ports/outcome.ts';
import type { SocketPrograms } from '../ports/socket-programs.ts';
import type { AgentState } from '../state/agent-state.ts';
import type { Identity } from '../state/identity.ts';
import type { OutboxRow, OutboxTopic } from '../state/outbox.ts';
import type { TimeClaims } from './time-claims.ts';
import { type AgentSide, MAX_ROW_BYTES, type ToAgent } from './wire.ts';

/** Rows that the worker may hold without acknowledging them: one message of each topic, and some of a broken connection. */
const MAX_PEEKED = 4_096;
/** The server's names have few addresses. */
const MAX_ADDRESSES = 32;

export interface AgentSideDependencies {
  readonly identity: Pick<Identity, 'deviceId' | 'serverUrl' | 'mqttUrls'>;
  readonly key: SigningKey;
  readonly state: Pick<AgentState, 'outbox' | 'nextEpoch' | 'epoch'>;
  readonly claims: TimeClaims;
  readonly random: Random;
  readonly log: Log;
  readonly receive: (topic: DownTopic, jws: string) => Promise<void>;
  readonly heartbeat: () => HeartbeatMessage;
  readonly onLinkStatus: (status: LinkStatus) => void;
  readonly onLookUps: (found: ReadonlyMap<string, readonly string[]>) => void;
  readonly onEvent: (event: InputOf<ToAgent, 'event'>) => void;
  readonly onSeen: (nonce: string) => void;
  /** Each checks that it is wanted now; addresses are IP literals. Never rejects. */
  readonly allowHelp: (addresses: readonly string[], ttlSeconds: number) => Promise<Outcome>;
  readonly giveOut: (addresses: readonly string[], ttlSeconds: number) => Promise<Outcome>;
  /** Records wait in the outbox. */
  readonly onReport: () => void;
  readonly programs: SocketPrograms;
}

/** The agent's answers to its worker. It trusts the worker with what goes through the worker anyway: reports, and the server's addresses. */
export function createAgentSide(deps: AgentSideDependencies): AgentSide {
  const { identity, key, state, random, log, claims } = deps;
  const { deviceId } = identity;
  const { outbox } = state;
  /** The peeked rows by their number, as they are in the outbox. */
  const peeked = new Map<number, OutboxRow>();
  const hosts = new Set(
    [identity.serverUrl, ...identity.mqttUrls].map((url) => new URL(url).hostname.replace(/^\[|\]$/g, '')),
  );

  const forget = (seqs: readonly number[]): readonly OutboxRow[] =>
    seqs.flatMap((seq) => {
      const row = peeked.get(seq);
      peeked.delete(seq);
      return row === undefined ? [] : [row];
    });

  /** A row that fits into no message would stop all that wait behind it. */
  const sendable = (topic: OutboxTopic, limits: Parameters<typeof outbox.peek>[1]): readonly OutboxRow[] => {
    for (;;) {
      const rows = outbox.peek(topic, limits);
      const tooLong = rows.filter(({ body }) => Buffer.byteLength(body) > MAX_ROW_BYTES);
      if (tooLong.length === 0) return rows;
      for (const row of tooLong) {
        log.error({ topic, bytes: row.bytes }, 'a record that can never be sent was dropped');
        outbox.discard(row);
      }
    }
  };

  const opened = async (
    open: AgentSideDependencies['allowHelp'],
    { addresses, ttlSeconds }: InputOf<ToAgent, 'allowHelp'>,
  ): Promise<boolean> => {
    const sound = addresses.filter((address) => isIP(address) !== 0 && !address.includes('%'));
    if (sound.length === 0) return false;
    const { done, detail } = await open(sound, ttlSeconds);
    if (!done) log.warn({ detail }, 'addresses were not opened');
    return done;
  };

  return {
    nextEpoch: async () => state.nextEpoch(),
    async password({ epoch }) {
      if (epoch !== state.epoch()) throw new Error('a password is for the present epoch only');
      return makePassword({ deviceId, epoch, now: claims.now() }, key, random);
    },
    httpToken: () => makeHttpToken({ deviceId, now: claims.now() }, key, random),
    receive: ({ topic, jws }) => deps.receive(topic, jws),
    heartbeat: async () => deps.heartbeat(),
    async peek({ topic, ...limits }) {
      const rows = sendable(topic, limits);
      if (peeked.size + rows.length > MAX_PEEKED) peeked.clear();
      for (const row of rows) peeked.set(row.seq, row);
      return rows;
    },
    async remove({ seqs }) {
      outbox.remove(forget(seqs));
    },
    async discard({ seq }) {
      for (const row of forget([seq])) outbox.discard(row);
    },
    serverTime: async ({ claimed }) => claims.hear(claimed),
    async lookUps({ found }) {
      const sound = Object.entries(found)
        .filter(([host]) => hosts.has(host))
        .map(([host, addresses]): [string, readonly string[]] => [
          host,
          addresses.filter((address) => isIP(address) !== 0).slice(0, MAX_ADDRESSES),
        ]);
      deps.onLookUps(new Map(sound));
    },
    linkStatus: async (status) => deps.onLinkStatus(status),
    async activity({ records }) {
      outbox.addActivity(records);
      deps.onReport();
    },
    event: async (event) => deps.onEvent(event),
    program: ({ withinMs, ...socket }) => deps.programs.programOf(socket, withinMs),
    async seen({ nonce }) {
      try {
        deps.onSeen(nonce);
      } catch (error) {
        log.error({ error: messageOf(error) }, 'a self-check broke');
      }
    },
    allowHelp: (opening) => opened(deps.allowHelp, opening),
    giveOut: (opening) => opened(deps.giveOut, opening),
  };
}
