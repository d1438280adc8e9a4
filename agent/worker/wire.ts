import { Type } from 'typebox';
import {
  ActivityRecord,
  DeviceEvent,
  HeartbeatMessage,
  MAX_INDEX_BYTES,
  MAX_UNPACKED_BYTES,
} from '../../contracts/mqtt/messages.ts';
import { BYPASS_KINDS } from '../../contracts/policy/bypass.ts';
import type { CallRule, Handlers } from '../channel/calls.ts';

/**
 * The calls between agent and worker: the one place that names each of them. The types of both sides follow from these two tables. Both sides check what comes in by
 * these schemas. `perSecond` and `burst` say how often the agent takes a call; a worker that calls more often waits.
 */

const Text = (maxLength: number) => Type.String({ maxLength });
const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Nothing = Type.Null();
const Port = Type.Integer({ minimum: 0, maximum: 65_535 });
const Uid = Type.Integer({ minimum: 0, maximum: 4_294_967_295 });

/** The longest IPv6 address that carries an IPv4 one (characters). */
const MAX_ADDRESS = 45;
/** An address list of a name is short. */
export const MAX_LOOKED_UP = 64;
const LookUps = Type.Record(Text(253), Type.Array(Text(MAX_ADDRESS), { maxItems: MAX_LOOKED_UP }));
const Topic = Type.Enum(['activity', 'events', 'results']);
/** Half of what a receiver unpacks, as a batch (link/batch.ts): a row that is longer can never be sent. */
export const MAX_ROW_BYTES = MAX_UNPACKED_BYTES / 2;
const Row = Type.Object({ seq: Count, body: Text(MAX_ROW_BYTES), bytes: Count });

/** Addresses in one call: as many as one or some answers hold; more go in several calls. */
export const MAX_OPENED = 256;
/** A week; a longer opening is asked for again. */
export const MAX_OPENED_SECONDS = 604_800;
const Opening = Type.Object({
  addresses: Type.Array(Text(MAX_ADDRESS), { minItems: 1, maxItems: MAX_OPENED }),
  ttlSeconds: Type.Integer({ minimum: 0, maximum: MAX_OPENED_SECONDS }),
});

/** How long a connection waits for its program (milliseconds). */
const MAX_SEARCH_MS = 1_000;

/** Attempts in one call, a third of a megabyte; more go in several calls. */
export const MAX_ATTEMPTS = 1_000;
/** Of an error in words, and of an address (characters). */
export const MAX_LINK_ERROR = 2_000;
const MAX_LINK_URL = 2_000;
export const MAX_LISTEN_ERROR = 500;

/** What the filter judges by. */
const Applied = Type.Object({
  mode: Type.Enum(['off', 'enforce', 'portal', 'locked']),
  /** The version and hash of the bundle; 0 and null = none. */
  policyVersion: Count,
  policyHash: Nullable(Text(43)),
  /** The category index that is open; null = none. */
  indexFile: Nullable(Text(4_096)),
});
/** Where the filter listens; relay null = this platform has no relay. */
const Ports = Type.Object({ dns: Port, proxy: Port, relay: Nullable(Port) });
/** Each layer of the filter and its port. */
const Listening = Type.Array(
  Type.Object({
    layer: Type.Enum(['dns', 'proxy', 'relay']),
    /** 0 = any. */
    wanted: Port,
    /** Null: it does not listen. */
    port: Nullable(Port),
    /** Why it does not listen, in the system's words; null where it listens. */
    error: Nullable(Text(MAX_LISTEN_ERROR)),
  }),
  { maxItems: 8 },
);
/** A socket that the worker has inherited (ports/held-socket.ts). */
const Held = Type.Object({
  fd: Type.Integer({ minimum: 0 }),
  protocol: Type.Enum(['udp', 'tcp']),
  family: Type.Union([Type.Literal(4), Type.Literal(6)]),
  port: Port,
});

/** A chunk of a download (bytes): a message of a third of a megabyte holds nobody up. */
export const CHUNK_BYTES = 262_144;

/** The largest message that the agent reads: 500 records with long addresses. */
export const MAX_TO_AGENT_BYTES = 4_194_304;
/** The largest message that the worker reads: a whole bundle and its frame. */
export const MAX_TO_WORKER_BYTES = 67_108_864;

/** The events that a worker may report; the other kinds are the agent's own. */
const WORKER_EVENT_KINDS = ['violation', 'game', 'bypass', 'access_request', 'fault'] as const;

/** Records in one call. */
export const MAX_RECORDS = 500;
/** Hosts of a captive portal: a page of one loads from itself, a provider's site and one or two for its looks. */
export const MAX_PORTAL_HOSTS = 8;

/**
 * What the worker asks of the agent. The worker talks to the network, so that it may be broken into: no call unlocks, changes a policy or runs a program. Every call
 * may reject; a durable change is durable when the call resolves.
 */
