import { type Answer, decode, encode, type Packet } from 'dns-packet';
import t from 'tap';
import type { DnsOutcome } from '../../../../../agent/filter/dns/answering.ts';
import { QueryHandler } from '../../../../../agent/filter/dns/query-handler.ts';
import { readAnswer } from '../../../../../agent/filter/dns/upstream-answer.ts';
import type { Judgement, Question } from '../../../../../agent/filter/judge.ts';
import type { JudgementReason } from '../../../../../contracts/policy/model.ts';
import { silentLog } from '../../../../../kit/log.ts';
import { queryFor } from '../../../../support/dns-lab.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { hasFields } from '../../../../support/has-fields.ts';

const HELP = 'help.example';

const judgement = (action: Judgement['action'], reason: JudgementReason): Judgement => ({
  action,
  reason,
  ruleId: null,
  policyId: null,
  policyVersion: null,
  categories: [],
  category: null,
});
const ALLOWED = judgement('allow', 'default');
const BLOCKED = judgement('block', 'block');
const EMPTY: DnsOutcome = { kind: 'empty', judgement: ALLOWED };
const SHUT: DnsOutcome = { kind: 'blocked', judgement: BLOCKED };

/** A handler with which each question gets what the test says. */
function stand(outcomeOf: () => DnsOutcome = () => EMPTY) {
  const clock = createFakeClock();
  const recorded: { readonly question: Question; readonly judgement: Judgement }[] = [];
  const errors: unknown[] = [];
  const state = { outcomeOf };
  const handler = new QueryHandler({
    judge: { isCrisisHelp: (name) => name === HELP },
    recorder: { decided: (question, decided) => void recorded.push({ question, judgement: decided }) },
    answering: { ask: (_question, done) => done(state.outcomeOf()) },
    clock,
    log: { ...silentLog, error: (...told: readonly unknown[]) => void errors.push(told) },
  });
  const replies = (packet: Buffer, asker?: () => number | null): readonly Buffer[] => {
    const found: Buffer[] = [];
    handler.take(packet, (reply) => found.push(reply), asker);
    return found;
  };
  return {
    handler,
    clock,
    state,
    recorded,
    errors,
    replies,
    ask(name: string, type: 'A' | 'AAAA' | 'TXT' = 'A'): Packet & { readonly rcode?: string } {
      const [reply, ...more] = replies(encode(queryFor(name, type)));
      if (reply === undefined || more.length > 0) throw new Error('not one answer');
      return decode(reply);
    },
    /** What was recorded so far, in short. */
    names: () => recorded.map(({ question, judgement: { action } }) => `${action} ${question.host}`),
    counts: () => ({
      queries: handler.queries,
      blocked: handler.blocked,
      malformed: handler.malformed,
      failed: handler.failed,
    }),
  };
}

const dataOf = ({ answers }: Packet) =>
  (answers ?? []).map((answer) => ('data' in answer ? answer.data : null));

t.test('each outcome goes out as its answer', async (t) => {
  const { ask, state, counts } = stand();
  hasFields(t, ask('a.example'), { rcode: 'NOERROR', answers: [], id: 4_711, type: 'response' });
  state.outcomeOf = () => ({ kind: 'absent', judgement: null });
  hasFields(t, ask('a.example'), { rcode: 'NXDOMAIN', answers: [] });
  state.outcomeOf = () => SHUT;
  t.strictSame(dataOf(ask('a.example')), ['0.0.0.0']);
  state.outcomeOf = () => ({ kind: 'failed', judgement: ALLOWED });
  hasFields(t, ask('a.example'), { rcode: 'SERVFAIL', answers: [] });
  const addresses = [Buffer.of(192, 0, 2, 1)];
  state.outcomeOf = () => ({ kind: 'addresses', judgement: ALLOWED, alias: null, addresses, ttlSeconds: 9 });
  t.strictSame(dataOf(ask('a.example')), ['192.0.2.1']);
  t.strictSame(counts(), { queries: 5, blocked: 1, malformed: 0, failed: 1 });
});

t.test('what an upstream answered goes out under the asker’s own id', async (t) => {
  const questions = [{ type: 'A', name: 'a.example' }] as const;
  const answers: readonly Answer[] = [{ type: 'A', name: 'a.example', ttl: 60, data: '192.0.2.7' }];
  const message = encode({ type: 'response', id: 1, questions: [...questions], answers: [...answers] });
  const answer = readAnswer(message, { questionEnd: 12 + 11 + 4, dnssecOk: false });
  if (answer === null) throw new Error('unreadable');
  const forwarded = { answer, ageSeconds: 10, isStale: false };
  const { ask } = stand(() => ({ kind: 'answer', judgement: ALLOWED, answer, forwarded }));
  hasFields(t, ask('a.example'), { id: 4_711, answers: [{ ttl: 50, data: '192.0.2.7' }] });
});

