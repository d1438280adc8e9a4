import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { setImmediate as turn } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { TYPE } from '../../../../../agent/filter/dns/message.ts';
import { UdpClient } from '../../../../../agent/filter/dns/udp-client.ts';
import { upstreamQuery } from '../../../../../agent/filter/dns/upstream-query.ts';
import type { Clock, Timer } from '../../../../../kit/clock.ts';
import type { Random } from '../../../../../kit/random.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { until } from '../../../../support/until.ts';

const FIRST_PORT = 49_152;
/** Numbers of ports that no system gives by chance, other ones for each process that runs this. */
const OWN_PORT = 12_000 + (process.pid % 4_000);
const HAS_IPV6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);

function questionFor(name: string) {
  const query = upstreamQuery({ name, type: TYPE.a, dnssecOk: false, checkingDisabled: false });
  if (query === null) throw new Error('it fits no message');
  return query;
}

/** Gives these 16-bit numbers in their order, and then others without end. */
function chance(...first: readonly number[]): Random {
  // Multiples of eight: by them one socket out of eight is picked each time.
  let next = 0;
  const number = (): number => first[next++] ?? (8 * next) & 0xffff;
  return {
    bytes(count) {
      const bytes = Buffer.alloc(count);
      for (let at = 0; at < count; at += 2) bytes.writeUInt16BE(number(), at);
      return bytes;
    },
    fraction: () => 0,
  };
}

interface Asked {
  readonly id: number;
  readonly packet: Buffer;
  readonly port: number;
  /** Sends bytes to the asker. */
  say(message: Buffer): void;
  /** Answers as a resolver does. */
  answer(): void;
}

/** The answer to a question, whose header says so. */
function answerTo(packet: Buffer): Buffer {
  const answer = Buffer.from(packet);
  answer[2] = 0x81;
  return answer;
}

/** A resolver on this computer that keeps silent until it is told to answer. */
async function upstream(t: Test, address = '127.0.0.1') {
  const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4');
  const asked: Asked[] = [];
  let answers = false;
  socket.on('message', (packet: Buffer, { port, address: from }: RemoteInfo) => {
    const say = (message: Buffer): void => socket.send(message, port, from);
    const question = { id: packet.readUInt16BE(0), packet, port, say, answer: () => say(answerTo(packet)) };
    asked.push(question);
    if (answers) question.answer();
  });
  socket.bind(0, address);
  await once(socket, 'listening');
  t.teardown(() => socket.close());
  return {
    address,
    port: socket.address().port,
    asked,
    socket,
    answer: () => {
      answers = true;
    },
    /** The question that came as the Nth, from 0. */
    nth: async (index: number): Promise<Asked> => {
      await until(() => asked.length > index, { what: `question ${index + 1}`, intervalMs: 1 });
      return asked[index] as Asked;
    },
  };
}

async function stand(t: Test, random: Random = chance()) {
  const clock = createFakeClock();
  const server = await upstream(t);
  const client = new UdpClient({ address: server.address, port: server.port, clock, random });
  t.teardown(() => client.close());
  const ask = (name = 'wiki.example') => {
    const { packet, questionEnd } = questionFor(name);
    return client.ask(packet, questionEnd);
  };
  return { clock, client, ask, ...server };
}

/** Whether a port can be bound: nobody else has it. */
async function isFree(port: number): Promise<boolean> {
  const socket: Socket = createSocket('udp4');
  return new Promise((resolve) => {
    socket.on('error', () => socket.close(() => resolve(false)));
    socket.bind({ port, exclusive: true }, () => socket.close(() => resolve(true)));
  });
}

t.test('a question goes out by an id and a port of chance, and its answer comes back', async (t) => {
  const { ask, nth } = await stand(t, chance(0, OWN_PORT, 0xabcd));
  const answer = ask();
  const asked = await nth(0);
  t.equal(asked.id, 0xabcd);
  t.equal(asked.port, FIRST_PORT + OWN_PORT, 'one for private use');
  t.strictSame(asked.packet.subarray(2), questionFor('wiki.example').packet.subarray(2));
  asked.answer();
  t.strictSame(await answer, answerTo(asked.packet));
});

