import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:https';
import { decode, encode, type Packet } from 'dns-packet';
import t, { type Test } from 'tap';
import type { FilterSettings } from '../../../../../contracts/policy/settings.ts';
import {
  answerTo,
  askUdp,
  createFakeJudge,
  type DnsLab,
  type FakeUpstream,
  PLAIN_BEHAVIOUR,
  queryFor,
  sendUdp,
  startDnsLab,
  startUpstream,
} from '../../../../support/dns-lab.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { createTestIdentity } from '../../../../support/test-identity.ts';
import { until } from '../../../../support/until.ts';

async function upstreamOf(t: Test): Promise<FakeUpstream> {
  const upstream = await startUpstream();
  t.teardown(() => upstream.stop());
  return upstream;
}

async function labOver(
  t: Test,
  upstreams: readonly string[],
  more: Parameters<typeof startDnsLab>[0] = {},
): Promise<DnsLab> {
  const lab = await startDnsLab({ upstreams: () => upstreams, ...more });
  t.teardown(() => lab.resolver.stop());
  return lab;
}

function dataOf(reply: { readonly answers?: readonly object[] | undefined }): readonly unknown[] {
  return (reply.answers ?? []).map((answer) => ('data' in answer ? answer.data : null));
}

function rcodeOf(reply: object): unknown {
  return 'rcode' in reply ? reply.rcode : null;
}

function giving(data: string) {
  return ({ name }: { readonly name: string }, query: Packet): Packet =>
    answerTo(query, [{ type: 'A', name, ttl: 60, data }]);
}

t.test(
  'a name of the school’s own is asked of its own resolver alone, and may have a private address',
  async (t) => {
    const [common, inner, lab] = [await upstreamOf(t), await upstreamOf(t), await upstreamOf(t)];
    inner.behave(giving('10.20.0.80'));
    lab.behave(giving('10.30.0.80'));
    common.behave(giving('10.66.6.6'));
    const judge = createFakeJudge(['blocked.school.example']);
    const set = (internalNames: FilterSettings['internalNames']): void => {
      judge.options.settings = { ...judge.options.settings, internalNames };
    };
    set([
      { domain: 'school.example', resolvers: [inner.address] },
      { domain: 'Lab.School.Example', resolvers: [lab.address] },
    ]);
    const { port } = await labOver(t, [common.address], { judge });
    const asked = async (name: string): Promise<unknown> => dataOf(await askUdp(port, queryFor(name)))[0];
    t.equal(await asked('intranet.school.example'), '10.20.0.80');
    t.equal(await asked('school.example'), '10.20.0.80');
    t.equal(await asked('pc.lab.school.example'), '10.30.0.80', 'the nearest entry');
    t.equal(await asked('blocked.school.example'), '0.0.0.0', 'policy comes first');
    t.equal(await asked('notschool.example'), undefined, 'elsewhere a private address is none');
    t.same(common.asked, ['A notschool.example']);
    set([]);
    t.equal(await asked('other.school.example'), undefined);
    inner.behave(() => null);
    set([{ domain: 'school.example', resolvers: ['nonsense'] }]);
    t.equal(
      rcodeOf(await askUdp(port, queryFor('third.school.example'))),
      'SERVFAIL',
      'nobody else is asked',
    );
    t.same(common.asked, ['A notschool.example', 'A other.school.example']);
  },
);

t.test(
  'an upstream that is silent to everything is asked twice, 1.5 s each, then the next; afterwards the next goes first',
  async (t) => {
    const [silent, good] = [await upstreamOf(t), await upstreamOf(t)];
    silent.behave(() => null);
    // Beside them it is asked whether it is there at all.
    const names = (): readonly string[] => silent.asked.filter((question) => question.startsWith('A '));
    const clock = createFakeClock();
    const { port } = await labOver(t, [silent.address, good.address], { clock });
    const answer = askUdp(port, queryFor('open.example'));
    await until(() => names().length === 1, { what: 'the first question' });
    await clock.advance(1_400);
    t.equal(names().length, 1, 'not before its time');
    await clock.advance(100);
    await until(() => names().length === 2, { what: 'the second question' });
    t.equal(good.asked.length, 0);
    await clock.advance(1_500);
    t.same(dataOf(await answer), ['192.0.2.1']);
    t.same(dataOf(await askUdp(port, queryFor('other.example'))), ['192.0.2.1']);
    t.equal(names().length, 2, 'who is silent is not waited for again at once');
    await clock.advance(5_000);
    silent.behave(PLAIN_BEHAVIOUR);
    await askUdp(port, queryFor('third.example'));
    t.equal(names().length, 3, 'and gets another chance');
  },
);

