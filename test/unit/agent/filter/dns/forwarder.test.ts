import t from 'tap';
import { AnswerCache } from '../../../../../agent/filter/dns/answer-cache.ts';
import { type Forwarded, Forwarder } from '../../../../../agent/filter/dns/forwarder.ts';
import { RCODE, TYPE } from '../../../../../agent/filter/dns/message.ts';
import type { UpstreamAnswer } from '../../../../../agent/filter/dns/upstream-answer.ts';
import type { DnsQuestion, UpstreamQuery } from '../../../../../agent/filter/dns/upstream-query.ts';
import type { UpstreamReply, UpstreamScope } from '../../../../../agent/filter/dns/upstream-set.ts';
import { silentLog } from '../../../../../kit/log.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { hasFields } from '../../../../support/has-fields.ts';

const QUESTION: DnsQuestion = {
  name: 'wiki.example',
  type: TYPE.a,
  dnssecOk: false,
  checkingDisabled: false,
};
const answerOf = (rcode: number, lifeSeconds = 300): UpstreamAnswer => ({
  bytes: Buffer.alloc(12),
  rcode,
  questionEnd: 12,
  ttlOffsets: [],
  lifeSeconds,
  targets: [],
  hasPrivateAddress: false,
});
const GOOD = answerOf(RCODE.noError);
const FAILED = answerOf(RCODE.servFail);

interface Flight {
  readonly query: UpstreamQuery;
  readonly scope: UpstreamScope;
  readonly onSilence: () => void;
  land(answer: UpstreamAnswer | null, isFallback?: boolean): Promise<void>;
  fail(error: Error): Promise<void>;
}

/** A forwarder whose upstreams answer when the test says. */
function stand() {
  const clock = createFakeClock();
  const state = { generation: 0 };
  const flights: Flight[] = [];
  const errors: string[] = [];
  const forwarder = new Forwarder({
    upstreams: {
      ask: (query, scope, onSilence) =>
        new Promise<UpstreamReply>((resolve, reject) => {
          flights.push({
            query,
            scope,
            onSilence,
            async land(answer, isFallback = false) {
              resolve({ answer, isFallback });
              await clock.advance(0);
            },
            async fail(error) {
              reject(error);
              await clock.advance(0);
            },
          });
        }),
    },
    cache: new AnswerCache(),
    place: { generation: () => state.generation },
    clock,
    log: { ...silentLog, error: (facts: unknown) => void errors.push(JSON.stringify(facts)) },
  });
  const ask = (more: Partial<DnsQuestion> = {}, scope: UpstreamScope = 'all'): readonly Forwarded[] => {
    const told: Forwarded[] = [];
    forwarder.ask({ ...QUESTION, ...more }, scope, (forwarded) => told.push(forwarded));
    return told;
  };
  /** The flight that is under way. */
  const flight = (): Flight => {
    const last = flights.at(-1);
    if (last === undefined) throw new Error('nobody was asked');
    return last;
  };
  return { clock, state, flights, flight, errors, forwarder, ask };
}

t.test('an answer is kept for its time, and given at once with its age', async (t) => {
  const { clock, flights, flight, forwarder, ask } = stand();
  const first = ask();
  t.strictSame(first, [], 'not before it is there');
  await flight().land(GOOD);
  t.strictSame(first, [{ answer: GOOD, ageSeconds: 0, isStale: false }]);
  await clock.advance(100_000);
  hasFields(t, ask(), [{ answer: { rcode: 0 }, ageSeconds: 100, isStale: false }]);
  await clock.advance(199_999);
  t.equal(ask().length, 1);
  t.equal(forwarder.cacheHits, 2);
  await clock.advance(1);
  t.strictSame(ask(), []);
  t.equal(flights.length, 2);
});

t.test('who asks what is under way waits for the same answer, 256 at most', async (t) => {
  const { flights, flight, ask } = stand();
  const waiting = Array.from({ length: 256 }, () => ask());
  hasFields(t, ask(), [{ answer: null, ageSeconds: 0, isStale: false }], 'one more gets nothing');
  t.equal(flights.length, 1);
  await flight().land(GOOD);
  t.equal(waiting.filter(([told, ...more]) => told?.answer === GOOD && more.length === 0).length, 256);
});

t.test('so many names are under way at once, and no more', async (t) => {
  const { flights, ask } = stand();
  for (let at = 0; at < 4_096; at++) ask({ name: `n${at}.example` });
  hasFields(t, ask({ name: 'more.example' }), [{ answer: null }]);
  t.equal(flights.length, 4_096);
});

