import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket as TcpSocket } from 'node:net';
import { type Answer, type Question as AskedName, decode, encode, type Packet } from 'dns-packet';
import { createResolver, type Resolver, type ResolverDependencies } from '../../agent/filter/dns/resolver.ts';
import type { FilterMode } from '../../agent/filter/filter-state.ts';
import type { Judge, Judgement, Question } from '../../agent/filter/judge.ts';
import type { Recorder } from '../../agent/filter/recorder.ts';
import type { JudgementReason } from '../../contracts/policy/model.ts';
import { DEFAULT_FILTER_SETTINGS, type FilterSettings } from '../../contracts/policy/settings.ts';
import { systemClock } from '../../kit/clock.ts';
import { silentLog } from '../../kit/log.ts';
import { systemRandom } from '../../kit/random.ts';

/** A judge that a test directs: names that are blocked with all below them, and all else allowed. */
export interface FakeJudge extends Pick<Judge, 'judgeName' | 'mode' | 'settings' | 'isCrisisHelp'> {
  readonly blocked: Map<string, JudgementReason>;
  readonly allowed: Map<string, JudgementReason>;
  readonly crisis: Set<string>;
  readonly options: { mode: FilterMode; settings: FilterSettings };
}

function verdict(action: Judgement['action'], reason: JudgementReason): Judgement {
  return {
    action,
    reason,
    ruleId: null,
    policyId: null,
    policyVersion: null,
    categories: [],
    category: null,
  };
}

function reasonIn(list: ReadonlyMap<string, JudgementReason>, name: string): JudgementReason | undefined {
  for (let at = name; ; at = at.slice(at.indexOf('.') + 1)) {
    const reason = list.get(at);
    if (reason !== undefined || !at.includes('.')) return reason;
  }
}

export function createFakeJudge(blocked: readonly string[] = []): FakeJudge {
  const judge: FakeJudge = {
    blocked: new Map(blocked.map((name) => [name, 'block'])),
    allowed: new Map(),
    crisis: new Set(),
    options: { mode: 'enforce', settings: { ...DEFAULT_FILTER_SETTINGS } },
    judgeName(name) {
      if (judge.crisis.has(name) && judge.options.mode !== 'locked') return verdict('allow', 'crisis_allow');
      if (judge.options.mode === 'off') return verdict('allow', 'default');
      const allowed = reasonIn(judge.allowed, name);
      if (allowed !== undefined) return verdict('allow', allowed);
      if (judge.options.mode === 'locked') return verdict('block', 'locked');
      const reason = reasonIn(judge.blocked, name);
      return reason === undefined ? verdict('allow', 'default') : verdict('block', reason);
    },
    mode: () => judge.options.mode,
    settings: () => judge.options.settings,
    isCrisisHelp: (name) => judge.crisis.has(name),
  };
  return judge;
}

/** What a fake upstream does with a query; null = it stays silent. */
export type Behaviour = (question: AskedName, query: Packet, via: 'udp' | 'tcp') => Packet | Buffer | null;

/** A resolver on 127.0.0.1 that does what a test tells it. */
export interface FakeUpstream {
  readonly port: number;
  readonly address: string;
  /** Names asked so far, with type: `A example.org`. */
  readonly asked: string[];
  /** Queries as they came, and from which port. */
  readonly queries: { readonly packet: Packet; readonly port: number; readonly via: 'udp' | 'tcp' }[];
  behave(behaviour: Behaviour): void;
  /** Sends any bytes to the one who asked last. */
  push(message: Buffer): void;
  stop(): Promise<void>;
}

/** An answer to a query as resolvers give it. */
export function answerTo(query: Packet, answers: readonly Answer[], more: Partial<Packet> = {}): Packet {
  return {
    id: query.id ?? 0,
    type: 'response',
    flags: 0x0180,
    questions: query.questions ?? [],
    answers: [...answers],
    ...more,
  };
}

/** Each name has 192.0.2.1 or 2001:db8::1 for five minutes. */
export const PLAIN_BEHAVIOUR: Behaviour = ({ name, type }, query) => {
  if (type === 'A') return answerTo(query, [{ type: 'A', name, ttl: 300, data: '192.0.2.1' }]);
  if (type === 'AAAA') return answerTo(query, [{ type: 'AAAA', name, ttl: 300, data: '2001:db8::1' }]);
  if (type === 'TXT') return answerTo(query, [{ type: 'TXT', name, ttl: 300, data: 'text' }]);
  return answerTo(query, []);
};

