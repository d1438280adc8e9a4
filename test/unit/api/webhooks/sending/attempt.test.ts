import t from 'tap';
import { type Dispatcher, errors } from 'undici';
import { BlockedTarget } from '../../../../../api/outbound/ssrf-guard.ts';
import { type AttemptResult, attempt } from '../../../../../api/webhooks/sending/attempt.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { hasFields } from '../../../../support/has-fields.ts';

const REQUEST = { url: 'https://a.example/hook?key=1', headers: { 'x-a': '1' }, body: '{"a":1}' };
const KEPT_BYTES = 16_384;

/** A connection that the test speaks for. */
function scene() {
  const clock = createFakeClock();
  const stop = new AbortController();
  const asked: Dispatcher.DispatchOptions[] = [];
  const aborted: unknown[] = [];
  const controller = {
    abort: (reason: Error) => void aborted.push(reason.message),
  } as unknown as Dispatcher.DispatchController;
  let handler: Dispatcher.DispatchHandler | null = null;
  const dispatcher = {
    dispatch(options: Dispatcher.DispatchOptions, given: Dispatcher.DispatchHandler) {
      asked.push(options);
      handler = given;
      return true;
    },
  } as unknown as Dispatcher;
  const events = (): Dispatcher.DispatchHandler => {
    if (handler === null) throw new Error('nothing was asked');
    return handler;
  };
  return {
    clock,
    asked,
    aborted,
    dispatcher,
    stop: (reason: unknown) => stop.abort(reason),
    run: (over: { readonly dispatcher?: Dispatcher } = {}): Promise<AttemptResult> =>
      attempt(REQUEST, { clock, dispatcher, timeoutMs: 15_000, signal: stop.signal, ...over }),
    connect: () => events().onRequestStart?.(controller, null),
    answer: (status: number, headers: Record<string, string | string[]> = {}) =>
      events().onResponseStart?.(controller, status, headers, ''),
    data: (chunk: string | Buffer) => events().onResponseData?.(controller, Buffer.from(chunk)),
    end: () => events().onResponseEnd?.(controller, {}),
    fail: (error: Error) => events().onResponseError?.(controller, error),
  };
}

t.test('the body is posted once to the whole address, and the answer is read to its end', async (t) => {
  const { run, asked, connect, answer, data, end, clock, aborted } = scene();
  const sent = run();
  t.same(asked, [
    {
      origin: 'https://a.example',
      path: '/hook?key=1',
      method: 'POST',
      headers: REQUEST.headers,
      body: REQUEST.body,
    },
  ]);
  connect();
  await clock.advance(120.4);
  answer(202, { 'retry-after': ' 7 ' });
  data('tak');
  data('en ✓');
  end();
  t.same(await sent, {
    answer: { kind: 'response', status: 202, retryAfter: '7' },
    durationMs: 120,
    responseStatus: 202,
    responseBody: 'taken ✓',
    error: null,
  });
  t.same([aborted, clock.pending()], [[], 0], 'nothing is cut off, and nothing waits any more');
});

t.test('the time that is told is that of the attempt alone, in whole milliseconds', async (t) => {
  const { run, answer, end, clock } = scene();
  await clock.advance(5_000);
  const sent = run();
  await clock.advance(99.6);
  answer(200);
  end();
  t.equal((await sent).durationMs, 100);
});

t.test('an interim response is not the answer', async (t) => {
  for (const interim of [100, 103, 199]) {
    const { run, answer, fail } = scene();
    const sent = run();
    answer(interim, { 'retry-after': '9' });
    fail(new Error('gone'));
    t.equal((await sent).responseStatus, null);
  }
  const { run, answer, end } = scene();
  const sent = run();
  answer(103);
  answer(200);
  end();
  hasFields(t, await sent, { responseStatus: 200, answer: { retryAfter: null } });
});

t.test('of a long answer the first 16 kB are kept, and the rest is not waited for', async (t) => {
  for (const beyond of [0, 1, 5_000]) {
    const { run, answer, data, aborted } = scene();
    const sent = run();
    answer(200);
    data('a'.repeat(KEPT_BYTES - 10));
    t.same(aborted, []);
    data('b'.repeat(10 + beyond));
    t.equal(aborted.length, 1, 'the connection is ended');
    t.equal((await sent).responseBody, 'a'.repeat(KEPT_BYTES - 10) + 'b'.repeat(10));
    hasFields(t, await sent, { responseStatus: 200, error: null });
  }
});

