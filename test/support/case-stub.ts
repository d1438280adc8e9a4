import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import type { Case, Exchange } from '../../tools/sdk/case.ts';

/** The key of the cases. */
export const CASE_KEY = `sgk_test_${'0'.repeat(33)}ivkVw`;

/** A server that plays the exchanges of one case. */
export interface CaseStub {
  readonly baseUrl: string;
  /** What was wrong with the requests, each as a sentence; also that one is missing. */
  faults(): readonly string[];
  stop(): Promise<void>;
}

/** @param stubbed the case that it plays */
export async function startCaseStub({ exchanges }: Case): Promise<CaseStub> {
  const faults: string[] = [];
  let next = 0;
  let before: IncomingMessage['headers'] = {};
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const exchange = exchanges[next++];
      if (exchange === undefined) {
        faults.push(`a request too many: ${request.method} ${request.url}`);
        response.writeHead(418).end();
        return;
      }
      faults.push(...requestFaults(exchange.request, { request, before, body: Buffer.concat(chunks) }));
      before = request.headers;
      answer(exchange.response, response);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults: () =>
      next < exchanges.length ? [...faults, `${exchanges.length - next} requests are missing`] : faults,
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}

function answer(response: Exchange['response'], to: ServerResponse): void {
  if (response === 'silence') return;
  if (response === 'drop') {
    to.destroy();
    return;
  }
  const { status, headers = {}, body, text } = response;
  const type =
    body === undefined || headers['content-type'] !== undefined ? {} : { 'content-type': 'application/json' };
  to.writeHead(status, { ...type, ...headers }).end(
    text ?? (body === undefined ? undefined : JSON.stringify(body)),
  );
}

interface Received {
  readonly request: IncomingMessage;
  readonly before: IncomingMessage['headers'];
  readonly body: Buffer;
}

function requestFaults(expected: Exchange['request'], { request, before, body }: Received): string[] {
  const [path, query = ''] = (request.url ?? '').split('?');
  const line = `${request.method} ${path}`;
  const wanted = Object.entries(expected.query ?? {}).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}=${one}`),
  );
  const sent = [...new URLSearchParams(query)].map(([name, value]) => `${name}=${value}`);
  const text = body.toString();
  const headers = {
    authorization: `Bearer ${CASE_KEY}`,
    'content-type': expected.body === undefined ? null : 'application/json',
    ...expected.headers,
  };
  return [
    ...(line === `${expected.method} ${expected.path}`
      ? []
      : [`${line} came for ${expected.method} ${expected.path}`]),
    ...(isDeepStrictEqual(sent.toSorted(), wanted.toSorted()) ? [] : [`the query is ${sent}, not ${wanted}`]),
    ...(isDeepStrictEqual(text === '' ? undefined : JSON.parse(text), expected.body)
      ? []
      : [`the body is ${text}`]),
    ...Object.entries(headers).flatMap(([name, value]) => headerFaults(name, value, request.headers, before)),
  ];
}

function headerFaults(
  name: string,
  wanted: string | null,
  sent: IncomingMessage['headers'],
  before: IncomingMessage['headers'],
): string[] {
  const value = sent[name];
  const isRight = ((): boolean => {
    if (wanted === null) return value === undefined;
    if (wanted === '*') return value !== undefined && value !== '';
    return value === (wanted === '=' ? before[name] : wanted);
  })();
  return isRight ? [] : [`the header ${name} is ${value}, not ${wanted}`];
}

/** Whether a value has all that the case names: see `sdk/cases/README.md`. */
export function fitsResult(actual: unknown, expected: unknown): boolean {
  if (expected === null) return actual === null || actual === undefined;
  if (Array.isArray(expected))
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((one, index) => fitsResult(actual[index], one))
    );
  if (typeof expected === 'object')
    return (
      typeof actual === 'object' &&
      actual !== null &&
      Object.entries(expected).every(([name, one]) =>
        fitsResult((actual as Record<string, unknown>)[name], one),
      )
    );
  return actual === expected;
}
