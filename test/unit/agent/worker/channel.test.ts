import { Duplex } from 'node:stream';
import t from 'tap';
import { createChannel, type Handlers } from '../../../../agent/worker/channel.ts';
import { BadFrame, createFrameReader, encodeFrame } from '../../../../agent/worker/frames.ts';
import { createTokenBucket } from '../../../../agent/worker/token-bucket.ts';
import { MAX_TO_AGENT_BYTES, TO_AGENT, TO_WORKER, type ToAgent } from '../../../../agent/worker/wire.ts';
import { systemClock } from '../../../../kit/clock.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { until } from '../../../support/until.ts';

/** Two ends of one line. */
function line(): readonly [Duplex, Duplex] {
  const end = (other: () => Duplex): Duplex =>
    new Duplex({
      read: () => undefined,
      write(chunk, _encoding, done) {
        other().push(chunk);
        done();
      },
      final(done) {
        other().push(null);
        done();
      },
    });
  const a: Duplex = end(() => b);
  const b: Duplex = end(() => a);
  return [a, b];
}

/** The agent's end of a line, over handlers that refuse all but what a test gives. */
function agentEnd(handlers: Partial<Handlers<ToAgent>> = {}) {
  const [stream, worker] = line();
  const refuse = Object.fromEntries(
    Object.keys(TO_AGENT).map((name) => [name, () => Promise.reject(new Error('not in this test'))]),
  ) as unknown as Handlers<ToAgent>;
  const channel = createChannel({
    stream,
    clock: systemClock,
    takes: TO_AGENT,
    handlers: { ...refuse, ...handlers },
    makes: TO_WORKER,
    maxBytes: MAX_TO_AGENT_BYTES,
  });
  const answers: unknown[] = [];
  const reader = createFrameReader(1_000_000);
  worker.on('data', (chunk: Buffer) => answers.push(...reader.take(chunk)));
  return { channel, worker, answers };
}

t.test('messages come out as they went in, however the bytes are cut', (t) => {
  const messages = [{ a: 1 }, ['ü€😀'], null, 'x'.repeat(5_000)];
  const bytes = Buffer.concat(messages.map(encodeFrame));
  for (const size of [1, 2, 3, 4, 5, 7, 1_000, bytes.length]) {
    const reader = createFrameReader(10_000);
    const out: unknown[] = [];
    for (let at = 0; at < bytes.length; at += size) out.push(...reader.take(bytes.subarray(at, at + size)));
    t.same(out, messages, `${size} bytes at once`);
  }
  t.end();
});

t.test(
  'a message that is too long is refused by its length, before it is kept; what is no JSON is refused',
  (t) => {
    const reader = createFrameReader(100);
    t.throws(() => reader.take(Buffer.from([0, 0, 0, 101])), BadFrame);
    t.throws(() => createFrameReader(100).take(Buffer.from([0, 0, 0, 2, 0x7b, 0x7b])), BadFrame);
    t.end();
  },
);

t.test('calls are answered, and a refusal comes back in words', async (t) => {
  const { worker, answers } = agentEnd({ nextEpoch: async () => 7 });
  worker.write(encodeFrame({ call: 1, name: 'nextEpoch', input: null }));
  worker.write(encodeFrame({ call: 2, name: 'httpToken', input: null }));
  await until(() => answers.length === 2, { what: 'two answers' });
  t.same(answers, [
    { answer: 1, output: 7 },
    { answer: 2, error: 'not in this test' },
  ]);
});

/** What a worker that was broken into may try, and why it must not get far. */
const HOSTILE: readonly (readonly [what: string, message: unknown])[] = [
  ['a call that there is not', { call: 1, name: 'unlock', input: null }],
  ['a name of the prototype', { call: 1, name: 'constructor', input: null }],
  ['an input that does not fit', { call: 1, name: 'password', input: { epoch: 'now' } }],
  ['a topic that there is not', { call: 1, name: 'receive', input: { topic: 'status', jws: 'x' } }],
  [
    'an event that only the agent may tell',
    { call: 1, name: 'event', input: { kind: 'lock_released', details: {} } },
  ],
  ['records that are none', { call: 1, name: 'activity', input: { records: [{ id: 'x' }] } }],
  [
    'more rows than a message has',
    { call: 1, name: 'peek', input: { topic: 'events', rows: 100_000, bytes: 1 } },
  ],
  ['a time that is none', { call: 1, name: 'serverTime', input: { claimed: -1 } }],
  ['neither call nor answer', { hello: true }],
  ['a list', []],
];
for (const [what, message] of HOSTILE)
  t.test(`a worker that sends ${what} is cut off, and nothing is done`, async (t) => {
    let done = 0;
    const count = async (): Promise<null> => {
      done += 1;
      return null;
    };
    const { channel, worker } = agentEnd({
      receive: count,
      event: count,
      activity: count,
      serverTime: count,
    });
    worker.on('error', () => undefined);
    worker.write(encodeFrame(message));
    t.match(await channel.closed, /does not fit|neither call nor answer/);
    t.equal(done, 0);
    await t.rejects(channel.call('ping', null), /does not fit|neither/);
  });

t.test('an answer that does not fit ends the channel, and the asker hears why', async (t) => {
  const { channel, worker, answers } = agentEnd();
  const asked = channel.call('probe', { url: 'http://x.example/' });
  await until(() => answers.length === 1, { what: 'the call' });
  worker.on('error', () => undefined);
  worker.write(encodeFrame({ answer: 1, output: { result: 'free', location: 7 } }));
  await t.rejects(asked, /an answer to probe that does not fit/);
  t.match(await channel.closed, /does not fit/);
});

t.test('when the other side is gone, who waits hears it', async (t) => {
  const { channel, worker } = agentEnd();
  const asked = channel.call('ping', null);
  worker.end();
  await t.rejects(asked, /gone/);
});

t.test('calls beyond the allowed number wait their turn', async (t) => {
  const clock = createFakeClock();
  const bucket = createTokenBucket({ burst: 2, perSecond: 1 }, clock);
  t.same([bucket.take(), bucket.take(), bucket.take(), bucket.take()], [0, 0, 1_000, 2_000]);
  await clock.advance(10_000);
  t.same([bucket.take(), bucket.take(), bucket.take()], [0, 0, 1_000]);
});
