import t from 'tap';
import type { Handlers } from '../../../../agent/channel/calls.ts';
import { Crowded, createChannel, Unfit } from '../../../../agent/channel/channel.ts';
import { BadFrame, createFrameReader, encodeFrame } from '../../../../agent/channel/frames.ts';
import {
  MAX_TO_AGENT_BYTES,
  TO_AGENT,
  TO_WORKER,
  type ToAgent,
  type ToWorker,
} from '../../../../agent/worker/wire.ts';
import { type Clock, systemClock } from '../../../../kit/clock.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { line } from '../../../support/line.ts';
import { until } from '../../../support/until.ts';

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
    maxSentBytes: 1_000_000,
    otherSide: 'hostile',
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
    const count = async (): Promise<void> => {
      done += 1;
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

/** The worker's end of a line, over handlers that refuse all but what a test gives. */
function workerEnd(handlers: Partial<Handlers<ToWorker>> = {}, clock: Clock = systemClock) {
  const [stream, agent] = line();
  const refuse = Object.fromEntries(
    Object.keys(TO_WORKER).map((name) => [name, () => Promise.reject(new Error('not in this test'))]),
  ) as unknown as Handlers<ToWorker>;
  const channel = createChannel({
    stream,
    clock,
    takes: TO_WORKER,
    handlers: { ...refuse, ...handlers },
    makes: TO_AGENT,
    maxBytes: 1_000_000,
    maxSentBytes: 10_000,
    otherSide: 'trusted',
  });
  const heard: unknown[] = [];
  const reader = createFrameReader(1_000_000);
  agent.on('data', (chunk: Buffer) => heard.push(...reader.take(chunk)));
  return { channel, agent, heard };
}

t.test('a call of the trusted side that does not fit is refused, and all else goes on', async (t) => {
  const { agent, heard } = workerEnd({ ping: async () => undefined });
  const seen = Array.from({ length: 1_001 }, () => ({
    kind: 'vpn',
    address: null,
    port: 1,
    uid: 1_000,
    count: 1,
  }));
  agent.write(encodeFrame({ call: 1, name: 'attempts', input: { seen } }));
  agent.write(encodeFrame({ call: 2, name: 'unheard-of', input: null }));
  agent.write(encodeFrame({ call: 3, name: 'ping', input: null }));
  await until(() => heard.length === 3, { what: 'three answers' });
  t.same(heard, [
    { answer: 1, error: 'a call of attempts that does not fit' },
    { answer: 2, error: 'a call of unheard-of that does not fit' },
    { answer: 3, output: null },
  ]);
});

t.test('an answer of the trusted side that does not fit is an error for its asker alone', async (t) => {
  const { channel, agent, heard } = workerEnd();
  const [odd, right] = [channel.call('nextEpoch', null), channel.call('nextEpoch', null)];
  await until(() => heard.length === 2, { what: 'the calls' });
  agent.write(encodeFrame({ answer: 1, output: 'seven' }));
  agent.write(encodeFrame({ answer: 2, output: 7 }));
  await t.rejects(odd, new Error('an answer to nextEpoch that does not fit'));
  t.equal(await right, 7);
});

t.test('what the other side would not take is not sent, and the channel goes on', async (t) => {
  const { channel, agent, heard } = workerEnd();
  await t.rejects(channel.call('giveOut', { addresses: [], ttlSeconds: 1 }), Unfit);
  await t.rejects(
    channel.call('giveOut', { addresses: Array.from({ length: 257 }, () => '192.0.2.1'), ttlSeconds: 1 }),
    Unfit,
    'more addresses than a call holds',
  );
  await t.rejects(
    channel.call('receive', { topic: 'target', jws: 'x'.repeat(10_000) }),
    Unfit,
    'longer than it reads',
  );
  t.same(heard, []);
  const asked = channel.call('nextEpoch', null);
  await until(() => heard.length === 1, { what: 'the call' });
  agent.write(encodeFrame({ answer: 4, output: 1 }));
  agent.write(encodeFrame({ answer: (heard[0] as { call: number }).call, output: 1 }));
  t.equal(await asked, 1);
});

t.test('an answer of ours that the other side would not take goes out as an error', async (t) => {
  const { worker, answers } = agentEnd({
    nextEpoch: async () => -1,
    httpToken: async () => 'x'.repeat(5_000),
  });
  worker.write(encodeFrame({ call: 1, name: 'nextEpoch', input: null }));
  worker.write(encodeFrame({ call: 2, name: 'httpToken', input: null }));
  await until(() => answers.length === 2, { what: 'two answers' });
  t.same(answers, [
    { answer: 1, error: 'an answer to nextEpoch that does not fit' },
    { answer: 2, error: 'an answer to httpToken that does not fit' },
  ]);
});

t.test('a flood of one call leaves the others their place, also when its askers have given up', async (t) => {
  const clock = createFakeClock();
  const { channel, agent, heard } = workerEnd({}, clock);
  const flood = Array.from({ length: 1_000 }, (_, index) =>
    channel.call('seen', { nonce: `n${index}` }, 1).catch((error: unknown) => error),
  );
  await clock.advance(10);
  const results = await Promise.all(flood);
  t.equal(results.filter((result) => result instanceof Crowded).length, 1_000 - 128);
  t.equal(heard.length, 128, 'no more was sent');
  await t.rejects(channel.call('seen', { nonce: 'late' }), Crowded, 'the other side still has them');
  const other = channel.call('nextEpoch', null);
  await until(() => heard.length === 129, { what: 'the other call' });
  for (const message of heard)
    agent.write(encodeFrame({ answer: (message as { call: number }).call, output: 5 }));
  t.equal(await other, 5);
  channel.call('seen', { nonce: 'again' }).catch(() => undefined);
  await until(() => heard.length === 130, { what: 'a call after the answers' });
});
