import type { Packet } from 'dns-packet';
import t, { type Test } from 'tap';
import {
  answerTo,
  askUdp,
  type Behaviour,
  type FakeUpstream,
  PLAIN_BEHAVIOUR,
  queryFor,
  startDnsLab,
  startUpstream,
} from '../../../../support/dns-lab.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { until } from '../../../../support/until.ts';

const DAY_SECONDS = 86_400;
const PORTAL = '203.0.113.66';
const SITE = '192.0.2.1';

const forged: Behaviour = ({ name, type }, query) =>
  answerTo(query, type === 'A' ? [{ type: 'A', name, ttl: DAY_SECONDS, data: PORTAL }] : []);

async function setUp(t: Test, count: number) {
  const upstreams: FakeUpstream[] = [];
  for (let index = 0; index < count; index++) upstreams.push(await startUpstream());
  const clock = createFakeClock();
  const network = { epoch: 0, proven: true, portal: false };
  let addresses: readonly string[] = upstreams.map(({ address }) => address);
  const lab = await startDnsLab({ upstreams: () => addresses, network: () => ({ ...network }), clock });
  t.teardown(async () => {
    await lab.resolver.stop();
    for (const upstream of upstreams) await upstream.stop();
  });
  const [first, second = first] = upstreams;
  if (first === undefined || second === undefined) throw new Error('no upstream');
  const ask = async (name: string): Promise<readonly unknown[]> =>
    dataOf(await askUdp(lab.port, queryFor(name)));
  const choose = (next: readonly FakeUpstream[]): void => {
    addresses = next.map(({ address }) => address);
  };
  return { lab, first, second, clock, network, ask, choose };
}

function dataOf({ answers }: Packet): readonly unknown[] {
  return (answers ?? []).map((answer) => ('data' in answer ? answer.data : null));
}

const namesAt = ({ asked }: FakeUpstream): readonly string[] =>
  asked.filter((question) => question.startsWith('A '));

t.test('what a portal answered for a day is gone when the network is another, or known better', async (t) => {
  const { first, network, ask } = await setUp(t, 1);
  first.behave(forged);
  network.proven = false;
  t.same(await ask('bank.example'), [PORTAL]);
  first.behave(PLAIN_BEHAVIOUR);
  t.same(await ask('bank.example'), [PORTAL], 'from the cache');
  Object.assign(network, { epoch: 1, proven: true });
  t.same(await ask('bank.example'), [SITE]);
});

t.test('nor does a portal’s answer serve as an old one when the next network is silent', async (t) => {
  const { first, network, ask, lab } = await setUp(t, 1);
  first.behave(forged);
  await ask('bank.example');
  network.epoch = 1;
  first.behave((_question, query) => answerTo(query, [], { flags: 0x0182 }));
  t.same(await ask('bank.example'), []);
  t.equal(lab.resolver.stats().staleAnswers, 0);
});

t.test('an answer that was under way when the network changed is not kept', async (t) => {
  const { first, clock, network, ask } = await setUp(t, 1);
  first.behave(() => null);
  const asking = ask('bank.example');
  await until(() => first.asked.length === 1, { what: 'the question' });
  network.epoch = 1;
  first.behave(forged);
  await clock.advance(1_500);
  t.same(await asking, [PORTAL], 'who asked there gets it');
  first.behave(PLAIN_BEHAVIOUR);
  t.same(await ask('bank.example'), [SITE]);
});

t.test('answers hold only while the same resolvers are asked in the same order', async (t) => {
  const { first, second, ask, choose } = await setUp(t, 2);
  first.behave(forged);
  t.same(await ask('bank.example'), [PORTAL]);
  choose([second, first]);
  t.same(await ask('bank.example'), [SITE]);
  choose([second, first]);
  t.same(await ask('bank.example'), [SITE]);
  t.equal(namesAt(second).length, 1, 'the same list anew empties nothing');
});

t.test('one name that fails moves no other name to the next resolver', async (t) => {
  const { first, second, ask } = await setUp(t, 2);
  first.behave((question, query, via) =>
    question.name === 'broken.example'
      ? answerTo(query, [], { flags: 0x0182 })
      : PLAIN_BEHAVIOUR(question, query, via),
  );
  for (let index = 0; index < 5; index++) await ask(`ok${index}.example`);
  await ask('broken.example');
  for (let index = 5; index < 10; index++) await ask(`ok${index}.example`);
  t.equal(first.asked.filter((question) => question.startsWith('A ok')).length, 10);
  t.same(second.asked, ['A broken.example'], 'the next is asked for that one alone');
});

t.test('nor does one name to which the resolver is silent, for it answers whether it is there', async (t) => {
  const { first, second, clock, ask } = await setUp(t, 2);
  first.behave((question, query, via) =>
    question.name === 'hole.example' ? null : PLAIN_BEHAVIOUR(question, query, via),
  );
  const asking = ask('hole.example');
  await until(() => namesAt(first).length === 1, { what: 'the question' });
  await clock.advance(1_500);
  await until(() => namesAt(first).length === 2, { what: 'the second question' });
  await until(() => first.asked.includes('NS .'), { what: 'the question whether it is there' });
  await clock.advance(1_500);
  t.same(await asking, [SITE]);
  await ask('open.example');
  t.same(second.asked, ['A hole.example']);
});

t.test('what another resolver than the first said is kept for a minute', async (t) => {
  const { first, second, clock, ask } = await setUp(t, 2);
  first.behave((_question, query) => answerTo(query, [], { flags: 0x0182 }));
  second.behave(forged);
  t.same(await ask('school.example'), [PORTAL]);
  first.behave(PLAIN_BEHAVIOUR);
  await clock.advance(59_000);
  t.same(await ask('school.example'), [PORTAL]);
  await clock.advance(2_000);
  t.same(await ask('school.example'), [SITE]);
});

t.test('an address that a portal gave out is known as given out only while the portal stands', async (t) => {
  const { first, lab, network, clock, ask } = await setUp(t, 1);
  await ask('bank.example');
  await clock.advance(61_000);
  network.proven = false;
  network.epoch = 1;
  first.behave(forged);
  await ask('bank.example');
  t.equal(lab.resolver.gaveOut('bank.example', PORTAL), true);
  Object.assign(network, { epoch: 2, proven: true, portal: true });
  t.equal(lab.resolver.gaveOut('bank.example', PORTAL), false);
  t.equal(lab.resolver.gaveOut('bank.example', SITE), true, 'what the network before gave out stays');
});

t.test('what an honest network gave out before that was known counts for good', async (t) => {
  const { lab, network, clock, ask } = await setUp(t, 1);
  await clock.advance(61_000);
  network.proven = false;
  await ask('library.example');
  Object.assign(network, { epoch: 1, proven: true });
  t.equal(lab.resolver.gaveOut('library.example', SITE), true);
});
