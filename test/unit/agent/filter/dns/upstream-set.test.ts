import { encode } from 'dns-packet';
import t, { type Test } from 'tap';
import { TYPE } from '../../../../../agent/filter/dns/message.ts';
import { upstreamQuery } from '../../../../../agent/filter/dns/upstream-query.ts';
import { UpstreamSet } from '../../../../../agent/filter/dns/upstream-set.ts';
import { systemRandom } from '../../../../../kit/random.ts';
import { answerTo, type FakeUpstream, PLAIN_BEHAVIOUR, startUpstream } from '../../../../support/dns-lab.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { hasFields } from '../../../../support/has-fields.ts';
import { until } from '../../../../support/until.ts';

/** Nobody listens there. */
const DOH = 'https://doh.example:1/dns-query';
const SERVFAIL = 2;

async function upstreamOf(t: Test): Promise<FakeUpstream> {
  const upstream = await startUpstream();
  t.teardown(() => upstream.stop());
  return upstream;
}

/** Where a resolver was, and is no more. */
async function goneAddress(): Promise<string> {
  const gone = await startUpstream();
  await gone.stop();
  return gone.address;
}

function queryOf(name: string, dnssecOk = false) {
  const query = upstreamQuery({ name, type: TYPE.a, dnssecOk, checkingDisabled: false });
  if (query === null) throw new Error('it fits no message');
  return query;
}

function stand(t: Test, addresses: readonly string[]) {
  const clock = createFakeClock();
  const state = { addresses, generation: 0, own: '' };
  const set = new UpstreamSet({
    upstreams: () => state.addresses,
    clock,
    random: systemRandom,
    ca: [],
    place: { generation: () => state.generation },
    isOwn: (address, port) => `${address}:${port}` === state.own,
  });
  t.teardown(() => set.close());
  const never = (): never => t.fail('nobody is silent') as never;
  const ask = (name = 'wiki.example', scope: 'all' | 'plain' = 'all', dnssecOk = false) =>
    set.ask(queryOf(name, dnssecOk), scope, never);
  /** How many packets one question costs. */
  const cost = async (): Promise<number> => {
    const before = set.asked;
    await ask();
    // Whether one that failed is there is asked beside.
    await clock.advance(0);
    return set.asked - before;
  };
  return { set, clock, state, ask, cost };
}

const failing = (flags: number) => (_question: unknown, query: Parameters<typeof answerTo>[0]) =>
  answerTo(query, [], { flags });

t.test('the first that answers is taken; another than the first stands in for it', async (t) => {
  const [first, second] = [await upstreamOf(t), await upstreamOf(t)];
  const { set, ask } = stand(t, [first.address, second.address]);
  hasFields(t, await ask(), { isFallback: false, answer: { rcode: 0 } });
  t.equal(second.asked.length, 0);
  first.behave(failing(0x0183));
  hasFields(t, await ask(), { isFallback: false, answer: { rcode: 3 } }, 'a denial is an answer');
  first.behave(failing(0x0182));
  hasFields(t, await ask(), { isFallback: true, answer: { rcode: 0 } });
  t.equal(set.asked, 4);
});

t.test('where all fail the last error is the answer, and where none says a word there is none', async (t) => {
  const [first, gone] = [await upstreamOf(t), await goneAddress()];
  first.behave(failing(0x0182));
  hasFields(t, await stand(t, [first.address, gone]).ask(), {
    isFallback: false,
    answer: { rcode: SERVFAIL },
  });
  t.strictSame(await stand(t, [gone]).ask(), { answer: null, isFallback: false });
  t.strictSame(await stand(t, []).ask(), { answer: null, isFallback: false });
});

t.test('names that only the network knows are asked of its own resolver alone', async (t) => {
  const [first, second] = [await upstreamOf(t), await upstreamOf(t)];
  const { set, ask } = stand(t, [DOH, first.address, second.address]);
  t.equal(set.hasPlain(), true);
  hasFields(t, await ask('printer.lan', 'plain'), { isFallback: false, answer: { rcode: 0 } });
  t.strictSame([first.asked, second.asked], [['A printer.lan'], []]);
  first.behave(failing(0x0182));
  hasFields(t, await ask('printer.lan', 'plain'), { isFallback: true });
  const none = stand(t, [DOH]);
  t.equal(none.set.hasPlain(), false);
  t.strictSame(await none.ask('printer.lan', 'plain'), { answer: null, isFallback: false });
});

