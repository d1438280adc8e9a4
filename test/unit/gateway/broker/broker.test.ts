import { duplexPair } from 'node:stream';
import { MqttClient } from 'mqtt';
import t, { type Test } from 'tap';
import { topicOf, type UpTopic } from '../../../../contracts/mqtt/topics.ts';
import { type BrokerHandlers, createBroker, type LoginCode } from '../../../../gateway/broker/broker.ts';
import type { Connection, MessageOutcome } from '../../../../gateway/connections/connection.ts';
import { DEFAULT_LIMITS, type GatewayLimits } from '../../../../gateway/limits/limits.ts';
import { createCounters } from '../../../../gateway/limits/stats.ts';
import { Unstorable } from '../../../../gateway/writing/group-commit.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { until } from '../../../support/until.ts';
import { DEVICE_ID } from '../device-records.ts';
import { fakeConnection } from '../fake-connection.ts';

const ACTIVITY = topicOf(DEVICE_ID, 'activity');
const HEARTBEAT = topicOf(DEVICE_ID, 'heartbeat');
const OTHER = 'dev_6zzzzzzzzzzzzzzzzzzzzzzzzz';

/** A broker whose handlers do as a test says, without sockets. */
async function scene(t: Test, limits: Partial<GatewayLimits> = {}) {
  const clock = createFakeClock();
  const counters = createCounters();
  const calls: unknown[] = [];
  const complaints: unknown[] = [];
  const logged: unknown[] = [];
  const connections: Connection[] = [];
  const all = { ...DEFAULT_LIMITS, ...limits };
  const state = {
    login: async (): Promise<LoginCode | null> => null,
    message: (_name: UpTopic): MessageOutcome => Promise.resolve(null),
    ended: (): void => undefined,
  };
  const handlers: BrokerHandlers = {
    async login(connection, { clientId, username, password }) {
      connections.push(connection);
      calls.push(['login', clientId, username, password?.toString()]);
      const code = await state.login();
      if (code === null) connection.login = fakeConnection(clock, { limits: all }).login;
      return code;
    },
    message: (_connection, _login, name, payload) => {
      calls.push(['message', name, payload.toString()]);
      return state.message(name);
    },
    heard: () => void calls.push('heard'),
    subscribed: () => void calls.push('subscribed'),
    ended: (connection) => {
      calls.push(`ended ${connection.closed}`);
      state.ended();
    },
  };
  const broker = createBroker({
    limits: all,
    complaints: { report: (reason, culprit) => void complaints.push([reason, culprit]) },
    counters,
    clock,
    log: { error: (...args: unknown[]) => void logged.push(args) } as never,
    handlers,
  });
  await broker.start();
  t.teardown(() => broker.stop());
  const admission: string[] = [];
  /** A stream that the broker has taken over. @returns the peer's end */
  const accept = () => {
    const [ours, theirs] = duplexPair();
    theirs.on('error', () => undefined);
    // As of a socket, the end of one is the end of the other.
    theirs.once('close', () => ours.destroy());
    ours.once('close', () => theirs.destroy());
    broker.accept(ours, {
      address: '203.0.113.7',
      isKnown: () => false,
      heard: () => undefined,
      answered: () => undefined,
      claimed: () => void admission.push('claimed'),
      proven: () => undefined,
      leave: () => undefined,
    });
    return theirs;
  };
  /** An MQTT client of the device on such a stream. */
  const client = () => {
    const stream = accept();
    const made = new MqttClient(() => stream as never, {
      clientId: DEVICE_ID,
      username: DEVICE_ID,
      password: 'secret',
      reconnectPeriod: 0,
      keepalive: 0,
      protocolVersion: 4,
      resubscribe: false,
    });
    made.on('error', () => undefined);
    t.teardown(() => void made.end(true));
    return made;
  };
  const connected = async () => {
    const made = client();
    await until(() => made.connected, { what: 'the login' });
    calls.length = 0;
    return made;
  };
  const connection = (): Connection => {
    const last = connections.at(-1);
    if (last === undefined) throw new Error('nobody has logged in');
    return last;
  };
  /** Publishes, and says whether it was acknowledged while the test looks. */
  const publish = (by: MqttClient, topic: string, payload = '{}', qos: 0 | 1 = 1) => {
    const sent = { isAcknowledged: false };
    by.publish(topic, payload, { qos }, (error) => {
      sent.isAcknowledged = error == null;
    });
    return sent;
  };
  const isCut = () => until(() => connection().closed, { what: 'the cut' });
  return {
    clock,
    broker,
    counters,
    calls,
    complaints,
    logged,
    state,
    admission,
    accept,
    client,
    connected,
    connection,
    publish,
    isCut,
  };
}

