import { type Answer, decode, encode } from 'dns-packet';
import t from 'tap';
import { readQuery } from '../../../../../agent/filter/dns/message.ts';
import { upstreamReply } from '../../../../../agent/filter/dns/reply.ts';
import { readAnswer } from '../../../../../agent/filter/dns/upstream-answer.ts';
import { queryFor } from '../../../../support/dns-lab.ts';

const NAME = 'wiki.example';

/** The TTLs that an asker gets of an answer whose records had these, so long ago. */
function ttlsOf(ttls: readonly number[], ageSeconds: number, isStale = false): readonly unknown[] {
  const query = readQuery(encode(queryFor(NAME)));
  const answers = ttls.map((ttl, n): Answer => ({ type: 'A', name: NAME, ttl, data: `192.0.2.${n + 1}` }));
  const message = encode({ type: 'response', id: 1, questions: [{ type: 'A', name: NAME }], answers });
  const answer = query && readAnswer(message, { questionEnd: query.questionEnd, dnssecOk: false });
  if (query === null || answer === null) throw new Error('unreadable');
  const reply = decode(upstreamReply(query, answer, { ageSeconds, isStale }));
  return reply.answers?.map((record) => ('ttl' in record ? record.ttl : null)) ?? [];
}

t.test('each record of a kept answer goes out with what is left of its time', async (t) => {
  t.strictSame(ttlsOf([60, 200], 0), [60, 200]);
  t.strictSame(ttlsOf([60, 200], 59), [1, 141]);
  t.strictSame(ttlsOf([60, 200], 100), [0, 100], 'never less than none');
  t.strictSame(ttlsOf([60, 200], 4_000), [0, 0]);
});

t.test('nothing is kept by programs for longer than five minutes', async (t) => {
  t.strictSame(ttlsOf([300, 301, 86_400], 0), [300, 300, 300]);
  t.strictSame(ttlsOf([86_400], 86_200), [200], 'counted from its true time, not from the five minutes');
});

t.test('an answer past its time goes out for half a minute, and a time beyond all is none', async (t) => {
  t.strictSame(ttlsOf([60, 200], 4_000, true), [30, 30]);
  t.strictSame(ttlsOf([2 ** 31, 60], 0), [0, 60]);
});