t.test(
  'one that is not there goes last for five seconds, then twice as long, a minute at most',
  async (t) => {
    const [gone, good] = [await goneAddress(), await upstreamOf(t)];
    const { clock, cost, state } = stand(t, [gone, good.address]);
    // Asked itself, asked whether it is there, and the good one.
    const tried = 3;
    for (const seconds of [5, 10, 20, 40, 60, 60]) {
      t.equal(await cost(), tried, `before ${seconds} s`);
      await clock.advance(seconds * 1_000 - 1);
      t.equal(await cost(), 1, 'the good one alone');
      await clock.advance(1);
    }
    await cost();
    state.generation += 1;
    await clock.advance(1);
    t.equal(await cost(), tried, 'in another place it is asked at once');
    await clock.advance(5_000);
    t.equal(await cost(), tried, 'and its faults before are forgotten');
  },
);

t.test('a list that changes keeps what is known of those that stay', async (t) => {
  const [gone, good] = [await goneAddress(), await upstreamOf(t)];
  const { cost, state, set } = stand(t, [gone, good.address]);
  await cost();
  state.addresses = [gone, good.address];
  t.equal(await cost(), 1, 'the one that is not there stays last');
  state.addresses = [good.address, good.address, 'no address'];
  good.behave(failing(0x0182));
  t.equal(await cost(), 1, 'one that stands there twice is asked once');
  state.own = good.address;
  state.addresses = [`127.0.0.1:${good.port}`];
  t.equal(await cost(), 1, 'still the same');
  state.addresses = [];
  await cost();
  state.addresses = [good.address];
  t.equal(await cost(), 0, 'we ourselves are not asked');
  t.equal(set.hasPlain(), false);
});

t.test('an upstream that refuses EDNS is asked without, unless DNSSEC is wanted', async (t) => {
  const upstream = await upstreamOf(t);
  const { ask } = stand(t, [upstream.address]);
  for (const flags of [0x0181, 0x0184]) {
    upstream.behave((question, query, via) =>
      (query.additionals?.length ?? 0) > 0
        ? answerTo(query, [], { flags })
        : PLAIN_BEHAVIOUR(question, query, via),
    );
    upstream.queries.length = 0;
    hasFields(t, await ask(), { answer: { rcode: 0 } });
    t.strictSame(
      upstream.queries.map(({ packet }) => packet.additionals?.length),
      [1, 0],
    );
    t.equal((await ask('signed.example', 'all', true)).answer, null);
    t.strictSame(
      upstream.queries.slice(2).map(({ packet }) => packet.additionals?.length),
      [1, 1],
    );
  }
});

t.test('an answer that was cut is fetched by TCP from the same', async (t) => {
  const upstream = await upstreamOf(t);
  upstream.behave((question, query, via) =>
    via === 'tcp' ? PLAIN_BEHAVIOUR(question, query, via) : answerTo(query, [], { flags: 0x0380 }),
  );
  const { set, ask } = stand(t, [upstream.address]);
  hasFields(t, await ask(), { answer: { rcode: 0, ttlOffsets: [Number] } });
  t.equal(set.asked, 2);
});

/** How often the DoH resolver's own address was looked for. */
const lookUps = ({ asked }: FakeUpstream): number => asked.filter((text) => text === 'A doh.example').length;
/** Longer than any fault is held against an upstream. */
const FORGIVEN_MS = 60_000;

async function bootstrapping(t: Test) {
  const plain = await upstreamOf(t);
  plain.behave(({ name, type }, query) =>
    type === 'A' ? answerTo(query, [{ type, name, ttl: 60, data: '127.0.0.1' }]) : answerTo(query, []),
  );
  return { plain, ...stand(t, [DOH, plain.address]) };
}

t.test('where a DoH resolver is is asked once in ten minutes', async (t) => {
  const { plain, clock, ask } = await bootstrapping(t);
  await ask();
  t.strictSame(
    [...plain.asked].sort(),
    ['A doh.example', 'A wiki.example', 'AAAA doh.example'],
    'in any order',
  );
  await clock.advance(599_999);
  await ask();
  t.equal(lookUps(plain), 1);
  await clock.advance(FORGIVEN_MS);
  await ask();
  t.equal(lookUps(plain), 2);
});

