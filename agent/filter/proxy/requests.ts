import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OpenConnections } from '../connections/open-connections.ts';
import type { Judge, Question } from '../judge.ts';
import type { Pages } from '../pages/create-pages.ts';
import { ASK_PATH, OWN_NAME } from '../pages/own-name.ts';
import { type PageAnswer, readerOf } from '../pages/page-answer.ts';
import type { Recorder } from '../recorder.ts';
import { misuseOf } from './admission.ts';
import type { Exchange } from './http-forwarder.ts';
import { isOwnHost, isSameOrigin, readForm } from './own-request.ts';
import {
  type Authority,
  authorityText,
  type HttpTarget,
  isHttpPort,
  readAbsoluteTarget,
  readOriginTarget,
} from './request-target.ts';
import type { Sender, SenderOf } from './senders.ts';

export interface RequestsDependencies {
  readonly judge: Judge;
  readonly recorder: Recorder;
  readonly open: OpenConnections;
  readonly pages: Pages;
  readonly port: () => number;
  readonly senderOf: SenderOf;
}

/** A request with the place for its answer. */
export interface HttpRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Host of the tunnel that it came through; null = it was sent to the proxy itself. */
  readonly tunnel: Authority | null;
  /** Carries it on, once it may go. */
  readonly carry: (exchange: Exchange) => void;
}

/**
 * Answers plain http: our own pages, what is blocked, and what is no request to a proxy. The rest is judged by its whole address, recorded, and carried on. Never
 * rejects but for a client that is gone.
 */
export async function answerRequest(asked: HttpRequest, deps: RequestsDependencies): Promise<void> {
  const { request, response, tunnel } = asked;
  const url = request.url ?? '';
  const fault = faultOf(request);
  if (fault !== null) return sendText(asked, fault, 'This request cannot be carried out.');
  const sender = await deps.senderOf(request.socket);
  if (response.destroyed) return;
  if (sender === null) return void request.socket.resetAndDestroy();
  if (tunnel === null && (url.startsWith('/') || url === '*')) return answerOwn(asked, sender, deps);
  const target = tunnel === null ? readAbsoluteTarget(url) : readOriginTarget(url, tunnel);
  if (target === null) return sendText(asked, 400, 'This is no address that the filter can open.');
  const { path } = target;
  if (target.host === OWN_NAME && target.port === 80 && tunnel === null) {
    if (!isSameOrigin({ ...partsOf(request), path: pathOnly(path) }, OWN_NAME))
      return sendText(asked, 403, 'Forbidden');
    return answerPage(asked, path, sender, deps);
  }
  if (request.method === 'POST' && path === ASK_PATH) return answerForm(asked, target, sender, deps);
  judgeAndCarry(asked, target, sender, deps);
}

function judgeAndCarry(
  asked: HttpRequest,
  target: HttpTarget,
  { app, uid }: Sender,
  { judge, recorder, open, pages }: RequestsDependencies,
): void {
  const { request, response } = asked;
  const { host, port, url } = target;
  const reader = readerOf(request.headers);
  const question: Question = { host, url, app, via: 'proxy', uid };
  const judgement = judge.judge(question);
  const misuse = misuseOf(target, isHttpPort(port), judgement, { judge, uid });
  if (misuse === 'private') {
    send(asked, pages.unreachable(host, 'closed', reader));
    return;
  }
  if (misuse !== null) {
    recorder.attempted({ kind: misuse, host, address: null, port, count: 1, app, uid });
    send(asked, pages.unreachable(host, 'bypass', reader));
    return;
  }
  recorder.decided(question, judgement);
  if (judgement.action === 'block') {
    send(asked, pages.blocked(question, reader));
    return;
  }
  const { socket } = request;
  const before = socket.bytesRead + socket.bytesWritten;
  const remove = open.add({
    question,
    bytes: () => socket.bytesRead + socket.bytesWritten - before,
    halfClosed: () => false,
    cut: () => {
      // The reset must come first. Destroying the answer only ends the socket, and an answer without a length would count as complete.
      socket.resetAndDestroy();
      response.destroy();
    },
  });
  // A kept connection carries many requests, and each must remove its listener.
  const over = (): void => {
    socket.off('close', over);
    remove();
  };
  // After a change of protocols the socket is open, not the response.
  socket.once('close', over);
  response.once('finish', over);
  asked.carry({
    request,
    response,
    target,
    onFailure: (obstacle) => {
      if (obstacle === 'doh')
        recorder.attempted({ kind: 'doh', host, address: null, port, count: 1, app, uid });
      send(asked, pages.unreachable(host, obstacle, reader));
    },
  });
}