t.test(
  'what is no question gets nothing; what cannot be answered gets its code, and is not asked on',
  async (t) => {
    const never = (): never => t.fail('nobody is asked') as never;
    const { replies, counts, names } = stand(never);
    t.strictSame(replies(Buffer.alloc(3)), []);
    t.strictSame(counts(), { queries: 0, blocked: 0, malformed: 1, failed: 0 });
    const status = Buffer.from(encode(queryFor('a.example')));
    status[2] = 0x11;
    const [reply] = replies(status);
    hasFields(t, decode(reply ?? Buffer.alloc(12)), { rcode: 'NOTIMP', id: 4_711 });
    t.strictSame(counts(), { queries: 1, blocked: 0, malformed: 2, failed: 0 });
    t.strictSame(names(), []);
  },
);

t.test('a question that breaks something is told, and its asker does not wait', async (t) => {
  const { ask, errors } = stand(() => {
    throw new Error('broken');
  });
  hasFields(t, ask('a.example'), { rcode: 'SERVFAIL' });
  t.equal(errors.length, 1);
  t.match(JSON.stringify(errors), /broken/);
});

t.test('a name’s addresses of both kinds are one record, its other types none', async (t) => {
  const { ask, recorded, names } = stand();
  ask('a.example');
  ask('a.example', 'AAAA');
  ask('b.example', 'AAAA');
  ask('c.example', 'TXT');
  t.strictSame(names(), ['allow a.example', 'allow b.example']);
  t.strictSame(recorded[0], {
    question: { host: 'a.example', url: null, app: null, via: 'dns', uid: 65_534 },
    judgement: ALLOWED,
  });
});

t.test('it is recorded again after a second, and at once where the verdict is another', async (t) => {
  const { ask, clock, state, names } = stand();
  await clock.advance(5_000);
  ask('a.example');
  await clock.advance(999);
  ask('a.example');
  t.strictSame(names(), ['allow a.example']);
  state.outcomeOf = () => SHUT;
  ask('a.example');
  ask('a.example');
  t.strictSame(names(), ['allow a.example', 'block a.example']);
  await clock.advance(1);
  ask('a.example');
  t.strictSame(names(), ['allow a.example', 'block a.example', 'block a.example']);
  await clock.advance(999);
  ask('a.example');
  t.equal(names().length, 3, 'the second begins anew');
});

t.test('nobody learns who looked for help, whether it was opened or locked away', async (t) => {
  const { ask, state, names } = stand(() => ({
    kind: 'empty',
    judgement: judgement('allow', 'crisis_allow'),
  }));
  ask('a.example');
  state.outcomeOf = () => ({ kind: 'blocked', judgement: judgement('block', 'locked') });
  ask(HELP);
  t.strictSame(names(), []);
  ask('b.example');
  t.strictSame(names(), ['block b.example'], 'what a lock shuts besides is recorded');
  state.outcomeOf = () => ({ kind: 'blocked', judgement: judgement('block', 'block') });
  ask(HELP);
  t.equal(names().length, 2);
});

t.test('what nobody judged is not recorded', async (t) => {
  const { ask, names } = stand(() => ({ kind: 'empty', judgement: null }));
  ask('a.example');
  t.strictSame(names(), []);
});

t.test('so many names of one second are remembered that no flood of them fills the memory', async (t) => {
  const { ask, names } = stand();
  const first = Array.from({ length: 4_096 }, (_, at) => `n${at}.example`);
  for (const name of first) ask(name);
  t.equal(names().length, 4_096);
  ask('n0.example');
  t.equal(names().length, 4_097, 'then they are forgotten');
  ask('n0.example');
  t.equal(names().length, 4_097);
});

t.test('a look-up is of who asked, and of nobody where that cannot be told', (t) => {
  const { replies, recorded } = stand();
  let asked = 0;
  const ask = (name: string, uid: number | null) =>
    replies(encode(queryFor(name)), () => {
      asked += 1;
      return uid;
    });
  ask('a.example', 1_001);
  ask('a.example', 1_001);
  ask('b.example', null);
  replies(encode(queryFor('c.example')));
  t.strictSame(
    recorded.map(({ question: { host, uid } }) => [host, uid]),
    [
      ['a.example', 1_001],
      ['b.example', 65_534],
      ['c.example', 65_534],
    ],
    'not of the person at the screen, for whom a question without user id counts',
  );
  t.equal(asked, 2, 'nobody is looked for where nothing is recorded');
  t.end();
});