t.test('ten minutes are over when they are', async (t) => {
  const { plain, clock, ask } = await bootstrapping(t);
  await ask();
  await clock.advance(600_000);
  await ask();
  t.equal(lookUps(plain), 2);
});

t.test('what another network said of the DoH resolver’s address does not hold here', async (t) => {
  const { plain, state, ask } = await bootstrapping(t);
  await ask();
  state.generation = 1;
  await ask();
  t.equal(lookUps(plain), 2);
});

t.test('nobody is asked for the address of a DoH resolver whose address is given', async (t) => {
  const { plain, state, ask } = await bootstrapping(t);
  state.addresses = [`${DOH}#127.0.0.1`, plain.address];
  hasFields(t, await ask(), { isFallback: true, answer: { rcode: 0 } });
  t.equal(lookUps(plain), 0);
});

t.test('a DoH resolver that nobody finds is looked for again at the next question', async (t) => {
  const { plain, clock, ask } = await bootstrapping(t);
  plain.behave(failing(0x0183));
  await ask();
  const before = lookUps(plain);
  t.ok(before >= 1);
  await clock.advance(FORGIVEN_MS);
  await ask();
  t.ok(lookUps(plain) > before);
});

/** An upstream that says nothing of some names, before one that answers all. */
async function silence(t: Test, isSilent: (name: string) => boolean) {
  const [first, second] = [await upstreamOf(t), await upstreamOf(t)];
  const of = { silent: isSilent };
  first.behave((question, query, via) =>
    of.silent(question.name) ? null : PLAIN_BEHAVIOUR(question, query, via),
  );
  const { set, clock, state } = stand(t, [first.address, second.address]);
  const namesIn = ({ asked }: FakeUpstream) => asked.filter((text) => text.startsWith('A '));
  const pulses = () => first.asked.filter((text) => text === 'NS .').length;
  let silences = 0;
  const ask = (name: string, dnssecOk = false) =>
    set.ask(queryOf(name, dnssecOk), 'all', () => {
      silences += 1;
    });
  /** A question that the first lets its time pass for, twice. */
  const askInVain = async (name: string, dnssecOk = false) => {
    const before = namesIn(first).length;
    const answer = ask(name, dnssecOk);
    for (const attempt of [1, 2]) {
      await until(() => namesIn(first).length === before + attempt, { what: `question ${attempt}` });
      await clock.advance(1_500);
    }
    const given = await answer;
    await clock.advance(0);
    return given;
  };
  return { first, second, set, clock, state, of, namesIn, pulses, ask, askInVain, silences: () => silences };
}

t.test('one that is silent is asked twice, the second time without EDNS, and then the next', async (t) => {
  const { first, askInVain, silences } = await silence(t, (name) => name !== '.');
  hasFields(t, await askInVain('broken.example'), { isFallback: true, answer: { rcode: 0 } });
  t.equal(silences(), 2, 'who waits hears of each');
  const records = () =>
    first.queries.flatMap(({ packet }) =>
      packet.questions?.[0]?.type === 'A' ? [packet.additionals?.length] : [],
    );
  t.strictSame(records(), [1, 0]);
  await askInVain('signed.example', true);
  t.strictSame(records().slice(2), [1, 1], 'a validator cannot do without');
});

t.test('one that answers the second time has answered', async (t) => {
  const { first, second, clock, ask, namesIn, of, silences } = await silence(t, () => true);
  const answer = ask('wiki.example');
  await until(() => namesIn(first).length === 1, { what: 'the first question' });
  of.silent = () => false;
  await clock.advance(1_500);
  hasFields(t, await answer, { isFallback: false, answer: { rcode: 0 } });
  t.strictSame([silences(), second.asked], [1, []]);
});

t.test('one that has no answer for a name but answers others keeps its place', async (t) => {
  const { second, ask, askInVain, pulses } = await silence(t, (name) => name === 'broken.example');
  hasFields(t, await askInVain('broken.example'), { isFallback: true });
  t.equal(pulses(), 1, 'it is asked what every resolver knows');
  hasFields(t, await ask('wiki.example'), { isFallback: false });
  t.strictSame(second.asked, ['A broken.example']);
  await askInVain('broken.example');
  t.equal(pulses(), 2, 'each time anew');
});