/** Requests to the proxy itself, by one of its own names. */
async function answerOwn(asked: HttpRequest, sender: Sender, deps: RequestsDependencies): Promise<void> {
  const { request } = asked;
  const { host } = request.headers;
  const url = request.url ?? '';
  if (host === undefined || !isOwnHost(host, deps.port())) return sendText(asked, 421, 'Misdirected request');
  if (!isSameOrigin({ ...partsOf(request), path: pathOnly(url) }, host))
    return sendText(asked, 403, 'Forbidden');
  return answerPage(asked, url, sender, deps);
}

async function answerPage(
  asked: HttpRequest,
  path: string,
  { uid }: Sender,
  { pages }: RequestsDependencies,
): Promise<void> {
  const { request } = asked;
  const { language } = readerOf(request.headers);
  if (request.method === 'POST' && pathOnly(path) === '/ask') {
    const form = await readForm(request);
    if (form === null) return sendText(asked, 400, 'This is no form of the filter.');
    return send(asked, pages.ask(form, null, uid, language));
  }
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return sendText(asked, 405, 'Method not allowed');
  const query = path.includes('?') ? path.slice(path.indexOf('?') + 1) : '';
  send(asked, pages.own(pathOnly(path), new URLSearchParams(query), uid, language));
}

/** A form of the block page comes back to the blocked host: nobody but us sees it, even if that host is open by now. */
async function answerForm(
  asked: HttpRequest,
  target: HttpTarget,
  { uid }: Sender,
  { pages }: RequestsDependencies,
): Promise<void> {
  const { request } = asked;
  if (!isSameOrigin({ ...partsOf(request), path: ASK_PATH }, authorityText(target)))
    return sendText(asked, 403, 'Forbidden');
  const form = await readForm(request);
  if (form === null) return sendText(asked, 400, 'This is no form of the filter.');
  send(asked, pages.ask(form, target.host, uid, readerOf(request.headers).language));
}

/** The status of a request that is not sound in itself; null = it is. */
function faultOf(request: IncomingMessage): 400 | 417 | null {
  if (!hasOneHost(request)) return 400;
  const { expect } = request.headers;
  return expect === undefined || /^100-continue$/i.test(expect) ? null : 417;
}

/** RFC 9112 section 3.2; Node would take the first of several. */
function hasOneHost({ headersDistinct, httpVersion }: IncomingMessage): boolean {
  const count = headersDistinct.host?.length ?? 0;
  return count === 1 || (count === 0 && httpVersion === '1.0');
}

function partsOf({ method = 'GET', headers }: IncomingMessage) {
  return { method, headers };
}

function pathOnly(path: string): string {
  return path.split('?', 1).join('');
}

function sendText(asked: HttpRequest, status: number, text: string): void {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
  send(asked, { status, headers, body: `${text}\n` });
}

/** Writes an answer of ours. What is left of the request's body is not waited for. */
function send({ request, response }: HttpRequest, { status, headers, body }: PageAnswer): void {
  if (response.headersSent || response.destroyed) return;
  const content = Buffer.from(body);
  const ends = request.complete ? {} : { connection: 'close' };
  response.sendDate = false;
  response.writeHead(status, { ...headers, 'content-length': String(content.length), ...ends });
  response.end(content);
}
