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
