import { once } from 'node:events';
import { createSecureServer, type ServerHttp2Session } from 'node:http2';
import { connect, createServer, type Socket } from 'node:net';
import { decode, encode } from 'dns-packet';
import t, { type Test } from 'tap';
import { HttpsClient } from '../../../../../agent/filter/dns/https-client.ts';
import { answerTo } from '../../../../support/dns-lab.ts';
import { createFakeClock, type FakeClock } from '../../../../support/fake-clock.ts';
import { createTestIdentity } from '../../../../support/test-identity.ts';
import { until } from '../../../../support/until.ts';

/** A resolver that speaks HTTP/2 and nothing older, as the large public ones do. */
interface Http2Resolver {
  readonly url: string;
  readonly certificate: string;
  /** Names asked so far. */
  readonly asked: readonly string[];
  /** Connections so far. */
  connections(): number;
  /** Says good-bye to all connections (GOAWAY). */
  sayGoodBye(): Promise<void>;
  /** Resets all connections. */
  reset(): void;
  /** From now on nothing comes through the connections that are open, and nobody is told: a laptop that slept, a NAT that forgot. */
  cut(): void;
}

async function startHttp2Resolver(t: Test): Promise<Http2Resolver> {
  const identity = await createTestIdentity();
  const asked: string[] = [];
  const sessions = new Set<ServerHttp2Session>();
  const server = createSecureServer(identity, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const query = decode(Buffer.concat(chunks));
      const name = query.questions?.[0]?.name ?? '';
      asked.push(name);
      if (name === 'slow.example') return;
      response.setHeader('content-type', 'application/dns-message');
      response.end(encode(answerTo(query, [{ type: 'A', name, ttl: 60, data: '192.0.2.1' }])));
    });
  });
  server.on('session', (session) => {
    sessions.add(session);
    session.on('error', () => undefined);
    session.on('close', () => sessions.delete(session));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cables = new Set<{ readonly ends: readonly Socket[]; isCut: boolean }>();
  let connections = 0;
  const way = createServer((socket) => {
    connections += 1;
    const onward = connect(portOf(server.address()), '127.0.0.1');
    const cable = { ends: [socket, onward], isCut: false };
    cables.add(cable);
    for (const [from, to] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      from.on('data', (data) => {
        if (!cable.isCut) to.write(data);
      });
      from.on('error', () => to.destroy());
      from.on('close', () => {
        if (!cable.isCut) to.destroy();
      });
    }
  });
  way.listen(0, '127.0.0.1');
  await once(way, 'listening');
  t.teardown(async () => {
    for (const { ends } of cables) for (const end of ends) end.destroy();
    way.close();
    server.close();
    await Promise.all([once(way, 'close'), once(server, 'close')]);
  });
  return {
    url: `https://localhost:${portOf(way.address())}/dns-query`,
    certificate: String(identity.cert),
    asked,
    connections: () => connections,
    async sayGoodBye() {
      await Promise.all([...sessions].map((session) => new Promise<void>((done) => session.close(done))));
    },
    reset() {
      for (const { ends } of cables) ends[0]?.resetAndDestroy();
    },
    cut() {
      for (const cable of cables) cable.isCut = true;
    },
  };
}

function portOf(address: unknown): number {
  return typeof address === 'object' && address !== null && 'port' in address ? Number(address.port) : 0;
}

function clientOf(t: Test, resolver: Http2Resolver, clock: FakeClock = createFakeClock()): HttpsClient {
  const client = new HttpsClient({
    url: resolver.url,
    addresses: () => Promise.resolve(['127.0.0.1']),
    clock,
    ca: [resolver.certificate],
  });
  t.teardown(() => client.close());
  return client;
}

/** What came of a question for a name: its address, or why not. */
async function ask(client: HttpsClient, name: string): Promise<unknown> {
  const packet = encode({ type: 'query', id: 0, questions: [{ type: 'A', name }] });
  const answer = await client.ask(packet, packet.length);
  if (typeof answer === 'string') return answer;
  const [first] = decode(answer).answers ?? [];
  return first !== undefined && 'data' in first ? first.data : null;
}

t.test('many questions share connections of HTTP/2', async (t) => {
  const resolver = await startHttp2Resolver(t);
  const client = clientOf(t, resolver);
  const names = Array.from({ length: 100 }, (_, at) => `n${at}.example`);
  const answers = await Promise.all(names.map((name) => ask(client, name)));
  t.same(new Set(answers), new Set(['192.0.2.1']));
  t.same([...resolver.asked].sort(), names.sort());
  t.ok(resolver.connections() <= 4, `${resolver.connections()} connections`);
});

t.test('a resolver that says good-bye is connected to again', async (t) => {
  const resolver = await startHttp2Resolver(t);
  const client = clientOf(t, resolver);
  t.equal(await ask(client, 'a.example'), '192.0.2.1');
  await resolver.sayGoodBye();
  t.equal(await ask(client, 'b.example'), '192.0.2.1');
});

t.test('a reset connection costs no answer', async (t) => {
  const resolver = await startHttp2Resolver(t);
  const client = clientOf(t, resolver);
  for (const name of ['a.example', 'b.example', 'c.example']) {
    t.equal(await ask(client, name), '192.0.2.1', name);
    resolver.reset();
  }
});

t.test('a connection that is dead without a word costs one time-out, and no more', async (t) => {
  const resolver = await startHttp2Resolver(t);
  const clock = createFakeClock();
  const client = clientOf(t, resolver, clock);
  t.equal(await ask(client, 'a.example'), '192.0.2.1');
  resolver.cut();
  const lost = ask(client, 'b.example');
  await until(() => clock.pending() > 0, { what: 'the question to be under way' });
  await clock.advance(4_000);
  t.equal(await lost, 'timeout');
  t.equal(await ask(client, 'c.example'), '192.0.2.1');
});

t.test('a resolver that is slow for one name goes on answering others meanwhile', async (t) => {
  const resolver = await startHttp2Resolver(t);
  const clock = createFakeClock();
  const client = clientOf(t, resolver, clock);
  const slow = ask(client, 'slow.example');
  await until(() => resolver.asked.includes('slow.example'), { what: 'the slow question' });
  t.equal(await ask(client, 'a.example'), '192.0.2.1');
  const connections = resolver.connections();
  await clock.advance(4_000);
  t.equal(await slow, 'timeout');
  t.equal(await ask(client, 'b.example'), '192.0.2.1');
  t.equal(resolver.connections(), connections, 'by the same connections');
});
