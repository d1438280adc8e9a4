import t from 'tap';
import {
  AnswerCache,
  ageSeconds,
  isFresh,
  isServable,
} from '../../../../../agent/filter/dns/answer-cache.ts';
import type { UpstreamAnswer } from '../../../../../agent/filter/dns/upstream-answer.ts';

function answerOf(bytes: number, lifeSeconds = 60): UpstreamAnswer {
  return {
    bytes: Buffer.alloc(bytes),
    rcode: 0,
    questionEnd: 12,
    ttlOffsets: [],
    lifeSeconds,
    targets: [],
    hasPrivateAddress: false,
  };
}

t.test('it never holds more entries or bytes than it may, and counts them right', (t) => {
  const cache = new AnswerCache({ maxEntries: 50, maxBytes: 20_000 });
  for (let number = 0; number < 1_000; number++) {
    cache.set(`key ${number % 300}`, answerOf(number % 500), number);
    if (cache.size > 50 || cache.bytes > 20_000) t.fail(`${cache.size} entries, ${cache.bytes} bytes`);
  }
  t.ok(cache.size > 10);
  for (let number = 0; number < 300; number++) cache.delete(`key ${number}`);
  t.same([cache.size, cache.bytes], [0, 0]);
  cache.set('too large', answerOf(30_000), 0);
  t.equal(cache.size, 0);
  t.end();
});

t.test('what is used stays before what is not', (t) => {
  const cache = new AnswerCache({ maxEntries: 100 });
  cache.set('popular', answerOf(10), 0);
  for (let number = 0; number < 1_000; number++) {
    cache.set(`once ${number}`, answerOf(10), 0);
    cache.get('popular');
  }
  t.ok(cache.get('popular'));
  t.notOk(cache.get('once 0'));
  t.end();
});

t.test('when all entries are used, room is made all the same', (t) => {
  const cache = new AnswerCache({ maxEntries: 20 });
  for (let number = 0; number < 100; number++) {
    cache.set(`key ${number}`, answerOf(10), 0);
    for (let used = 0; used <= number; used++) cache.get(`key ${used}`);
  }
  t.equal(cache.size, 20);
  t.end();
});

t.test('an answer is fresh for its life, and servable an hour longer', (t) => {
  const cache = new AnswerCache();
  cache.set('key', answerOf(10, 60), 1_000);
  const entry = cache.get('key');
  if (entry === undefined) throw new Error('the entry is gone');
  t.same([isFresh(entry, 60_999), isFresh(entry, 61_000)], [true, false]);
  t.same([isServable(entry, 3_660_999), isServable(entry, 3_661_000)], [true, false]);
  t.same([ageSeconds(entry, 1_000), ageSeconds(entry, 2_999), ageSeconds(entry, 500)], [0, 1, 0]);
  t.end();
});

t.test('it counts what an entry takes, with its key and what lies around it', async (t) => {
  const cache = new AnswerCache();
  cache.set('wiki', answerOf(100), 0);
  t.equal(cache.bytes, 100 + 8 + 300);
  cache.set('wiki', answerOf(50), 0);
  t.strictSame([cache.size, cache.bytes], [1, 50 + 8 + 300], 'the later stands in the place of the earlier');
  cache.set('other', answerOf(10), 0);
  cache.delete('unknown');
  cache.delete('wiki');
  t.strictSame([cache.size, cache.bytes], [1, 10 + 10 + 300]);
  cache.clear();
  t.strictSame([cache.size, cache.bytes, cache.get('other')], [0, 0, undefined]);
});

t.test('it is filled up to its limits, and not beyond', async (t) => {
  const entry = 100 + 2 + 300;
  const cache = new AnswerCache({ maxBytes: 2 * entry });
  for (const key of ['a', 'b']) cache.set(key, answerOf(100), 0);
  t.strictSame([cache.size, cache.bytes], [2, 2 * entry]);
  cache.set('c', answerOf(101), 0);
  t.strictSame([cache.size, cache.bytes], [1, entry + 1], 'both had to go for a larger one');
  cache.set('d', answerOf(100 + entry), 0);
  t.strictSame([cache.size, cache.bytes], [1, 2 * entry], 'one that takes all there is');
  cache.set('e', answerOf(100 + entry + 1), 0);
  t.equal(cache.get('e'), undefined);
  t.ok(cache.get('d'), 'one that is too large drives nothing out');
  const few = new AnswerCache({ maxEntries: 3 });
  for (const key of ['a', 'b', 'c', 'd']) few.set(key, answerOf(1), 0);
  t.strictSame([few.size, few.get('a')], [3, undefined]);
});

t.test('without other limits it holds some thousand answers, or eight megabytes', async (t) => {
  const small = new AnswerCache();
  for (let number = 0; number < 8_001; number++) small.set(`${number}`, answerOf(1), 0);
  t.equal(small.size, 8_000);
  const large = new AnswerCache();
  for (let number = 0; number < 140; number++) large.set(`${number}`, answerOf(65_000), 0);
  t.equal(large.size, 128);
});

t.test('what was used is passed over, at most eight at a time', async (t) => {
  const cache = new AnswerCache({ maxEntries: 20 });
  for (let number = 0; number < 20; number++) cache.set(`${number}`, answerOf(1), 0);
  for (let number = 0; number < 20; number++) cache.get(`${number}`);
  cache.set('new', answerOf(1), 0);
  t.equal(cache.get('8'), undefined, 'the ninth goes, used or not');
  cache.set('newer', answerOf(1), 0);
  t.equal(cache.get('17'), undefined, 'those that were passed over stand at the end');
  t.ok(cache.get('16') && cache.get('18'));
  const idle = new AnswerCache({ maxEntries: 3 });
  for (const key of ['a', 'b', 'c']) idle.set(key, answerOf(1), 0);
  idle.get('a');
  idle.set('d', answerOf(1), 0);
  idle.set('e', answerOf(1), 0);
  t.strictSame(
    ['b', 'c'].map((key) => idle.get(key)),
    [undefined, undefined],
  );
  idle.set('f', answerOf(1), 0);
  t.equal(idle.get('a'), undefined, 'once passed over, it must be used again');
});

t.test('a kept answer is its own, whatever becomes of the message that it came in', async (t) => {
  const cache = new AnswerCache();
  const answer = { ...answerOf(4), rcode: 3, targets: ['cdn.example'] };
  answer.bytes.fill(1);
  cache.set('key', answer, 5_000);
  answer.bytes.fill(9);
  t.strictSame(cache.get('key')?.answer, { ...answer, bytes: Buffer.alloc(4, 1) });
  t.equal(cache.get('key')?.storedAt, 5_000);
});
