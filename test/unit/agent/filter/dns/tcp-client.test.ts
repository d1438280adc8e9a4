import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import t, { type Test } from 'tap';
import { TYPE } from '../../../../../agent/filter/dns/message.ts';
import { framed, TcpClient } from '../../../../../agent/filter/dns/tcp-client.ts';
import { upstreamQuery } from '../../../../../agent/filter/dns/upstream-query.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { until } from '../../../../support/until.ts';

function questionFor(name: string, id = 4_711) {
  const query = upstreamQuery({ name, type: TYPE.a, dnssecOk: false, checkingDisabled: false });
  if (query === null) throw new Error('it fits no message');
  query.packet.writeUInt16BE(id, 0);
  return query;
}

const { packet: QUESTION, questionEnd: END } = questionFor('wiki.example');

/** The answer to a question, whose header says so; with bytes that were changed. */
function answerTo(packet: Buffer, change: (message: Buffer) => void = () => undefined): Buffer {
  const answer = Buffer.from(packet);
  answer[2] = 0x81;
  change(answer);
  return answer;
}

/** A resolver on this computer that keeps silent until it is told what to say, and its client. */
async function stand(t: Test) {
  const clock = createFakeClock();
  const sockets: Socket[] = [];
  const heard: Buffer[] = [];
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const index = sockets.push(socket) - 1;
    heard[index] = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      heard[index] = Buffer.concat([heard[index] ?? Buffer.alloc(0), chunk]);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = new TcpClient({ address: '127.0.0.1', port, clock });
  t.teardown(async () => {
    await client.close();
    for (const socket of sockets) socket.destroy();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  });
  return {
    clock,
    client,
    server,
    ask: () => client.ask(QUESTION, END),
    heard,
    /** The connection of the Nth question, from 0, when the question is there. */
    nth: async (index: number): Promise<Socket> => {
      await until(() => (heard[index]?.length ?? 0) > 0, { what: `question ${index + 1}`, intervalMs: 1 });
      return sockets[index] as Socket;
    },
  };
}

t.test('a message goes behind its length', async (t) => {
  t.strictSame(framed(Buffer.from('abc')), Buffer.from('0003616263', 'hex'));
  t.strictSame(framed(Buffer.alloc(0)), Buffer.from('0000', 'hex'));
  t.strictSame(framed(Buffer.alloc(300)).subarray(0, 3), Buffer.from('012c00', 'hex'));
});

t.test('a question goes out as it is, and its answer ends the connection', async (t) => {
  const { ask, nth, heard, clock } = await stand(t);
  const answer = ask();
  const socket = await nth(0);
  t.strictSame(heard[0], framed(QUESTION));
  t.equal(clock.pending(), 1);
  const closed = once(socket, 'end');
  socket.write(framed(answerTo(QUESTION)));
  t.strictSame(await answer, answerTo(QUESTION));
  t.equal(clock.pending(), 0, 'nothing is waited for any more');
  await closed;
});

t.test('an answer may come in pieces, and what follows it is nobody’s', async (t) => {
  const { ask, nth } = await stand(t);
  const bytes = framed(answerTo(QUESTION));
  for (const [index, cuts] of [[1], [2], [1, 2, 3], [bytes.length - 1]].entries()) {
    const answer = ask();
    const socket = await nth(index);
    socket.setNoDelay(true);
    let from = 0;
    for (const cut of [...cuts, bytes.length]) {
      await new Promise<void>((resolve) => socket.write(bytes.subarray(from, cut), () => resolve()));
      // One turn for the client to take the piece by itself.
      for (let turns = 0; turns < 3; turns++) await new Promise((resolve) => setImmediate(resolve));
      from = cut;
    }
    t.strictSame(await answer, answerTo(QUESTION), `in pieces at ${cuts}`);
  }
  const answer = ask();
  (await nth(4)).write(Buffer.concat([bytes, framed(Buffer.from('more'))]));
  t.strictSame(await answer, answerTo(QUESTION));
});

t.test('what is no answer to the question is none', async (t) => {
  const { ask, nth } = await stand(t);
  const wrong = [
    ['another id', answerTo(QUESTION, (message) => message.writeUInt16BE(4_712, 0))],
    ['another question', answerTo(questionFor('wikj.example').packet)],
    ['the question itself', QUESTION],
    ['less than a header', Buffer.alloc(5)],
    ['nothing', Buffer.alloc(0)],
  ] as const;
  for (const [index, [what, message]] of wrong.entries()) {
    const answer = ask();
    (await nth(index)).write(framed(message));
    t.equal(await answer, 'unreachable', what);
  }
});

t.test('who ends, resets, or is not there is unreachable', async (t) => {
  const { ask, nth, server, clock } = await stand(t);
  const ended = ask();
  (await nth(0)).end(framed(answerTo(QUESTION)).subarray(0, 10));
  t.equal(await ended, 'unreachable');
  const reset = ask();
  (await nth(1)).resetAndDestroy();
  t.equal(await reset, 'unreachable');
  await new Promise((resolve) => {
    server.close(resolve);
  });
  t.equal(await ask(), 'unreachable');
  t.equal(clock.pending(), 0);
});

t.test('three seconds are waited for an answer', async (t) => {
  const { ask, nth, clock } = await stand(t);
  const results: unknown[] = [];
  const answer = ask().then((result) => results.push(result));
  const socket = await nth(0);
  socket.write(framed(answerTo(QUESTION)).subarray(0, 10));
  const closed = once(socket, 'end');
  await clock.advance(2_999);
  t.strictSame(results, []);
  await clock.advance(1);
  await answer;
  t.strictSame(results, ['timeout']);
  await closed;
});

t.test('sixteen are asked at once, and there is room again when one is over', async (t) => {
  const { ask, nth } = await stand(t);
  const waiting = Array.from({ length: 16 }, ask);
  t.equal(await ask(), 'busy');
  (await nth(0)).write(framed(answerTo(QUESTION)));
  await Promise.race(waiting);
  const next = ask();
  (await nth(16)).write(framed(answerTo(QUESTION)));
  t.type(await next, Buffer);
});

t.test('closing ends what is under way, and nothing begins any more', async (t) => {
  const { ask, nth, client, clock, heard } = await stand(t);
  const waiting = [ask(), ask()];
  const closed = once(await nth(0), 'end');
  await nth(1);
  await client.close();
  t.strictSame(await Promise.all(waiting), ['unreachable', 'unreachable']);
  t.equal(clock.pending(), 0);
  await closed;
  t.equal(await ask(), 'unreachable');
  t.equal(heard.length, 2);
});
