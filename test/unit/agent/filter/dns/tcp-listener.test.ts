import { connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { encode } from 'dns-packet';
import t, { type Test } from 'tap';
import { type DnsQuery, readQuery } from '../../../../../agent/filter/dns/message.ts';
import { listenTcp } from '../../../../../agent/filter/dns/tcp-listener.ts';
import { frame, queryFor } from '../../../../support/dns-lab.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { until } from '../../../../support/until.ts';

type Done = (reply: Buffer, query: DnsQuery) => void;

const QUESTION = encode(queryFor('wiki.example'));
const QUERY = readQuery(QUESTION) as DnsQuery;
const question = (id: number): Buffer => encode(queryFor('wiki.example', 'A', { id }));
const questions = (count: number): Buffer =>
  Buffer.concat(Array.from({ length: count }, (_, id) => frame(question(id))));

interface Program {
  readonly socket: Socket;
  /** All that came so far. */
  heard(): Buffer;
  hasEnded(): boolean;
}

/** A listener whose questions wait until a test answers them, or are answered at once. */
async function stand(t: Test, atOnce: Buffer | null = null) {
  const clock = createFakeClock();
  const taken: { readonly packet: Buffer; readonly answer: (reply: string) => void }[] = [];
  const handler = {
    take(packet: Buffer, done: Done) {
      taken.push({ packet, answer: (reply) => done(Buffer.from(reply), QUERY) });
      if (atOnce !== null) done(atOnce, QUERY);
    },
  };
  const listener = await listenTcp({ address: '127.0.0.1', port: 0 }, { handler, clock });
  let isClosed = false;
  const close = async (): Promise<void> => {
    if (!isClosed) await listener.close();
    isClosed = true;
  };
  t.teardown(close);
  const dial = async (): Promise<Program> => {
    const watched = clock.pending();
    const socket = connect({ port: listener.port, host: '127.0.0.1', allowHalfOpen: true });
    const seen = { heard: Buffer.alloc(0), ended: false };
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      seen.heard = Buffer.concat([seen.heard, chunk]);
    });
    for (const event of ['end', 'close'])
      socket.on(event, () => {
        seen.ended = true;
      });
    t.teardown(() => socket.destroy());
    // Each connection has a timer of its own; where all places are taken another ends with it.
    await until(() => socket.readyState === 'open' && (clock.pending() > watched || watched >= 64), {
      what: 'the connection',
      intervalMs: 1,
    });
    return { socket, heard: () => seen.heard, hasEnded: () => seen.ended };
  };
  return {
    clock,
    taken,
    port: listener.port,
    close,
    dial,
    take: (count: number) =>
      until(() => taken.length >= count, { what: `${count} questions`, intervalMs: 1 }),
  };
}

const hears = (program: Program, bytes: Buffer) =>
  until(() => program.heard().equals(bytes), { what: `${bytes.length} bytes`, intervalMs: 1 });

/** So many turns of the event loop that what is on its way on this computer has come. */
async function settled(): Promise<void> {
  for (let turns = 0; turns < 20; turns++) await turn();
}

t.test('questions of one connection are answered as they are ready', async (t) => {
  const { dial, taken, take } = await stand(t);
  const program = await dial();
  program.socket.write(questions(3));
  await take(3);
  t.strictSame(
    taken.map(({ packet }) => packet),
    [question(0), question(1), question(2)],
  );
  taken[2]?.answer('third');
  taken[0]?.answer('first');
  await hears(program, Buffer.concat([frame(Buffer.from('third')), frame(Buffer.from('first'))]));
  t.equal(program.hasEnded(), false);
});

t.test('32 questions of one connection are under way; the others wait until answers are out', async (t) => {
  const { dial, taken, take } = await stand(t);
  const program = await dial();
  program.socket.write(questions(40));
  await take(32);
  await settled();
  t.equal(taken.length, 32);
  taken[5]?.answer('one');
  await take(33);
  await settled();
  t.equal(taken.length, 33);
  program.socket.write(frame(question(40)));
  for (let at = 0; at < taken.length; at++) {
    if (at !== 5) taken[at]?.answer('more');
    await turn();
  }
  await take(41);
  t.strictSame(
    taken.map(({ packet }) => packet.readUInt16BE(0)),
    Array.from({ length: 41 }, (_, id) => id),
    'each once, in their order',
  );
});