t.test('an upstream that is not there, or fails, is passed over at once', async (t) => {
  const [failing, good] = [await upstreamOf(t), await upstreamOf(t)];
  const gone = await startUpstream();
  await gone.stop();
  for (const flags of [0x0182, 0x0185]) {
    failing.behave((_question, query) => answerTo(query, [], { flags }));
    const upstreams = [gone.address, 'no address', failing.address, good.address];
    const { port } = await labOver(t, upstreams, { clock: createFakeClock() });
    t.same(dataOf(await askUdp(port, queryFor('open.example'))), ['192.0.2.1']);
  }
  const { port, resolver } = await labOver(t, [failing.address]);
  t.equal(rcodeOf(await askUdp(port, queryFor('open.example'))), 'SERVFAIL');
  t.equal(resolver.stats().failed, 1);
  const none = await labOver(t, []);
  t.equal(rcodeOf(await askUdp(none.port, queryFor('open.example'))), 'SERVFAIL', 'without any upstream');
});

t.test(
  'forged answers change nothing: wrong id, wrong question, wrong source, no answer at all',
  async (t) => {
    const upstream = await upstreamOf(t);
    upstream.behave(() => null);
    const { port } = await labOver(t, [upstream.address], { clock: createFakeClock() });
    const answer = askUdp(port, queryFor('bank.example'));
    await until(() => upstream.queries.length === 1, { what: 'the question' });
    const asked = upstream.queries[0];
    if (asked === undefined) throw new Error('nothing was asked');
    const evil = (packet: Packet, more: Partial<Packet> = {}): Buffer =>
      encode({ ...giving('203.0.113.66')({ name: 'bank.example' }, packet), ...more });
    const forger = createSocket('udp4');
    t.teardown(() => forger.close());
    forger.send(evil(asked.packet), asked.port, '127.0.0.1');
    upstream.push(evil({ ...asked.packet, id: ((asked.packet.id ?? 0) + 1) & 0xffff }));
    upstream.push(evil(asked.packet, { questions: [{ type: 'A', name: 'other.example' }] }));
    upstream.push(evil(asked.packet, { questions: [{ type: 'AAAA', name: 'bank.example' }] }));
    upstream.push(evil(asked.packet, { questions: [] }));
    upstream.push(encode(asked.packet));
    upstream.push(Buffer.from('00', 'hex'));
    upstream.push(
      encode(PLAIN_BEHAVIOUR({ type: 'A', name: 'BANK.example' }, asked.packet, 'udp') as Packet),
    );
    t.same(dataOf(await answer), ['192.0.2.1']);
    t.same(dataOf(await askUdp(port, queryFor('bank.example'))), ['192.0.2.1'], 'nor is it in the cache');
  },
);

t.test('ids and ports are not to be guessed', async (t) => {
  const upstream = await upstreamOf(t);
  const { port } = await labOver(t, [upstream.address]);
  for (let number = 0; number < 200; number++) await askUdp(port, queryFor(`n${number}.example`));
  const ids = upstream.queries.map(({ packet }) => packet.id ?? 0);
  t.ok(new Set(ids).size > 190, `${new Set(ids).size} ids`);
  t.ok(new Set(upstream.queries.map((query) => query.port)).size >= 6, 'many ports');
  const steps = new Set(ids.slice(1).map((id, index) => id - (ids[index] ?? 0)));
  t.ok(steps.size > 150, 'without order');
});

t.test('an answer that was cut is fetched by TCP; an upstream without EDNS is asked without', async (t) => {
  const upstream = await upstreamOf(t);
  upstream.behave((question, query, via) =>
    via === 'tcp' ? giving('192.0.2.77')(question, query) : answerTo(query, [], { flags: 0x0380 }),
  );
  const { port } = await labOver(t, [upstream.address]);
  t.same(dataOf(await askUdp(port, queryFor('big.example'))), ['192.0.2.77']);
  t.same(
    upstream.queries.map(({ via }) => via),
    ['udp', 'tcp'],
  );
  upstream.behave((question, query) =>
    (query.additionals?.length ?? 0) > 0
      ? answerTo(query, [], { flags: 0x0181 })
      : giving('192.0.2.78')(question, query),
  );
  t.same(dataOf(await askUdp(port, queryFor('old.example'))), ['192.0.2.78']);
});

t.test('equal questions at once are asked once', async (t) => {
  const upstream = await upstreamOf(t);
  upstream.behave(() => null);
  const clock = createFakeClock();
  const { port, resolver } = await labOver(t, [upstream.address], { clock });
  const answers = Array.from({ length: 20 }, (_, id) => askUdp(port, queryFor('same.example', 'A', { id })));
  await until(() => resolver.stats().queries === 20, { what: 'all questions' });
  await until(() => upstream.asked.length > 0, { what: 'the question to the upstream' });
  t.same(upstream.asked, ['A same.example']);
  upstream.behave(PLAIN_BEHAVIOUR);
  await clock.advance(1_500);
  for (const [id, answer] of (await Promise.all(answers)).entries())
    t.same([answer.id, dataOf(answer)], [id, ['192.0.2.1']]);
  t.same(
    upstream.asked.filter((question) => question !== 'NS .'),
    ['A same.example', 'A same.example'],
    'and once more after the time-out',
  );
});