t.test('a character that the limit cuts in two is left out; one that was sent so is marked', async (t) => {
  const long = scene();
  const sent = long.run();
  long.answer(200);
  long.data(`${'a'.repeat(KEPT_BYTES - 1)}✓`);
  t.equal((await sent).responseBody, 'a'.repeat(KEPT_BYTES - 1));
  const exact = scene();
  const cut = exact.run();
  exact.answer(200);
  exact.data(Buffer.from(`${'a'.repeat(KEPT_BYTES - 1)}✓`).subarray(0, KEPT_BYTES));
  t.equal((await cut).responseBody, 'a'.repeat(KEPT_BYTES - 1));
  const short = scene();
  const broken = short.run();
  short.answer(200);
  short.data(Buffer.from('a✓').subarray(0, 3));
  short.end();
  t.equal((await broken).responseBody, 'a\ufffd');
});

t.test('whoever does not answer in time is cut off', async (t) => {
  const { run, connect, clock, aborted } = scene();
  const sent = run();
  connect();
  await clock.advance(14_999);
  t.same(aborted, []);
  await clock.advance(1);
  t.same(await sent, {
    answer: { kind: 'timeout' },
    durationMs: 15_000,
    responseStatus: null,
    responseBody: null,
    error: 'timeout',
  });
  t.same(aborted, ['the time is up']);
});

t.test('what the time ran out for before it had a connection is never sent', async (t) => {
  const { run, connect, clock, aborted } = scene();
  const sent = run();
  await clock.advance(15_000);
  hasFields(t, await sent, { answer: { kind: 'timeout' } });
  connect();
  t.same(aborted, ['the time is up']);
});

t.test('a failure is named by its code, wherever that stands, and by nothing of our insides', async (t) => {
  const coded = (code: unknown) => Object.assign(new Error('connect 10.0.0.1'), { code });
  for (const [error, name] of [
    [coded('ECONNREFUSED'), 'econnrefused'],
    [new Error('socket', { cause: coded('CERT_HAS_EXPIRED') }), 'cert_has_expired'],
    [new AggregateError([coded('EHOSTUNREACH'), coded('ECONNREFUSED')], 'all'), 'ehostunreach'],
    [new AggregateError([], 'none', { cause: coded('EPIPE') }), 'network_error'],
    [coded(7), 'network_error'],
    [new Error('10.0.0.1 is gone'), 'network_error'],
    [new Error('odd', { cause: 'a text' }), 'network_error'],
    [new BlockedTarget('10.0.0.1'), 'blocked_address'],
  ] as const) {
    const { run, fail } = scene();
    const sent = run();
    fail(error);
    hasFields(t, await sent, { answer: { kind: 'unreachable' }, error: name }, name);
  }
});

t.test('a connection that was not made in time is a time-out as well', async (t) => {
  const timedOut = Object.assign(new Error('connect'), { code: 'ETIMEDOUT' });
  for (const error of [
    new errors.ConnectTimeoutError(),
    timedOut,
    new Error('socket', { cause: timedOut }),
    new AggregateError([timedOut], 'all'),
  ]) {
    const { run, fail } = scene();
    const sent = run();
    fail(error);
    hasFields(t, await sent, { answer: { kind: 'timeout' }, error: 'timeout' });
  }
});

t.test('a stop ends the attempt, which then has no result', async (t) => {
  const { run, connect, stop, aborted, clock } = scene();
  const sent = run();
  connect();
  stop(new Error('the server stops'));
  await t.rejects(sent, { message: 'the server stops' });
  t.same([aborted, clock.pending()], [['given up'], 0]);
});

t.test('after a stop nothing is begun', async (t) => {
  const { run, stop, asked } = scene();
  stop(new Error('the server stops'));
  await t.rejects(run(), { message: 'the server stops' });
  t.same(asked, []);
});

t.test('a stop after the answer does not touch the connection, which others may use', async (t) => {
  const { run, connect, answer, end, stop, aborted } = scene();
  const sent = run();
  connect();
  answer(200);
  end();
  await sent;
  stop(new Error('the server stops'));
  t.same(aborted, []);
});