export async function startUpstream(behaviour: Behaviour = PLAIN_BEHAVIOUR): Promise<FakeUpstream> {
  let act = behaviour;
  const asked: string[] = [];
  const queries: { readonly packet: Packet; readonly port: number; readonly via: 'udp' | 'tcp' }[] = [];
  let last: RemoteInfo | null = null;
  const answer = (message: Buffer, via: 'udp' | 'tcp', port: number): Buffer | null => {
    const packet = decode(message);
    const question = packet.questions?.[0];
    if (question === undefined) return null;
    queries.push({ packet, port, via });
    asked.push(`${question.type} ${question.name}`);
    const reply = act(question, packet, via);
    return reply === null || Buffer.isBuffer(reply) ? reply : encode(reply);
  };
  const { udp, tcp } = await bindBoth();
  udp.on('message', (message, from) => {
    last = from;
    const reply = answer(message, 'udp', from.port);
    if (reply !== null) udp.send(reply, from.port, from.address);
  });
  const open = new Set<TcpSocket>();
  tcp.on('connection', (socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('data', (data) => {
      const reply = answer(data.subarray(2), 'tcp', socket.remotePort ?? 0);
      if (reply !== null) socket.write(frame(reply));
    });
  });
  const { port } = udp.address();
  return {
    port,
    address: `127.0.0.1:${port}`,
    asked,
    queries,
    behave: (next) => {
      act = next;
    },
    push: (message) => {
      if (last !== null) udp.send(message, last.port, last.address);
    },
    async stop() {
      for (const socket of open) socket.destroy();
      const closed = [once(udp, 'close'), once(tcp, 'close')];
      udp.close();
      tcp.close();
      await Promise.all(closed);
    },
  };
}

/** A port that is free by UDP may be taken by TCP. */
async function bindBoth(): Promise<{ readonly udp: Socket; readonly tcp: Server }> {
  for (let attempt = 0; ; attempt++) {
    const udp = createSocket('udp4');
    udp.bind(0, '127.0.0.1');
    await once(udp, 'listening');
    const tcp = createServer();
    tcp.listen(udp.address().port, '127.0.0.1');
    try {
      await once(tcp, 'listening');
      return { udp, tcp };
    } catch (error) {
      udp.close();
      if (attempt === 10) throw error;
    }
  }
}

/** A message behind its length, as TCP carries it. */
export function frame(message: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(message.length);
  return Buffer.concat([length, message]);
}

/** The resolver under test with what it told. */
export interface DnsLab {
  readonly resolver: Resolver;
  readonly judge: FakeJudge;
  readonly port: number;
  readonly decided: { readonly question: Question; readonly judgement: Judgement }[];
  readonly nonces: string[];
}

/** Starts the resolver on a free port. */
export async function startDnsLab(
  options: Partial<ResolverDependencies> & { readonly judge?: FakeJudge },
): Promise<DnsLab> {
  const judge = options.judge ?? createFakeJudge();
  const decided: { readonly question: Question; readonly judgement: Judgement }[] = [];
  const nonces: string[] = [];
  const recorder: Pick<Recorder, 'decided'> = {
    decided: (question, judgement) => void decided.push({ question, judgement }),
  };
  const none: readonly string[] = [];
  const resolver = createResolver({
    recorder,
    upstreams: () => none,
    port: 0,
    clock: systemClock,
    random: systemRandom,
    log: silentLog,
    onNonce: (nonce) => void nonces.push(nonce),
    privateNetworks: () => none,
    ...options,
    judge,
  });
  await resolver.start();
  return { resolver, judge, port: resolver.ports()[0]?.port ?? 0, decided, nonces };
}

/** A query as clients send it. */
export function queryFor(name: string, type: AskedName['type'] = 'A', more: Partial<Packet> = {}): Packet {
  return { type: 'query', id: 4_711, flags: 0x0100, questions: [{ type, name, class: 'IN' }], ...more };
}

/** Sends bytes by UDP and resolves with what comes back; null when nothing does in time. */
export async function sendUdp(port: number, message: Buffer, timeoutMs = 8_000): Promise<Buffer | null> {
  const socket = createSocket('udp4');
  try {
    return await new Promise((resolve) => {
      const timer = setTimeout(() => resolve(null), timeoutMs);
      socket.once('message', (reply) => {
        clearTimeout(timer);
        resolve(reply);
      });
      socket.send(message, port, '127.0.0.1');
    });
  } finally {
    socket.close();
  }
}

/** Asks by UDP. @throws Error when nothing comes back */
export async function askUdp(port: number, query: Packet): Promise<Packet> {
  const reply = await sendUdp(port, encode(query));
  if (reply === null) throw new Error('no answer');
  return decode(reply);
}

/** Sends bytes by TCP and resolves with all messages that came when so many are there, or the connection ended. */
export function sendTcp(port: number, bytes: Buffer, count: number): Promise<readonly Buffer[]> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let received = Buffer.alloc(0);
    const messages = (): readonly Buffer[] => {
      const found: Buffer[] = [];
      for (let at = 0; at + 2 <= received.length; ) {
        const end = at + 2 + received.readUInt16BE(at);
        if (end > received.length) break;
        found.push(received.subarray(at + 2, end));
        at = end;
      }
      return found;
    };
    const end = (): void => {
      socket.destroy();
      resolve(messages());
    };
    socket.on('error', reject);
    socket.on('close', end);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (messages().length >= count) end();
    });
    socket.write(bytes);
  });
}