t.test(
  'when all upstreams fail, an answer serves up to an hour behind its time, with a TTL of 30',
  async (t) => {
    const upstream = await upstreamOf(t);
    const clock = createFakeClock();
    const { port, resolver } = await labOver(t, [upstream.address], { clock });
    t.same(dataOf(await askUdp(port, queryFor('open.example'))), ['192.0.2.1']);
    upstream.behave((_question, query) => answerTo(query, [], { flags: 0x0182 }));
    await clock.advance(301_000);
    const stale = await askUdp(port, queryFor('open.example'));
    t.same(
      stale.answers?.map((answer) =>
        'data' in answer && 'ttl' in answer ? [answer.data, answer.ttl] : null,
      ),
      [['192.0.2.1', 30]],
    );
    t.equal(resolver.stats().staleAnswers, 1);
    await clock.advance(3_600_000);
    t.equal(rcodeOf(await askUdp(port, queryFor('open.example'))), 'SERVFAIL', 'after an hour no more');
  },
);

t.test(
  'while an upstream is silent, an old answer is given after its first time-out, and a new one is fetched',
  async (t) => {
    const upstream = await upstreamOf(t);
    const clock = createFakeClock();
    const { port } = await labOver(t, [upstream.address], { clock });
    await askUdp(port, queryFor('open.example'));
    await clock.advance(301_000);
    upstream.behave(() => null);
    const asking = askUdp(port, queryFor('open.example'));
    await until(() => upstream.asked.length === 2, { what: 'the question' });
    upstream.behave(giving('192.0.2.2'));
    await clock.advance(1_500);
    t.same(dataOf(await asking), ['192.0.2.1']);
    const names = (): readonly string[] => upstream.asked.filter((question) => question !== 'NS .');
    await until(() => names().length === 3, { what: 'the second attempt' });
    await until(async () => dataOf(await askUdp(port, queryFor('open.example')))[0] === '192.0.2.2', {
      what: 'the new answer',
    });
  },
);

t.test('an upstream that is this resolver itself is never asked', async (t) => {
  const upstreams: string[] = [];
  const lab = await labOver(t, upstreams);
  const own = [`127.0.0.1:${lab.port}`, `[::1]:${lab.port}`];
  const looping = await startDnsLab({ upstreams: () => own, port: 0 });
  await looping.resolver.stop();
  const self = await startDnsLab({
    upstreams: () => [`127.0.0.1:${looping.port}`, `[::1]:${looping.port}`],
    port: looping.port,
  });
  t.teardown(() => self.resolver.stop());
  t.equal(rcodeOf(await askUdp(self.port, queryFor('open.example'))), 'SERVFAIL');
  t.equal(self.resolver.stats().upstreamQueries, 0);
});

t.test(
  'a query that comes back through another resolver waits for itself once, and makes no storm',
  async (t) => {
    const upstream = await upstreamOf(t);
    const good = await upstreamOf(t);
    const clock = createFakeClock();
    const { port } = await labOver(t, [upstream.address, good.address], { clock });
    let returned = 0;
    upstream.behave(({ name }, query) => {
      if (name !== 'loop.example') return null;
      returned += 1;
      void sendUdp(port, encode(query), 100);
      return null;
    });
    const answer = askUdp(port, queryFor('loop.example'));
    await until(() => returned === 1, { what: 'the question to come back' });
    await clock.advance(1_500);
    await until(() => returned === 2, { what: 'the second attempt' });
    await clock.advance(1_500);
    t.same(dataOf(await answer), ['192.0.2.1'], 'the next upstream answers');
    t.equal(returned, 2);
  },
);

t.test(
  'a DoH upstream is found through the plain one, its certificate is checked, and it answers',
  async (t) => {
    const identity = await createTestIdentity();
    const plain = await upstreamOf(t);
    const bodies: Buffer[] = [];
    const server = createServer(identity, (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const query = Buffer.concat(chunks);
        bodies.push(query);
        response.setHeader('content-type', 'application/dns-message');
        response.end(encode(giving('192.0.2.53')({ name: 'open.example' }, decode(query))));
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.teardown(() => {
      server.closeAllConnections();
      server.close();
    });
    const address = server.address();
    const serverPort = typeof address === 'object' && address !== null ? address.port : 0;
    plain.behave(giving('127.0.0.1'));
    const url = `https://localhost:${serverPort}/dns-query`;
    const trusting = await labOver(t, [url, plain.address], { ca: [String(identity.cert)] });
    t.same(dataOf(await askUdp(trusting.port, queryFor('open.example'))), ['192.0.2.53']);
    t.same(plain.asked, ['A localhost', 'AAAA localhost']);
    t.equal(bodies[0]?.readUInt16BE(0), 0, 'the id is 0, for caches (RFC 8484 section 4.1)');
    plain.behave(PLAIN_BEHAVIOUR);
    const given = await labOver(t, [`${url}#127.0.0.1`], { ca: [String(identity.cert)] });
    t.same(dataOf(await askUdp(given.port, queryFor('open.example'))), ['192.0.2.53'], 'by a given address');
    const wary = await labOver(t, [`${url}#127.0.0.1`, plain.address]);
    t.same(
      dataOf(await askUdp(wary.port, queryFor('open.example'))),
      ['192.0.2.1'],
      'a wrong certificate is no resolver',
    );
  },
);