t.test('after a failure nobody is asked for that name for a second', async (t) => {
  const { clock, flights, flight, ask } = stand();
  for (const [index, answer] of [FAILED, null].entries()) {
    const name = `n${index}.example`;
    const told = ask({ name });
    await flight().land(answer);
    t.strictSame(told, [{ answer, ageSeconds: 0, isStale: false }]);
    await clock.advance(999);
    hasFields(t, ask({ name }), [{ answer: null }]);
    t.equal(flights.length, index * 2 + 1);
    await clock.advance(1);
    t.strictSame(ask({ name }), []);
    t.equal(flights.length, index * 2 + 2);
    await flight().land(GOOD);
  }
});

t.test('an answer past its time stands in when all fail, for an hour', async (t) => {
  const { clock, flight, forwarder, ask } = stand();
  ask();
  await flight().land(GOOD);
  await clock.advance(301_000);
  const told = ask();
  await flight().land(FAILED);
  hasFields(t, told, [{ answer: { rcode: 0 }, ageSeconds: 301, isStale: true }]);
  hasFields(t, ask(), [{ isStale: true }], 'and while nobody is asked');
  t.equal(forwarder.staleAnswers, 2);
  await clock.advance(3_600_000);
  const late = ask();
  await flight().land(null);
  t.strictSame(late, [{ answer: null, ageSeconds: 0, isStale: false }]);
});

t.test('when the first is silent the old answer goes out at once, and the new one is kept', async (t) => {
  const { clock, flight, ask } = stand();
  const nothingOld = ask();
  flight().onSilence();
  t.strictSame(nothingOld, []);
  await flight().land(GOOD);
  await clock.advance(301_000);
  const told = ask();
  flight().onSilence();
  hasFields(t, told, [{ isStale: true }]);
  const later = ask();
  t.strictSame(later, [], 'who asks now waits for the new one');
  await flight().land(answerOf(RCODE.noError, 10));
  t.equal(told.length, 1, 'nobody is told twice');
  hasFields(t, later, [{ isStale: false, ageSeconds: 0 }]);
  flight().onSilence();
  t.equal(later.length, 1, 'a silence that is told late changes nothing');
});

t.test('what another than the first resolver said is kept for a minute', async (t) => {
  const { clock, flight, ask } = stand();
  ask();
  await flight().land(GOOD, true);
  await clock.advance(59_999);
  t.equal(ask().length, 1);
  await clock.advance(1);
  t.strictSame(ask(), []);
  await flight().land(answerOf(RCODE.noError, 5), true);
  await clock.advance(5_000);
  t.strictSame(ask(), [], 'or for its own time, if that is less');
});

t.test('in another place nothing that was learnt before counts', async (t) => {
  const { clock, flights, flight, state, ask } = stand();
  ask();
  await flight().land(GOOD);
  ask({ name: 'b.example' });
  await flight().land(FAILED);
  state.generation = 1;
  t.strictSame([ask(), ask({ name: 'b.example' })], [[], []], 'neither answers nor failures');
  t.equal(flights.length, 4);
  state.generation = 2;
  const there = flights[2];
  await there?.land(GOOD);
  t.strictSame(ask(), [], 'nor an answer that was under way');
  t.equal(flights.length, 5);
  await flights[3]?.land(FAILED);
  t.strictSame(ask({ name: 'b.example' }), []);
  t.equal(flights.length, 6, 'nor a failure');
  await clock.advance(0);
});

t.test('a name that fits no message fails by itself', async (t) => {
  const { clock, flights, ask } = stand();
  const told = ask({ name: 'a..b' });
  await clock.advance(0);
  t.strictSame(told, [{ answer: null, ageSeconds: 0, isStale: false }]);
  t.equal(flights.length, 0);
});

t.test('one asker’s fault keeps the answer from no other', async (t) => {
  const { flight, errors, forwarder, ask } = stand();
  forwarder.ask(QUESTION, 'all', () => {
    throw new Error('gone');
  });
  const told = ask();
  await flight().land(GOOD);
  t.equal(told.length, 1);
  t.strictSame(errors, ['{"error":"gone"}']);
});

t.test('an answer that holds no time is not kept, not even for when nobody answers', async (t) => {
  const { flight, ask } = stand();
  const first = ask();
  await flight().land(answerOf(RCODE.noError, 0));
  hasFields(t, first, [{ answer: { rcode: RCODE.noError } }]);
  const later = ask();
  await flight().land(null);
  t.strictSame(later, [{ answer: null, ageSeconds: 0, isStale: false }]);
});