t.test('a login is handed on as it came, and claims its place', async (t) => {
  const { client, calls, admission, counters } = await scene(t);
  const one = client();
  await until(() => one.connected, { what: 'the login' });
  t.strictSame(calls, [['login', DEVICE_ID, DEVICE_ID, 'secret']]);
  t.strictSame([admission, counters.accepted], [['claimed'], 1]);
});

t.test(
  'a refused login is answered with its code; one that could not be looked at with “unavailable”',
  async (t) => {
    for (const [answer, code, complaints] of [
      [async () => 4, 4, []],
      [async () => 5, 5, []],
      [() => Promise.reject(new Error('no answer')), 3, [['store_failed', { address: '203.0.113.7' }]]],
    ] as const) {
      const here = await scene(t);
      here.state.login = answer as () => Promise<LoginCode | null>;
      const one = here.client();
      const codes: unknown[] = [];
      one.on('packetreceive', (packet) => {
        if (packet.cmd === 'connack') codes.push(packet.returnCode);
      });
      await until(() => codes.length > 0, { what: 'the answer' });
      t.strictSame([codes, here.complaints], [[code], complaints]);
      t.equal(one.connected, false);
      await here.isCut();
    }
  },
);

t.test('a message is handed on, heard, counted and acknowledged when it is durable', async (t) => {
  const here = await scene(t);
  const one = await here.connected();
  let store: (outcome: null) => void = () => undefined;
  const stored = new Promise<null>((resolve) => {
    store = resolve;
  });
  here.state.message = () => stored;
  const sent = here.publish(one, ACTIVITY, '{"a":1}');
  await until(() => here.calls.length === 2, { what: 'the message' });
  t.strictSame(here.calls, ['heard', ['message', 'activity', '{"a":1}']]);
  t.equal(here.counters.messages.activity, 1);
  t.strictSame([sent.isAcknowledged, here.connection().inFlight], [false, 1]);
  store(null);
  await until(() => sent.isAcknowledged, { what: 'the acknowledgement' });
  t.equal(here.connection().inFlight, 0);
  here.state.message = () => null;
  await until(() => here.publish(one, ACTIVITY).isAcknowledged || here.counters.messages.activity > 1, {
    what: 'another',
  });
  t.strictSame(here.complaints, []);
});

t.test('a message that was dropped for good is acknowledged, and complained of', async (t) => {
  for (const [message, reason] of [
    [() => Promise.resolve('bad_json' as const), 'bad_json'],
    [() => 'bad_json' as const, 'bad_json'],
    [() => Promise.reject(new Unstorable('never')), 'not_storable'],
    [() => Promise.reject(new TypeError('never')), 'not_storable'],
    [() => Promise.reject(new RangeError('never')), 'not_storable'],
  ] as const) {
    const here = await scene(t);
    const one = await here.connected();
    here.state.message = message;
    const sent = here.publish(one, ACTIVITY);
    await until(() => sent.isAcknowledged, { what: 'the acknowledgement' });
    t.strictSame(here.complaints, [[reason, { deviceId: DEVICE_ID }]]);
    t.equal(here.connection().inFlight, 0);
  }
});

t.test('a message that the device is to keep is not acknowledged, and the connection goes on', async (t) => {
  const here = await scene(t);
  const one = await here.connected();
  here.state.message = (name) => Promise.resolve(name === 'activity' ? 'over_quota' : null);
  const held = here.publish(one, ACTIVITY);
  const sent = here.publish(one, topicOf(DEVICE_ID, 'results'));
  await until(() => sent.isAcknowledged, { what: 'the acknowledgement of the other' });
  t.equal(held.isAcknowledged, false);
  t.strictSame(here.complaints, [['over_quota', { deviceId: DEVICE_ID }]]);
  t.equal(here.connection().closed, false);
});

t.test(
  'where the store fails the connection ends by the server, so that the device sends again',
  async (t) => {
    const here = await scene(t);
    const one = await here.connected();
    here.state.message = () => Promise.reject(new Error('the disk is full'));
    const sent = here.publish(one, ACTIVITY);
    await here.isCut();
    t.strictSame([sent.isAcknowledged, here.connection().endedByServer], [false, true]);
    t.strictSame(here.complaints, [['store_failed', { deviceId: DEVICE_ID }]]);
  },
);

