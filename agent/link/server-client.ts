import { X509Certificate } from 'node:crypto';
import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { Agent, buildConnector, request } from 'undici';
import type { RemovalReport } from '../../contracts/device/removal.ts';
import {
  CaResponse,
  type EnrollRequest,
  EnrollResponse,
  TimeResponse,
} from '../../contracts/enrollment/enrollment.ts';
import type { ErrorCode } from '../../contracts/errors.ts';
import { isLoopback } from '../../kit/addresses.ts';
import { type Clock, systemClock } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import { sha256 } from '../../kit/signing.ts';
import { httpConnector } from '../dial/http-connector.ts';
import { AgentError, EnrollmentWaiting, ServerAway } from '../ports/agent-error.ts';

/** How long the server may take to answer (milliseconds). */
const TIMEOUT_MS = 10_000;
/** The largest answer is the enrollment's, some 10 kB. */
const MAX_ANSWER_BYTES = 65_536;

const caResponse = Compile(CaResponse);
const timeResponse = Compile(TimeResponse);
const enrollResponse = Compile(EnrollResponse);
const problem = Compile(Type.Object({ detail: Type.String(), code: Type.Optional(Type.String()) }));
const WAITING: ErrorCode = 'enrollment_waiting';

/** How long a download may take (milliseconds): enough for a bundle over a busy line of half a megabit a second. */
const DOWNLOAD_MS = 600_000;

/** The agent's questions over HTTP. Redirects are not followed. */
export interface ServerClient {
  /** Server time, epoch milliseconds, corrected by half the round trip. */
  time(signal?: AbortSignal): Promise<number>;
  /** @throws EnrollmentWaiting, ServerAway, AgentError with the server's own words when it refuses */
  enroll(body: EnrollRequest): Promise<EnrollResponse>;
  /** @throws AgentError when the server is not reached, or refuses the note */
  tellRemoval(report: RemovalReport): Promise<void>;
  /**
   * The bytes at a path of the server, piece by piece as they come (undone gzip included). The caller checks them.
   * @throws AgentError when they cannot be had, or are more than `maxBytes`
   */
  download(wanted: DownloadRequest): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

export interface DownloadRequest {
  readonly path: string;
  readonly token: string;
  readonly maxBytes: number;
}

/** Reads a server's address. @throws AgentError: only https, and http on this computer itself */
export function parseServerUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new AgentError(
      `"${text}" is not a server address; it looks like https://schoolgate.school.example`,
    );
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new AgentError(
      `${url.origin} would send the token in clear: use https (plain http is for this computer itself only)`,
    );
  }
  return url;
}

export interface ServerClientOptions {
  readonly server: URL;
  /** PEM; the only certificate authority that is trusted. */
  readonly certificateAuthority: string;
  /** Default: the system's. */
  readonly lookup?: LookupFunction;
  readonly clock?: Clock;
}

export function createServerClient({
  server,
  certificateAuthority,
  lookup = systemLookup,
  clock = systemClock,
}: ServerClientOptions): ServerClient {
  const connect = httpConnector({ build: buildConnector, lookup, clock, tls: { ca: certificateAuthority } });
  const agent = new Agent({ connect, maxResponseSize: MAX_ANSWER_BYTES });
  const downloads = new Agent({ connect });
  return {
    async time(signal) {
      const startedAt = performance.now();
      const body = await ask(new URL('/agent/v1/time', server), {
        agent,
        ...(signal === undefined ? {} : { signal }),
      });
      if (!timeResponse.Check(body))
        throw new Error('the server tells its time in a form that this agent does not know');
      return Math.round(body.serverTime + (performance.now() - startedAt) / 2);
    },
    async enroll(enrollment) {
      const body = await ask(new URL('/agent/v1/enroll', server), { agent, body: enrollment });
      if (!enrollResponse.Check(body))
        throw new AgentError('the server answered the enrollment in a form that this agent does not know');
      return body;
    },
    async tellRemoval(report) {
      await ask(new URL('/agent/v1/removals', server), { agent, body: report });
    },
    download: (wanted) => download(wanted, server, downloads),
    close: async () => void (await Promise.all([agent.destroy(), downloads.destroy()])),
  };
}