export const TO_AGENT = {
  /** The next connection's epoch, kept before it is returned. */
  nextEpoch: { input: Nothing, output: Count, perSecond: 2, burst: 10 },
  /** A password for the epoch that was given last; the key stays with the agent. */
  password: { input: Type.Object({ epoch: Count }), output: Text(4_096), perSecond: 2, burst: 10 },
  /** A token for the server's downloads. */
  httpToken: { input: Nothing, output: Text(4_096), perSecond: 2, burst: 10 },
  /** A message from the server, whose signature the agent checks. Resolves when it is written down or refused. */
  receive: {
    input: Type.Object({ topic: Type.Enum(['target', 'commands']), jws: Text(262_144) }),
    output: Nothing,
    perSecond: 20,
    burst: 100,
  },
  heartbeat: { input: Nothing, output: HeartbeatMessage, perSecond: 5, burst: 20 },
  /** The rows of the outbox that are to be sent next. */
  peek: {
    input: Type.Object({
      topic: Topic,
      rows: Type.Integer({ minimum: 1, maximum: 500 }),
      bytes: Type.Integer({ minimum: 0, maximum: 2_097_152 }),
    }),
    output: Type.Array(Row, { maxItems: 500 }),
    perSecond: 100,
    burst: 300,
  },
  /** The server has these rows. Only rows that were peeked count, and they are named by their numbers: what a worker says of their contents would prove nothing. */
  remove: {
    input: Type.Object({ seqs: Type.Array(Count, { maxItems: 500 }) }),
    output: Nothing,
    perSecond: 100,
    burst: 300,
  },
  /** This row fits into no message. */
  discard: { input: Type.Object({ seq: Count }), output: Nothing, perSecond: 10, burst: 50 },
  /** What the server says the time is, epoch milliseconds, unproven (time-claims.ts). */
  serverTime: { input: Type.Object({ claimed: Count }), output: Nothing, perSecond: 1, burst: 10 },
  /** The last good look-ups of the server's names. */
  lookUps: { input: Type.Object({ found: LookUps }), output: Nothing, perSecond: 1, burst: 10 },
  /** The state of the connection to the server (ports/link-status.ts). */
  linkStatus: {
    input: Type.Object({
      state: Type.Enum(['stopped', 'connecting', 'online', 'waiting', 'refused']),
      url: Nullable(Text(MAX_LINK_URL)),
      since: Type.Number(),
      lastError: Nullable(Text(MAX_LINK_ERROR)),
      revoked: Type.Boolean(),
    }),
    output: Nothing,
    perSecond: 10,
    burst: 50,
  },
  /** What people asked for, judged. When the call resolves, the records wait in the outbox. */
  activity: {
    input: Type.Object({ records: Type.Array(ActivityRecord, { minItems: 1, maxItems: MAX_RECORDS }) }),
    output: Nothing,
    perSecond: 20,
    burst: 60,
  },
  event: {
    input: Type.Object({ kind: Type.Enum(WORKER_EVENT_KINDS), details: DeviceEvent.properties.details }),
    output: Nothing,
    perSecond: 5,
    burst: 50,
  },
  /**
   * The resolver was asked for `<nonce>.self-check.schoolgate.internal`. Any program may ask for such names, as fast as it likes. Each costs the agent one look into a
   * map, and the self-check's own names must not wait behind the others.
   */
  seen: {
    input: Type.Object({ nonce: Type.String({ pattern: '^[a-z0-9-]{1,63}$' }) }),
    output: Nothing,
    perSecond: 2_000,
    burst: 4_000,
  },
  /**
   * Opens addresses of crisis help in a lock: the resolver is about to answer with them, and the answer waits for this call. The agent checks that the lock leaves
   * crisis help open. It cannot check which name stands behind an address: a broken worker could open some addresses for itself, by https, and no more. Gives whether
   * they are open.
   */
  allowHelp: { input: Opening, output: Type.Boolean(), perSecond: 2, burst: 20 },
  /**
   * The same, where only addresses that the resolver gave out are open (`pinnedEgress`). A page asks for some names at once; a flood of look-ups waits. Gives whether
   * they are open.
   */
  giveOut: { input: Opening, output: Type.Boolean(), perSecond: 50, burst: 200 },
  /**
   * The file name of the program that holds a socket; null = it was not found. Answered within `withinMs`, or rejected. An honest worker asks five hundred times a
   * second at most (filter/relay/linux-programs.ts).
   */
  program: {
    input: Type.Object({
      inode: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
      uid: Uid,
      withinMs: Type.Integer({ minimum: 1, maximum: MAX_SEARCH_MS }),
    }),
    output: Nullable(Text(255)),
    perSecond: 2_000,
    burst: 2_000,
  },
  /** A piece of a download that the agent asked for. */
  chunk: {
    input: Type.Object({ download: Count, data: Text(Math.ceil(CHUNK_BYTES / 3) * 4) }),
    output: Nothing,
    perSecond: 2_000,
    burst: 4_000,
  },
} as const satisfies Record<string, CallRule>;

