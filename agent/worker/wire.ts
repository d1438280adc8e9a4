import { Type } from 'typebox';
import {
  ActivityRecord,
  DeviceEvent,
  HeartbeatMessage,
  MAX_INDEX_BYTES,
  MAX_UNPACKED_BYTES,
} from '../../contracts/mqtt/messages.ts';
import { BYPASS_KINDS } from '../../contracts/policy/bypass.ts';
import type { CallRule } from '../channel/calls.ts';
import { WORKER_EVENT_KINDS } from './agent-side.ts';
import { MAX_PORTAL_HOSTS } from './worker-side.ts';

/**
 * The calls between agent and worker. Both sides check what comes in by these schemas, the agent above all: the worker talks to the network. `perSecond` and
 * `burst`: how often the agent takes a call; a worker that calls more often waits.
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

/** As many as an answer in one datagram holds, or some that go together; more go in several calls. */
export const MAX_OPENED = 256;
/** A week: whoever holds an address longer asks again. */
export const MAX_OPENED_SECONDS = 604_800;
const Opening = Type.Object({
  addresses: Type.Array(Text(MAX_ADDRESS), { minItems: 1, maxItems: MAX_OPENED }),
  ttlSeconds: Type.Integer({ minimum: 0, maximum: MAX_OPENED_SECONDS }),
});

/** A connection waits no longer for its program. */
const MAX_SEARCH_MS = 1_000;

/** A third of a megabyte; more go in several calls. */
export const MAX_ATTEMPTS = 1_000;
/** Of an error in words, and of an address (characters). */
export const MAX_LINK_ERROR = 2_000;
const MAX_LINK_URL = 2_000;
export const MAX_LISTEN_ERROR = 500;

const Applied = Type.Object({
  mode: Type.Enum(['off', 'enforce', 'portal', 'locked']),
  policyVersion: Count,
  policyHash: Nullable(Text(43)),
  indexFile: Nullable(Text(4_096)),
});
const Ports = Type.Object({ dns: Port, proxy: Port, relay: Nullable(Port) });
const Listening = Type.Array(
  Type.Object({
    layer: Type.Enum(['dns', 'proxy', 'relay']),
    wanted: Port,
    port: Nullable(Port),
    error: Nullable(Text(MAX_LISTEN_ERROR)),
  }),
  { maxItems: 8 },
);
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

export const TO_AGENT = {
  nextEpoch: { input: Nothing, output: Count, perSecond: 2, burst: 10 },
  password: { input: Type.Object({ epoch: Count }), output: Text(4_096), perSecond: 2, burst: 10 },
  httpToken: { input: Nothing, output: Text(4_096), perSecond: 2, burst: 10 },
  receive: {
    input: Type.Object({ topic: Type.Enum(['target', 'commands']), jws: Text(262_144) }),
    output: Nothing,
    perSecond: 20,
    burst: 100,
  },
  heartbeat: { input: Nothing, output: HeartbeatMessage, perSecond: 5, burst: 20 },
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
  remove: {
    input: Type.Object({ seqs: Type.Array(Count, { maxItems: 500 }) }),
    output: Nothing,
    perSecond: 100,
    burst: 300,
  },
  discard: { input: Type.Object({ seq: Count }), output: Nothing, perSecond: 10, burst: 50 },
  serverTime: { input: Type.Object({ claimed: Count }), output: Nothing, perSecond: 1, burst: 10 },
  lookUps: { input: Type.Object({ found: LookUps }), output: Nothing, perSecond: 1, burst: 10 },
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
  activity: {
    input: Type.Object({ records: Type.Array(ActivityRecord, { minItems: 1, maxItems: 500 }) }),
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
  /** Any program may ask such names, as fast as it likes; each costs the agent one look into a map, and the self-check's own must not wait behind them. */
  seen: {
    input: Type.Object({ nonce: Type.String({ pattern: '^[a-z0-9-]{1,63}$' }) }),
    output: Nothing,
    perSecond: 2_000,
    burst: 4_000,
  },
  /** Answers wait for these two. A page asks for some names at once; a flood of look-ups waits. */
  allowHelp: { input: Opening, output: Type.Boolean(), perSecond: 2, burst: 20 },
  giveOut: { input: Opening, output: Type.Boolean(), perSecond: 50, burst: 200 },
  /** An honest worker asks five hundred times a second at most (filter/relay/linux-programs.ts). */
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

const UNLIMITED = { perSecond: Number.POSITIVE_INFINITY, burst: Number.POSITIVE_INFINITY } as const;

export const TO_WORKER = {
  begin: {
    input: Type.Object({
      link: Type.Object({
        deviceId: Text(64),
        serverUrl: Text(2_000),
        mqttUrls: Type.Array(Text(MAX_LINK_URL)),
        certificateAuthority: Text(65_536),
        lookUps: LookUps,
        heartbeatSeconds: Type.Number({ minimum: 1 }),
      }),
      filter: Nullable(
        Type.Object({ ports: Ports, sockets: Type.Array(Held), lockPageUrl: Nullable(Text(500)) }),
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
  startLink: { input: Nothing, output: Nothing, ...UNLIMITED },
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
  probe: {
    input: Type.Object({ url: Text(300) }),
    output: Type.Union([
      Type.Object({ result: Type.Enum(['open', 'unreachable']) }),
      Type.Object({
        result: Type.Literal('portal'),
        location: Nullable(Text(2_048)),
        hosts: Type.Array(Text(253), { maxItems: MAX_PORTAL_HOSTS }),
      }),
    ]),
    ...UNLIMITED,
  },
  verdict: {
    input: Type.Object({ host: Text(253) }),
    output: Type.Enum(['allow', 'block']),
    ...UNLIMITED,
  },
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

export type ToAgent = typeof TO_AGENT;
export type ToWorker = typeof TO_WORKER;