async function* download(
  { path, token, maxBytes }: DownloadRequest,
  server: URL,
  agent: Agent,
): AsyncIterable<Uint8Array> {
  try {
    const { statusCode, headers, body } = await request(new URL(path, server), {
      dispatcher: agent,
      headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' },
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
      signal: AbortSignal.timeout(DOWNLOAD_MS),
    });
    if (statusCode !== 200) throw new AgentError(`it answered with status ${statusCode}`);
    let bytes = 0;
    for await (const chunk of plain(body, headers['content-encoding'])) {
      if (!Buffer.isBuffer(chunk)) throw new AgentError('it sent no bytes');
      bytes += chunk.length;
      if (bytes > maxBytes) throw new AgentError(`it sent more than the ${maxBytes} bytes that it announced`);
      yield chunk;
    }
  } catch (error) {
    throw new AgentError(`cannot download from ${server.origin}: ${messageOf(error)}`, { cause: error });
  }
}

/** The body with its gzip undone. It is unpacked while it is read, so that the caller can stop a bomb. @throws for any other coding */
function plain(body: Readable, coding: string | string[] | undefined): Readable {
  if (coding === undefined || coding === 'identity') return body;
  if (coding !== 'gzip') throw new AgentError(`it sent ${String(coding)}, which was not asked for`);
  const unpacking = createGunzip();
  // Errors of the network reach the reader through the unpacking.
  pipeline(body, unpacking, () => undefined);
  return unpacking;
}

/**
 * Fetches the server's certificate authority. This one request trusts any certificate; the result is accepted only if it has the token's fingerprint.
 * @param fingerprint SHA-256 of the authority's DER, base64url
 */
export async function fetchAuthority(server: URL, fingerprint: string): Promise<string> {
  const agent = new Agent({
    connect: httpConnector({
      build: buildConnector,
      lookup: systemLookup,
      clock: systemClock,
      tls: { rejectUnauthorized: false },
    }),
    maxResponseSize: MAX_ANSWER_BYTES,
  });
  try {
    const body = await ask(new URL('/agent/v1/ca', server), { agent });
    if (!caResponse.Check(body))
      throw new AgentError(`${server.origin} does not answer like a Schoolgate server`);
    const pem = body.certificateAuthority;
    if (sha256(derOf(pem)) !== fingerprint) {
      throw new AgentError(
        `${server.origin} is not the server that made this token: its certificate authority is another one`,
      );
    }
    return pem;
  } finally {
    await agent.destroy();
  }
}

function derOf(pem: string): Buffer {
  try {
    return new X509Certificate(pem).raw;
  } catch (error) {
    throw new AgentError('the server sent a certificate authority that cannot be read', { cause: error });
  }
}

async function ask(
  url: URL,
  { agent, body, signal }: { agent: Agent; body?: unknown; signal?: AbortSignal },
): Promise<unknown> {
  let answer: Awaited<ReturnType<typeof request>>;
  let text: string;
  try {
    answer = await request(url, {
      dispatcher: agent,
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
      ...(signal === undefined ? {} : { signal }),
    });
    text = await answer.body.text();
  } catch (error) {
    throw new ServerAway(`cannot reach ${url.origin}: ${messageOf(error)}`, { cause: error });
  }
  const value = parse(text);
  if (answer.statusCode === 200 || answer.statusCode === 201) return value;
  if (problem.Check(value) && value.code === WAITING) throw new EnrollmentWaiting(value.detail);
  const detail = problem.Check(value) ? value.detail : `it answered with status ${answer.statusCode}`;
  const isAway = answer.statusCode === 429 || answer.statusCode >= 500;
  throw new (isAway ? ServerAway : AgentError)(`the server at ${url.origin} refused: ${detail}`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
