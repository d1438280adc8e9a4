import { type Answer, encode } from 'dns-packet';
import t from 'tap';
import { Answering, type Outcome, ttlOf } from '../../../../../agent/filter/dns/answering.ts';
import { TYPE } from '../../../../../agent/filter/dns/message.ts';
import { readAnswer } from '../../../../../agent/filter/dns/upstream-answer.ts';
import { createFakeJudge } from '../../../../support/dns-lab.ts';

/** What an upstream answered to a question for the addresses of a name. */
function answerOf(name: string, records: readonly { readonly data: string; readonly ttl: number }[]) {
  const questions = [{ type: 'A', name }] as const;
  const answers = records.map(({ data, ttl }): Answer => ({ type: 'A', name, data, ttl }));
  const message = encode({ type: 'response', id: 1, questions: [...questions], answers });
  const answer = readAnswer(message, { questionEnd: 12 + name.length + 2 + 4, dnssecOk: false });
  if (answer === null) throw new Error('unreadable');
  return answer;
}

/** Asks for a name whose upstream answered so, this long ago. */
function ask(
  name: string,
  records: readonly { readonly data: string; readonly ttl: number }[],
  { ageSeconds = 0, isStale = false } = {},
): Outcome {
  const judge = createFakeJudge();
  const outcomes: Outcome[] = [];
  const answering = new Answering({
    judge,
    upstreams: { hasPlain: () => true },
    forwarder: {
      ask: (question, _scope, done) =>
        done({ answer: answerOf(question.name, records), ageSeconds, isStale }),
    },
    onNonce: () => t.fail('no self-check asks here'),
    privateNetworks: () => [],
  });
  answering.ask({ name, type: TYPE.a, checkingDisabled: false, dnssecOk: false }, (outcome) => {
    outcomes.push(outcome);
  });
  const [outcome] = outcomes;
  if (outcome === undefined || outcomes.length > 1) throw new Error(`answered ${outcomes.length} times`);
  return outcome;
}

const ttlIn = (outcome: Outcome) => (outcome.kind === 'addresses' ? outcome.ttlSeconds : outcome.kind);
const MIXED = [
  { data: '93.184.216.10', ttl: 300 },
  { data: '10.0.0.1', ttl: 120 },
];

t.test('an answer that has been kept is given with what is left of its time', async (t) => {
  const answer = answerOf('wiki.example', MIXED);
  t.equal(ttlOf({ answer, ageSeconds: 0, isStale: false }, answer), 120, 'the least of its records');
  t.equal(ttlOf({ answer, ageSeconds: 50, isStale: false }, answer), 70);
  t.equal(ttlOf({ answer, ageSeconds: 120, isStale: false }, answer), 0);
  t.equal(ttlOf({ answer, ageSeconds: 500, isStale: false }, answer), 0, 'never less than none');
  t.equal(ttlOf({ answer, ageSeconds: 500, isStale: true }, answer), 30, 'past its time: half a minute');
});

t.test('so is one that goes out without its private addresses', async (t) => {
  for (const [ageSeconds, left] of [
    [0, 120],
    [50, 70],
    [119, 1],
    [130, 0],
  ] as const) {
    const outcome = ask('wiki.example', MIXED, { ageSeconds });
    t.equal(ttlIn(outcome), left, `after ${ageSeconds} s`);
    t.strictSame(
      outcome.kind === 'addresses' ? outcome.addresses.map((address) => [...address].join('.')) : [],
      ['93.184.216.10'],
    );
  }
  t.equal(ttlIn(ask('wiki.example', MIXED, { ageSeconds: 4_000, isStale: true })), 30);
});

t.test('and one that stands for a search engine’s safe name', async (t) => {
  const records = [{ data: '216.239.38.120', ttl: 300 }];
  const outcome = ask('www.google.com', records, { ageSeconds: 100 });
  t.equal(outcome.kind === 'addresses' ? outcome.alias : outcome.kind, 'forcesafesearch.google.com');
  t.equal(ttlIn(outcome), 200);
});
