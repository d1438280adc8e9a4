import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import t, { type Test } from 'tap';
import { TYPE } from '../../../../../agent/filter/dns/message.ts';
import { UdpClient } from '../../../../../agent/filter/dns/udp-client.ts';
import { upstreamQuery } from '../../../../../agent/filter/dns/upstream-query.ts';
import type { Random } from '../../../../../kit/random.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { until } from '../../../../support/until.ts';

const FIRST_PORT = 49_152;
/** Numbers of ports that no system gives by chance, other ones for each process that runs this. */
const OWN_PORT = 12_000 + (process.pid % 4_000);

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