t.test('questions that are silent together ask once whether it is there', async (t) => {
  const { first, ask, clock, namesIn, pulses } = await silence(t, (name) => name !== '.');
  const answers = [ask('one.example'), ask('two.example')];
  for (const count of [2, 4]) {
    await until(() => namesIn(first).length === count, { what: `${count} questions` });
    await clock.advance(1_500);
  }
  await Promise.all(answers);
  t.equal(pulses(), 1);
});

t.test('one that is silent to everything goes last, and first again when it has answered', async (t) => {
  const { first, second, clock, ask, askInVain, namesIn, of } = await silence(t, () => true);
  await askInVain('one.example');
  hasFields(t, await ask('two.example'), { isFallback: true });
  t.strictSame(namesIn(first), ['A one.example', 'A one.example']);
  await clock.advance(5_000);
  of.silent = () => false;
  hasFields(t, await ask('three.example'), { isFallback: false });
  await clock.advance(1);
  of.silent = () => true;
  await askInVain('four.example');
  await clock.advance(4_999);
  hasFields(t, await ask('five.example'), { isFallback: true });
  await clock.advance(1);
  of.silent = () => false;
  hasFields(t, await ask('six.example'), { isFallback: false }, 'its faults before are forgotten');
  t.strictSame(second.asked, ['A one.example', 'A two.example', 'A four.example', 'A five.example']);
});

t.test('one that answers something else meanwhile is there', async (t) => {
  const { first, second, clock, ask, askInVain, of, namesIn } = await silence(t, () => true);
  of.silent = (name) => name !== 'good.example';
  const before = namesIn(first).length;
  const vain = ask('broken.example');
  await until(() => namesIn(first).length === before + 1, { what: 'the first question' });
  await clock.advance(1_500);
  await ask('good.example');
  await until(() => namesIn(first).length === before + 3, { what: 'the second question' });
  await clock.advance(1_500);
  hasFields(t, await vain, { isFallback: true });
  await clock.advance(0);
  hasFields(t, await ask('good.example'), { isFallback: false });
  t.strictSame(second.asked, ['A broken.example']);
  await clock.advance(1);
  await askInVain('other.example');
  hasFields(
    t,
    await ask('good.example'),
    { isFallback: true },
    'what it said before the question is no sign',
  );
});

t.test('one that answers wrongly is passed over, and keeps its place', async (t) => {
  const [first, second] = [await upstreamOf(t), await upstreamOf(t)];
  const { ask, cost } = stand(t, [first.address, second.address]);
  first.behave(({ name }, query) =>
    encode(answerTo(query, [{ type: 'A', name, ttl: 60, data: '192.0.2.9' }])).subarray(0, -1),
  );
  hasFields(t, await ask(), { isFallback: true, answer: { rcode: 0 } });
  t.equal(await cost(), 2, 'it was asked again, and no more than that');
  first.behave(failing(0x0185));
  t.equal(await cost(), 2);
  t.equal(await cost(), 2);
  first.behave(PLAIN_BEHAVIOUR);
  hasFields(t, await ask(), { isFallback: false });
});

t.test('one that has too much under way is passed over, and nobody calls it silent', async (t) => {
  const { first, set, clock, ask, silences, namesIn } = await silence(t, () => true);
  const waiting = Array.from({ length: 4_096 }, () => ask('slow.example'));
  hasFields(t, await ask('wiki.example'), { isFallback: true, answer: { rcode: 0 } });
  await clock.advance(0);
  t.notOk(namesIn(first).includes('A wiki.example'));
  t.equal(silences(), 0);
  await set.close();
  await Promise.all(waiting);
});

t.test('closing ends what is under way; a question after it opens anew', async (t) => {
  const { first, set, ask, of, state, namesIn } = await silence(t, () => true);
  state.addresses = [first.address];
  const answer = ask('wiki.example');
  await until(() => namesIn(first).length === 1, { what: 'the question' });
  await set.close();
  t.strictSame(await answer, { answer: null, isFallback: false });
  of.silent = () => false;
  hasFields(t, await ask('wiki.example'), { answer: { rcode: 0 } });
});

t.test('one that is taken off the list is waited for no more', async (t) => {
  const { first, second, set, ask, state, namesIn } = await silence(t, () => true);
  state.addresses = [first.address];
  const answer = ask('wiki.example');
  await until(() => namesIn(first).length === 1, { what: 'the question' });
  state.addresses = [second.address];
  t.equal(set.hasPlain(), true);
  t.strictSame(await answer, { answer: null, isFallback: false });
});
