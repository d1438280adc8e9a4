import type { FastifyReply, FastifyRequest } from 'fastify';
import t from 'tap';
import { answeredRequest, logAnswered } from '../../../../api/http/access-log.ts';
import { UNKNOWN_API_ADDRESS } from '../../../../api/http/other-methods.ts';
import { type Log, silentLog } from '../../../../kit/log.ts';

const REPLY = { statusCode: 200, elapsedTime: 12.345_67 } as FastifyReply;
const requestTo = (url: string | undefined, over: object = {}, config: object = {}) =>
  ({
    method: 'GET',
    id: 'req_1',
    is404: false,
    headers: {},
    caller: null,
    routeOptions: { url, config },
    ...over,
  }) as unknown as FastifyRequest;

t.test('a request is named by its operation, never by what its sender wrote', async (t) => {
  const of = (request: FastifyRequest) => answeredRequest(request, REPLY).operation;
  t.equal(of(requestTo('/v1/devices/:id', {}, { definition: { operationId: 'getDevice' } })), 'getDevice');
  t.equal(of(requestTo('/healthz')), '/healthz', 'or by the pattern of its address');
  t.equal(of(requestTo(undefined)), 'unmatched');
  t.equal(of(requestTo('/*', { is404: true })), 'unmatched');
  t.equal(of(requestTo(UNKNOWN_API_ADDRESS)), 'unmatched');
  t.same(answeredRequest(requestTo('/healthz'), REPLY), {
    operation: '/healthz',
    method: 'GET',
    status: 200,
    durationMs: 12.35,
  });
});

/** The one line of a request. */
function lineOf(operation: string, status: number, over: object = {}): unknown {
  const lines: unknown[] = [];
  const log: Log = {
    ...silentLog,
    debug: (fields, message) => void lines.push(['debug', fields, message]),
    info: (fields, message) => void lines.push(['info', fields, message]),
  };
  logAnswered(log, requestTo('/x', over), { operation, method: 'GET', status, durationMs: 1 });
  t.equal(lines.length, 1);
  return lines[0];
}

const levelOf = (operation: string, status: number) => (lineOf(operation, status) as readonly unknown[])[0];

t.test('each request leaves a line with who called what, and how it ended', async (t) => {
  const line = { requestId: 'req_1', operationId: 'getDevice', method: 'GET', status: 200, durationMs: 1 };
  t.strictSame(lineOf('getDevice', 200), ['info', line, 'request']);
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const over = {
    caller: { actor: 'key_1' },
    headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
  };
  t.strictSame(lineOf('getDevice', 200, over), ['info', { ...line, traceId, caller: 'key_1' }, 'request']);
});

t.test('whoever watches over the server leaves no line, unless something is wrong', async (t) => {
  for (const operation of ['/healthz', '/readyz', '/metrics']) {
    t.equal(levelOf(operation, 200), 'debug');
    t.equal(levelOf(operation, 399), 'debug');
    t.equal(levelOf(operation, 400), 'info');
    t.equal(levelOf(operation, 503), 'info');
  }
});