t.test(
  'a device that is too fast waits with what it wants acknowledged; a heartbeat is dropped',
  async (t) => {
    const here = await scene(t, { messagesPerSecond: 1, messageBurst: 1 });
    const one = await here.connected();
    const first = here.publish(one, ACTIVITY);
    await until(() => first.isAcknowledged, { what: 'the first' });
    here.publish(one, HEARTBEAT, '{}', 0);
    const second = here.publish(one, ACTIVITY);
    await until(() => here.connection().inFlight === 1, { what: 'the second to wait' });
    t.strictSame(here.complaints, [['rate_limited', { deviceId: DEVICE_ID }]]);
    t.equal(here.counters.messages.heartbeat, 0);
    await here.clock.advance(999);
    t.equal(here.counters.messages.activity, 1);
    await here.clock.advance(1);
    await until(() => second.isAcknowledged, { what: 'the second' });
    t.equal(here.connection().closed, false);
  },
);

t.test('a message whose device has gone while it waited is not stored', async (t) => {
  const here = await scene(t, { messagesPerSecond: 1, messageBurst: 1 });
  const one = await here.connected();
  here.publish(one, ACTIVITY);
  here.publish(one, ACTIVITY);
  await until(() => here.connection().inFlight === 1, { what: 'the second to wait' });
  one.end(true);
  await here.isCut();
  await here.clock.advance(1_000);
  t.equal(here.counters.messages.activity, 1);
  t.strictSame(here.complaints, [['sender_gone', { deviceId: DEVICE_ID }]]);
});

t.test('more than so many messages on their way are one too many', async (t) => {
  const here = await scene(t, { inFlight: 2 });
  const one = await here.connected();
  here.state.message = () => new Promise(() => undefined);
  for (let n = 0; n < 2; n++) here.publish(one, ACTIVITY);
  await until(() => here.connection().inFlight === 2, { what: 'two' });
  t.equal(here.connection().closed, false);
  here.publish(one, ACTIVITY);
  await here.isCut();
  t.strictSame(here.complaints, [['too_many_in_flight', { deviceId: DEVICE_ID }]]);
});

t.test('a device subscribes to what is its own, and to nothing else', async (t) => {
  const here = await scene(t);
  const one = await here.connected();
  const granted = async (topic: string): Promise<unknown> => {
    const answer: unknown[] = [];
    one.once('packetreceive', (packet) => {
      if (packet.cmd === 'suback') answer.push(...packet.granted);
    });
    one.subscribe(topic, { qos: 1 });
    await until(() => answer.length > 0, { what: 'the answer' });
    return answer[0];
  };
  t.equal(await granted(topicOf(DEVICE_ID, 'target')), 1);
  t.strictSame([[...here.connection().subscribed], here.calls.splice(0)], [['target'], ['subscribed']]);
  for (const topic of [topicOf(OTHER, 'target'), '#', ACTIVITY]) t.equal(await granted(topic), 128, topic);
  t.equal(here.complaints.length, 3);
  hasFields(t, here.complaints[0], ['forbidden_subscription', { deviceId: DEVICE_ID }]);
  t.strictSame([...here.connection().subscribed], ['target']);
  t.equal(await granted(topicOf(DEVICE_ID, 'commands')), 1);
  t.strictSame([...here.connection().subscribed], ['target', 'commands']);
  one.unsubscribe(topicOf(DEVICE_ID, 'target'));
  await until(() => here.connection().subscribed.size === 1, { what: 'the end of the subscription' });
  t.strictSame([...here.connection().subscribed], ['commands']);
});

t.test(
  'a device that asks for no keep-alive has the longest that is held to; its end is silence',
  async (t) => {
    const here = await scene(t, { keepaliveSeconds: 1 });
    await here.connected();
    t.equal(here.connection().silent, false);
    await here.isCut();
    t.equal(here.connection().silent, true);
    t.strictSame(here.complaints, [], 'which is nobody’s fault');
  },
);

t.test('a ping is a sign of life', async (t) => {
  const here = await scene(t);
  const one = await here.connected();
  one.sendPing();
  await until(() => here.calls.length > 0, { what: 'the ping' });
  t.strictSame(here.calls, ['heard']);
});

t.test('what is no MQTT is cut, and complained of by its address', async (t) => {
  const here = await scene(t);
  const stream = here.accept();
  stream.resume();
  stream.write('GET / HTTP/1.1\r\n\r\n');
  await until(() => here.calls.length > 0, { what: 'the end' });
  t.strictSame(here.calls, ['ended true']);
  t.strictSame(here.complaints, [['protocol_error', { address: '203.0.113.7' }]]);
  await until(() => stream.destroyed, { what: 'the close' });
});

t.test(
  'stopped, it ends all connections by the server, and takes no more until it is started again',
  async (t) => {
    const here = await scene(t);
    await here.connected();
    await here.broker.start();
    await here.broker.stop();
    await here.broker.stop();
    await here.isCut();
    const late = here.accept();
    late.resume();
    await until(() => late.destroyed, { what: 'the refusal' });
    t.equal(here.counters.accepted, 1);
    await here.broker.start();
    t.equal((await here.connected()).connected, true);
  },
);
