import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../kit/clock.ts';
import { languageOf } from '../../words/language.ts';
import type { LockMessage } from '../ports/lock-window.ts';
import { type LockPageView, type PinResult, renderLockPage } from './lock-page-html.ts';

/** A PIN has 4-8 digits; a form that holds one is far below this. */
const BODY_LIMIT_BYTES = 1_024;

/** How long a request may take (milliseconds). Only the lock's window uses this server; silent connections of other programs are closed. */
const REQUEST_TIMEOUT_MS = 5_000;

const PAGE = '/locked';
const STATE = '/locked/state';

export interface LockPageDependencies {
  /** The lock now; null = not locked. */
  readonly getLock: () => LockMessage | null;
  /** Tries to unlock; counts and slows wrong tries itself. */
  readonly tryPin: (pin: string) => Promise<PinResult>;
  readonly clock: Clock;
  /** 0 = any free one. */
  readonly port: number;
}

/** The lock page's server, for this computer only. */
export interface LockPage {
  /** May be called twice. Rejects when the port is taken. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Where the page is; only after `start`. */
  url(): string;
}

/**
 * Serves the message of a locked computer on 127.0.0.1, and takes the PIN. Any program of this computer can reach it, so it shows
 * nothing but the message, and its only effect is `tryPin`. It answers to its own name only: a web page that lets its name point
 * here (DNS rebinding), or posts a form here, gets 403.
 */
export function createLockPage({ getLock, tryPin, clock, port }: LockPageDependencies): LockPage {
  let server: Server | null = null;
  const origin = (): string => {
    if (server === null) throw new Error('the lock page is not started');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!isOwn(request, origin())) return sendText(response, 403, 'Forbidden');
    const lock = getLock();
    const key = `${request.method} ${request.url}`;
    const reader = { language: languageOf(request.headers['accept-language']), now: clock.now() };
    if (key === `GET ${PAGE}`) return sendPage(response, { lock, result: null, ...reader });
    if (key === `GET ${STATE}`) return sendJson(response, { revision: revisionOf(lock) });
    if (key !== `POST ${PAGE}`) return sendText(response, request.url === PAGE ? 405 : 404, 'Not found');
    const pin = new URLSearchParams((await readBody(request)) ?? '').get('pin') ?? '';
    const result = /^\d{4,8}$/.test(pin) ? await tryPin(pin) : 'wrong';
    sendPage(response, { lock: getLock(), result, ...reader, now: clock.now() });
  };

  return {
    async start() {
      if (server !== null) return;
      const created = createServer(
        { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS },
        (request, response) => {
          answer(request, response).catch(() =>
            response.headersSent ? response.destroy() : sendText(response, 500, 'Error'),
          );
        },
      );
      await new Promise<void>((resolve, reject) => {
        created.once('error', reject);
        created.listen(port, '127.0.0.1', () => {
          created.off('error', reject);
          resolve();
        });
      });
      server = created;
    },
    async stop() {
      const stopping = server;
      server = null;
      if (stopping === null) return;
      stopping.closeAllConnections();
      await new Promise((resolve) => stopping.close(resolve));
    },
    url: () => `${origin()}${PAGE}`,
  };
}

function isOwn(request: IncomingMessage, origin: string): boolean {
  const { host, origin: from } = request.headers;
  return `http://${host}` === origin && (from === undefined || from === origin);
}

/** Changes whenever the page must be drawn anew. */
function revisionOf(lock: LockMessage | null): string {
  return JSON.stringify(lock);
}

/** Null when it is too long, or broken off. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) return null;
    length += chunk.length;
    if (length > BODY_LIMIT_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function sendPage(response: ServerResponse, view: Omit<LockPageView, 'revision' | 'stateUrl'>): void {
  const { html, contentSecurityPolicy } = renderLockPage({
    ...view,
    revision: revisionOf(view.lock),
    stateUrl: STATE,
  });
  response.setHeader('content-security-policy', contentSecurityPolicy);
  response.setHeader('content-language', view.language);
  send(response, 200, 'text/html; charset=utf-8', html);
}

function sendJson(response: ServerResponse, body: unknown): void {
  send(response, 200, 'application/json', JSON.stringify(body));
}

function sendText(response: ServerResponse, status: number, text: string): void {
  send(response, status, 'text/plain; charset=utf-8', text);
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // Not "no-referrer": with it a browser sends `Origin: null` with our own form.
    'referrer-policy': 'same-origin',
    'x-frame-options': 'DENY',
    connection: 'close',
  });
  response.end(body);
}