t.test('what waits is not taken once the connection is gone', async (t) => {
  const { dial, taken, take, close } = await stand(t);
  const { socket } = await dial();
  socket.write(questions(40));
  await take(32);
  taken[0]?.answer('one');
  await close();
  await settled();
  t.equal(taken.length, 32);
  taken[1]?.answer('too late');
  t.pass('an answer for nobody does no harm');
});

t.test('who has said all gets his answers, and then the end', async (t) => {
  const { dial, taken, take } = await stand(t);
  const program = await dial();
  program.socket.end(questions(2));
  await take(2);
  await settled();
  t.equal(program.hasEnded(), false);
  taken[0]?.answer('first');
  await hears(program, frame(Buffer.from('first')));
  await settled();
  t.equal(program.hasEnded(), false, 'one is still to come');
  taken[1]?.answer('second');
  await until(program.hasEnded, { what: 'the end', intervalMs: 1 });
  t.strictSame(program.heard(), Buffer.concat([frame(Buffer.from('first')), frame(Buffer.from('second'))]));
  const idle = await dial();
  idle.socket.end();
  await until(idle.hasEnded, { what: 'the end of one that asked nothing', intervalMs: 1 });
  const cut = await dial();
  cut.socket.end(Buffer.of(0));
  await until(cut.hasEnded, { what: 'the end of one that began a length', intervalMs: 1 });
});

t.test('what deserves no answer ends its connection', async (t) => {
  const { dial, taken, take } = await stand(t);
  const answer = Buffer.from(QUESTION);
  answer[2] = 0x81;
  for (const [what, message] of [
    ['an answer', answer],
    ['less than a header', QUESTION.subarray(0, 11)],
    ['nothing', Buffer.alloc(0)],
  ] as const) {
    const program = await dial();
    program.socket.write(frame(message));
    await until(program.hasEnded, { what: `the close after ${what}`, intervalMs: 1 });
  }
  const program = await dial();
  const before = taken.length;
  program.socket.write(frame(QUESTION.subarray(0, 12)));
  await take(before + 1);
  await settled();
  t.equal(program.hasEnded(), false, 'a header is answered, in time');
});

t.test('of more than 64 connections the one that was idle longest is closed', async (t) => {
  const { dial, clock, take } = await stand(t, Buffer.from('answer'));
  const programs: Program[] = [];
  for (let count = 0; count < 64; count++) {
    programs.push(await dial());
    await clock.advance(1);
  }
  programs[0]?.socket.write(questions(1));
  await take(1);
  await settled();
  t.notOk(programs.some((program) => program.hasEnded()));
  await clock.advance(1);
  programs.push(await dial());
  await until(() => programs[1]?.hasEnded() === true, { what: 'the close of the idlest', intervalMs: 1 });
  t.strictSame(programs.map((program) => program.hasEnded()).indexOf(true), 1);
  t.equal(programs.filter((program) => program.hasEnded()).length, 1);
  t.equal(clock.pending(), 64);
});

t.test('one that has gone makes room', async (t) => {
  const { dial, clock } = await stand(t);
  const program = await dial();
  t.equal(clock.pending(), 1);
  program.socket.resetAndDestroy();
  await until(() => clock.pending() === 0, { what: 'the connection to be given up', intervalMs: 1 });
});

t.test('nothing is taken behind what ended the connection', async (t) => {
  const { dial, taken, clock } = await stand(t);
  const { socket } = await dial();
  socket.write(Buffer.concat([frame(QUESTION), frame(Buffer.alloc(3)), questions(5)]));
  await until(() => clock.pending() === 0, { what: 'the close', intervalMs: 1 });
  await settled();
  t.equal(taken.length, 2);
});