t.test('what does not match the id and the question is as if it had not come', async (t) => {
  const { ask, nth, clock } = await stand(t);
  let isSettled = false;
  const answer = ask().finally(() => {
    isSettled = true;
  });
  const { packet, say } = await nth(0);
  const sound = answerTo(packet);
  const forged = (change: (message: Buffer) => void): Buffer => {
    const message = Buffer.from(sound);
    change(message);
    return message;
  };
  say(forged((message) => message.writeUInt16BE(message.readUInt16BE(0) ^ 1, 0)));
  say(forged((message) => message.writeUInt8(0x61, 14)));
  say(packet);
  say(sound.subarray(0, 5));
  // Another question after them arrives after them.
  const next = ask('next.example');
  (await nth(1)).answer();
  await next;
  await clock.advance(1_499);
  t.equal(isSettled, false);
  say(sound);
  t.strictSame(await answer, sound);
});

t.test('a second and a half is waited for an answer, and one that comes later is nobody’s', async (t) => {
  const { ask, nth, clock } = await stand(t);
  const results: unknown[] = [];
  const late = ask().then((result) => results.push(result));
  const asked = await nth(0);
  await clock.advance(1_499);
  t.strictSame(results, []);
  await clock.advance(1);
  await late;
  t.strictSame(results, ['timeout']);
  t.equal(clock.pending(), 0);
  asked.answer();
  const next = ask('next.example');
  const other = await nth(1);
  other.answer();
  t.strictSame(await next, answerTo(other.packet));
  t.equal(clock.pending(), 1, 'one timer of the queue at most');
  await clock.advance(1_500);
  t.equal(clock.pending(), 0);
});

t.test('questions that are under way together have ids of their own', async (t) => {
  const { ask, nth } = await stand(t, chance(0, OWN_PORT, 40, 0, 40, 40, 48));
  const answers = [ask('one.example'), ask('two.example')];
  const [one, two] = [await nth(0), await nth(1)];
  t.strictSame([one.id, two.id], [40, 48]);
  two.answer();
  one.answer();
  t.strictSame(await Promise.all(answers), [answerTo(one.packet), answerTo(two.packet)]);
});

t.test('a port serves 256 questions, each with the next number of chance for its id', async (t) => {
  const { ask, answer, asked } = await stand(t);
  answer();
  for (let count = 0; count < 300; count++) await ask();
  const ports = asked.map(({ port }) => port);
  t.equal(new Set(ports.slice(0, 256)).size, 1);
  t.equal(new Set(ports.slice(256)).size, 1);
  t.not(ports[255], ports[256]);
  // Of each port the first question takes a number for the port, too.
  const ids = Array.from({ length: 300 }, (_, index) => 8 * (2 * index + (index < 256 ? 3 : 4)));
  t.strictSame(
    asked.map(({ id }) => id),
    ids,
  );
});

t.test('a port serves ten seconds, and is given back when its last question is over', async (t) => {
  const { ask, nth, clock } = await stand(t);
  const ask10 = ask();
  const first = await nth(0);
  first.answer();
  await ask10;
  await clock.advance(9_999);
  const second = ask();
  t.equal((await nth(1)).port, first.port);
  await clock.advance(1);
  const third = ask();
  const other = await nth(2);
  t.not(other.port, first.port);
  t.equal(await isFree(first.port), false, 'a question still waits there');
  (await nth(1)).answer();
  t.type(await second, Buffer);
  await until(() => isFree(first.port), { what: 'the port to be given back' });
  t.equal(await isFree(other.port), false);
  other.answer();
  await third;
  await clock.advance(10_000);
  const fourth = ask();
  (await nth(3)).answer();
  await fourth;
  await until(() => isFree(other.port), { what: 'a port without questions to be given back' });
});

t.test('questions go through eight ports by chance', async (t) => {
  let number = 0;
  const random: Random = {
    ...chance(),
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => (number = (number * 5 + 113) & 0xff))),
  };
  const { ask, answer, asked } = await stand(t, random);
  answer();
  for (let count = 0; count < 60; count++) await ask();
  const ports = new Set(asked.map(({ port }) => port)).size;
  t.ok(ports > 2 && ports <= 8, `${ports} ports`);
});

t.test('where the port is taken, another serves', async (t) => {
  const taken = createSocket('udp4');
  const at = FIRST_PORT + OWN_PORT + 1;
  // Another program may have it already; that is as good.
  await new Promise<void>((resolve) => {
    taken.on('error', () => resolve());
    taken.bind({ port: at, exclusive: true }, () => resolve());
  });
  t.teardown(() => taken.close());
  const { ask, nth } = await stand(t, chance(0, OWN_PORT + 1, 40));
  const answer = ask();
  const asked = await nth(0);
  t.not(asked.port, at);
  asked.answer();
  t.type(await answer, Buffer);
});