export type ToAgent = typeof TO_AGENT;
/** The calls of `TO_AGENT` as functions: the agent's own, or those that ask it from another process. Pieces of a download are apart, for they belong to one worker. */
export type AgentSide = Omit<Handlers<ToAgent>, 'chunk'>;

const UNLIMITED = { perSecond: Number.POSITIVE_INFINITY, burst: Number.POSITIVE_INFINITY } as const;

/** What the agent asks of the worker. worker-side.ts has it as functions. */
export const TO_WORKER = {
  /** What a worker must know when it begins; none of it is secret. */
  begin: {
    input: Type.Object({
      link: Type.Object({
        deviceId: Text(64),
        serverUrl: Text(2_000),
        mqttUrls: Type.Array(Text(MAX_LINK_URL)),
        /** PEM. */
        certificateAuthority: Text(65_536),
        lookUps: LookUps,
        heartbeatSeconds: Type.Number({ minimum: 1 }),
      }),
      /** Null: no filter runs, only the link. */
      filter: Nullable(
        Type.Object({
          /** Where to listen; 0 = any free port. */
          ports: Ports,
          sockets: Type.Array(Held),
          /** Where the proxy sends a browser that asks for /locked. */
          lockPageUrl: Nullable(Text(500)),
        }),
      ),
    }),
    output: Nothing,
    ...UNLIMITED,
  },
  /** The state without its bundle when that is the same as the one before: a bundle can be megabytes. */
  configure: {
    input: Type.Object({
      state: Type.Record(Type.String(), Type.Unknown()),
      sameBundle: Type.Boolean(),
      hash: Nullable(Text(43)),
    }),
    output: Type.Object({ applied: Applied, ports: Nullable(Ports), listening: Listening }),
    ...UNLIMITED,
  },
  listenAgain: {
    input: Nothing,
    output: Type.Object({ ports: Nullable(Ports), listening: Listening }),
    ...UNLIMITED,
  },
  /** The link does not start with `begin`: it waits for this call, until the worker knows all that it is to filter by. May be called twice. */
  startLink: { input: Nothing, output: Nothing, ...UNLIMITED },
  /** An order to the link, without effect where it does not run. `doubtTime`: the server's time is to be asked for again; `refreshLookUps`: its names are to be looked up again. */
  link: {
    input: Type.Union([
      Type.Object({ what: Type.Enum(['beat', 'kick', 'resumed', 'doubtTime', 'refreshLookUps']) }),
      Type.Object({ what: Type.Literal('heartbeatSeconds'), seconds: Type.Number({ minimum: 1 }) }),
      Type.Object({ what: Type.Literal('networkChanged'), addresses: Type.Array(Text(64)) }),
    ]),
    output: Nothing,
    ...UNLIMITED,
  },
  fetch: {
    input: Type.Object({
      download: Count,
      kind: Type.Enum(['bundle', 'categories']),
      hash: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }),
      from: Nullable(Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' })),
      maxBytes: Type.Integer({ minimum: 1, maximum: MAX_INDEX_BYTES }),
    }),
    output: Type.Object({ bytes: Count }),
    ...UNLIMITED,
  },
  /** Asks an address over plain http whether a captive portal stands between. */
  probe: {
    input: Type.Object({ url: Text(300) }),
    output: Type.Union([
      Type.Object({ result: Type.Enum(['open', 'unreachable']) }),
      /** Something else answered. */
      Type.Object({
        result: Type.Literal('portal'),
        /** Where it sends a browser; null = nowhere. */
        location: Nullable(Text(2_048)),
        /** Other hosts that the page there needs. */
        hosts: Type.Array(Text(253), { maxItems: MAX_PORTAL_HOSTS }),
      }),
    ]),
    ...UNLIMITED,
  },
  /** Judges a name as the resolver does: for the self-check. */
  verdict: {
    input: Type.Object({ host: Text(253) }),
    output: Type.Enum(['allow', 'block']),
    ...UNLIMITED,
  },
  /** Attempts that the firewall saw (`EgressAttempt` of ports/filter-control.ts), for the log. */
  attempts: {
    input: Type.Object({
      seen: Type.Array(
        Type.Object({
          kind: Type.Enum(BYPASS_KINDS),
          address: Nullable(Text(64)),
          port: Nullable(Type.Integer()),
          uid: Nullable(Uid),
          count: Type.Integer({ minimum: 1 }),
        }),
        { maxItems: MAX_ATTEMPTS },
      ),
    }),
    output: Nothing,
    ...UNLIMITED,
  },
  ping: { input: Nothing, output: Nothing, ...UNLIMITED },
  /** Says good-bye to the server and ends. */
  end: { input: Nothing, output: Nothing, ...UNLIMITED },
} as const satisfies Record<string, CallRule>;

export type ToWorker = typeof TO_WORKER;
