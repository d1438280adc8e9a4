import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { isAddress, normaliseHost } from '../../../contracts/policy/host.ts';
import type { ClientHello } from '../../../kit/client-hello.ts';
import type { Clock } from '../../../kit/clock.ts';
import { takeClientHello } from '../../../kit/hello-reader.ts';
import { type Egress, UnreachableHost } from '../connections/egress.ts';
import type { OpenConnections } from '../connections/open-connections.ts';
import { splice } from '../connections/splice.ts';
import type { Judge, Judgement, Question } from '../judge.ts';
import type { Pages } from '../pages/create-pages.ts';
import { type PageAnswer, PROGRAM } from '../pages/page-answer.ts';
import type { Recorder } from '../recorder.ts';
import { hidesBehind } from '../relay/hello-verdict.ts';
import { misuseOf } from './admission.ts';
import { type Authority, isHttpPort, isTlsPort } from './request-target.ts';

export interface TunnelsDependencies {
  readonly judge: Judge;
  readonly recorder: Recorder;
  readonly egress: Egress;
  readonly open: OpenConnections;
  readonly pages: Pages;
  readonly clock: Clock;
}

/** A CONNECT that came. */
export interface TunnelRequest {
  readonly socket: Socket;
  /** What the client sent before our answer. */
  readonly head: Buffer;
  readonly authority: Authority;
  readonly app: string | null;
  /** User id of the client's socket; null = not known. */
  readonly uid: number | null;
}

/** Carries CONNECT tunnels. */
export interface Tunnels {
  /** Resolves once the tunnel stands or is refused; never rejects. */
  carry(request: TunnelRequest): Promise<void>;
}

/**
 * Judges the host of a tunnel, and then the name that the TLS in it shows. That name must be the same host, or one that is open as well, because an
 * open host must not lead to a blocked one on the same addresses. A tunnel without TLS is refused.
 */
export function createTunnels(deps: TunnelsDependencies): Tunnels {
  return {
    async carry(request) {
      const question = questionOf(request.authority.host, request);
      if (!admits(request, question, deps)) return;
      const server = await reach(request, deps);
      if (server === null) return;
      await join(request, server, question, deps);
    },
  };
}

function questionOf(host: string, { app, uid }: TunnelRequest): Question {
  return { host, url: null, app, via: 'proxy', uid };
}

/** Whether policy and the guard let a tunnel be; answers the client where not. */
function admits(request: TunnelRequest, question: Question, deps: TunnelsDependencies): boolean {
  const { judge, recorder, pages } = deps;
  const { authority, socket, app, uid } = request;
  const judgement = judge.judge(question);
  const portOpen = isOpenPort(request, judgement, deps);
  const misuse = misuseOf(authority, portOpen, judgement, { judge, uid });
  if (misuse === 'private') {
    refuse(socket, pages.unreachable(authority.host, 'closed', PROGRAM));
    return false;
  }
  if (misuse !== null) {
    const { host, port } = authority;
    recorder.attempted({ kind: misuse, host, address: null, port, count: 1, app, uid });
    refuse(socket, pages.unreachable(host, 'bypass', PROGRAM));
    return false;
  }
  recorder.decided(question, judgement);
  if (judgement.action === 'allow') return true;
  refuse(socket, pages.blocked(question, PROGRAM));
  return false;
}

/** A portal's sign-in page may stand anywhere. */
function isOpenPort(
  { authority: { port }, uid }: TunnelRequest,
  { reason }: Judgement,
  { judge }: TunnelsDependencies,
): boolean {
  return isTlsPort(port, judge.settings(uid).tlsPorts) || (reason === 'portal' && isHttpPort(port));
}

/** Connects to the host before the client gets its answer; null = there is no connection, and the client has got an error page. */
async function reach(
  { socket, authority, app, uid }: TunnelRequest,
  deps: TunnelsDependencies,
): Promise<Socket | null> {
  const { host, port } = authority;
  try {
    const server = await deps.egress.connect(host, port, { allowHalfOpen: true });
    if (!socket.destroyed) return server;
    server.destroy();
  } catch (error) {
    const obstacle = error instanceof UnreachableHost ? error.obstacle : 'failed';
    if (obstacle === 'doh')
      deps.recorder.attempted({ kind: 'doh', host, address: null, port, count: 1, app, uid });
    refuse(socket, deps.pages.unreachable(host, obstacle, PROGRAM));
  }
  return null;
}

async function join(
  request: TunnelRequest,
  server: Socket,
  question: Question,
  deps: TunnelsDependencies,
): Promise<void> {
  const { socket, head, authority } = request;
  const { judge, open, clock } = deps;
  const cut = (): void => {
    socket.resetAndDestroy();
    server.destroy();
  };
  const before = socket.bytesRead;
  const watched = {
    question,
    bytes: () => socket.bytesRead - before + socket.bytesWritten,
    halfClosed: () => socket.readableEnded || socket.writableEnded,
    cut,
  };
  socket.once('close', open.add(watched));
  server.on('error', cut);
  server.once('close', () => {
    if (!server.readableEnded) cut();
  });
  socket.once('close', () => {
    if (!socket.readableEnded) server.destroy();
  });
  socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
  let first = head;
  // While the filter is off nothing is asked of what goes through.
  if (judge.mode() !== 'off') {
    const result = await takeClientHello(socket, { clock, head });
    if (socket.destroyed || server.destroyed) return cut();
    if (result.state === 'silent') return cut();
    if (result.state === 'stranger') {
      attempt('proxy_misuse', authority.host, request, deps);
      return cut();
    }
    const shown = judgeShownName(result.hello, request, deps);
    if (!shown.open) return cut();
    if (shown.question !== null) socket.once('close', open.add({ ...watched, question: shown.question }));
    first = result.bytes;
  }
  if (first.length > 0) server.write(first);
  splice(socket, server);
}

interface ShownName {
  readonly open: boolean;
  /** The host shown, where it is another than that of the tunnel. */
  readonly question: Question | null;
}

/** Judges the name that TLS shows inside of a tunnel, and records what it is. */
function judgeShownName(hello: ClientHello, request: TunnelRequest, deps: TunnelsDependencies): ShownName {
  const { judge, recorder } = deps;
  const { host } = request.authority;
  const shown = hello.serverName === null ? host : normaliseHost(hello.serverName);
  if (shown === null || (isAddress(shown) && shown !== host)) {
    attempt('unnamed_host', host, request, deps);
    return { open: false, question: null };
  }
  if (hello.ech && hidesBehind(shown) && !judge.isCrisisHelp(host)) {
    attempt('ech', shown, request, deps);
    return { open: false, question: null };
  }
  if (shown === host) return { open: true, question: null };
  const question = questionOf(shown, request);
  const judgement = judge.judge(question);
  recorder.decided(question, judgement);
  return { open: judgement.action === 'allow', question };
}

function attempt(
  kind: 'proxy_misuse' | 'unnamed_host' | 'ech',
  host: string,
  { authority, app, uid }: TunnelRequest,
  { recorder }: TunnelsDependencies,
): void {
  recorder.attempted({ kind, host, address: null, port: authority.port, count: 1, app, uid });
}

/** Answers a CONNECT with no. Browsers show a page of their own; other programs print this one. */
export function refuse(socket: Socket, { status, headers, body }: PageAnswer): void {
  const content = Buffer.from(body);
  const fields = { ...headers, 'content-length': String(content.length), connection: 'close' };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  const start = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('\r\n')}\r\n\r\n`;
  socket.end(Buffer.concat([Buffer.from(start, 'latin1'), content]), () => socket.destroySoon());
}