t.test('where nobody is, all questions are told, and the port is given back', async (t) => {
  const { ask, nth, clock, socket } = await stand(t);
  // The client's ports keep no program alive; this one does.
  await upstream(t);
  const waiting = ask();
  const first = await nth(0);
  await new Promise<void>((resolve) => socket.close(() => resolve()));
  t.strictSame(await Promise.all([waiting, ask(), ask()]), ['unreachable', 'unreachable', 'unreachable']);
  t.equal(clock.pending(), 1);
  await until(() => isFree(first.port), { what: 'the port to be given back' });
  t.equal(await ask(), 'unreachable');
  // The server of this stand is closed by now.
  socket.close = () => socket;
});

t.test('what cannot be sent is unreachable', async (t) => {
  const { client } = await stand(t);
  t.equal(await client.ask(Buffer.alloc(66_000), 20), 'unreachable');
});

t.test('a question whose time is over before there is a port is not sent', async (t) => {
  const server = await upstream(t);
  let now = 0;
  const timers: (() => void)[] = [];
  const timer: Timer = { cancel: () => undefined, unref: () => timer };
  const clock: Clock = {
    now: () => now,
    monotonic: () => now,
    setTimeout(callback) {
      timers.push(callback);
      return timer;
    },
  };
  const client = new UdpClient({ address: server.address, port: server.port, clock, random: chance() });
  t.teardown(() => client.close());
  const early = questionFor('early.example');
  const over = client.ask(early.packet, early.questionEnd);
  now = 1_500;
  timers.shift()?.();
  t.equal(await over, 'timeout');
  const later = questionFor('later.example');
  const answer = client.ask(later.packet, later.questionEnd);
  const asked = await server.nth(0);
  t.strictSame(asked.packet.subarray(2), later.packet.subarray(2));
  asked.answer();
  await answer;
  t.equal(server.asked.length, 1);
});

t.test('no more than some thousand questions are under way at once', async (t) => {
  const { ask, clock } = await stand(t);
  const waiting = Array.from({ length: 4_096 }, () => ask());
  t.equal(await ask(), 'busy');
  await clock.advance(1_500);
  t.strictSame(new Set(await Promise.all(waiting)), new Set(['timeout']));
  let isOver = false;
  const next = ask().finally(() => {
    isOver = true;
  });
  await turn();
  t.equal(isOver, false, 'there is room again');
  await clock.advance(1_500);
  t.equal(await next, 'timeout');
});

t.test('closing ends what is under way, and nothing begins any more', async (t) => {
  const { ask, nth, client, clock, asked } = await stand(t);
  const first = ask();
  const { port } = await nth(0);
  await clock.advance(1_000);
  const waiting = [first, ask('two.example')];
  await nth(1);
  await client.close();
  t.strictSame(await Promise.all(waiting), ['unreachable', 'unreachable']);
  await until(() => isFree(port), { what: 'the port to be given back' });
  t.equal(await ask(), 'unreachable');
  await client.close();
  t.equal(asked.length, 2);
});

t.test('so it does for ports that are no more in use but for what waits there', async (t) => {
  const { ask, nth, client } = await stand(t);
  for (let count = 0; count < 255; count++) {
    const answered = ask();
    (await nth(count)).answer();
    await answered;
  }
  const waiting = [ask(), ask()];
  const [first, last] = [await nth(255), await nth(256)];
  t.not(first.port, last.port);
  await client.close();
  t.strictSame(await Promise.all(waiting), ['unreachable', 'unreachable']);
  await until(() => isFree(first.port), { what: 'the first port to be given back' });
});

t.test('closing before there is a port asks nobody', async (t) => {
  const { ask, client, asked } = await stand(t);
  const waiting = ask();
  await client.close();
  t.equal(await waiting, 'unreachable');
  for (let turns = 0; turns < 5; turns++) await turn();
  t.strictSame(asked, []);
});

t.test('an idle port keeps no program alive', async (t) => {
  const { ask, nth, socket } = await stand(t);
  const answer = ask();
  (await nth(0)).answer();
  await answer;
  socket.unref();
  t.notOk(process.getActiveResourcesInfo().includes('UDPWrap'));
  socket.ref();
});

t.test('an upstream may have an address of IPv6', { skip: !HAS_IPV6 && 'no IPv6 here' }, async (t) => {
  const server = await upstream(t, '::1');
  const clock = createFakeClock();
  const client = new UdpClient({ address: '::1', port: server.port, clock, random: chance() });
  t.teardown(() => client.close());
  const { packet, questionEnd } = questionFor('wiki.example');
  const answer = client.ask(packet, questionEnd);
  (await server.nth(0)).answer();
  t.type(await answer, Buffer);
});
