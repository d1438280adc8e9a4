import { once } from 'node:events';
import { connect as connectSocket, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import type { DeviceId } from '../../../contracts/ids.ts';
import { topicOf } from '../../../contracts/mqtt/topics.ts';
import type { Refusal } from '../../../gateway/limits/stats.ts';
import type { Log } from '../../../kit/log.ts';
import { silentLog } from '../../../kit/log.ts';
import { plainHeartbeat } from '../../../server/simulated-laptop/messages.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { hasFields } from '../../support/has-fields.ts';
import { storedRecords } from '../../support/stored-records.ts';
import type { TestLink } from '../../support/test-device.ts';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.ts';
import { until } from '../../support/until.ts';
import { withPorts } from '../../support/with-ports.ts';

/** A good device beside the bad one: at the end it must still be served. */
async function withWitness(t: Test, school: TestGateway): Promise<() => Promise<void>> {
  const witness = await school.device();
  const link = await witness.connect(school.url);
  t.teardown(() => link.client.end(true));
  return async () => {
    await link.publish('activity', activity('witness-0001'));
    t.equal(link.closed, false, 'nobody else is harmed');
  };
}

const refused = (school: TestGateway, reason: Refusal): number => school.gateway.stats().refused[reason] ?? 0;

function activity(id: string) {
  return { records: [{ id, at: 1, kind: 'request', user: 'ana', domain: 'a.example', action: 'allow' }] };
}

/** A QoS 1 publish of an activity without content, by hand. */
function publishOf(deviceId: DeviceId, packetId: number): Buffer {
  const topic = Buffer.from(topicOf(deviceId, 'activity'));
  const body = Buffer.concat([Buffer.from([0, topic.length]), topic, Buffer.from([0, packetId])]);
  return Buffer.concat([Buffer.from([0x32, body.length]), body]);
}

async function rawSocket(t: Test, school: TestGateway): Promise<Socket> {
  const socket = connectSocket(school.gateway.addresses().tcp?.port ?? 0, '127.0.0.1');
  socket.on('error', () => undefined);
  t.teardown(() => socket.destroy());
  await once(socket, 'connect');
  return socket;
}

t.test('bytes that are no MQTT are cut at once, and harm nobody', async (t) => {
  const school = await createTestGateway(t);
  const check = await withWitness(t, school);
  const cases: readonly [string, Buffer, Refusal][] = [
    ['HTTP', Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n'), 'protocol_error'],
    ['noise', Buffer.from([0xff, 0x00, 0xf3, 0x80, 0x80]), 'protocol_error'],
    ['a publish before CONNECT', Buffer.from([0x30, 0x02, 0x00, 0x00]), 'protocol_error'],
    ['a remaining length of 256 MB', Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]), 'packet_too_large'],
    ['a remaining length without end', Buffer.from([0x10, 0xff, 0xff, 0xff, 0xff, 0xff]), 'protocol_error'],
    [
      'a CONNECT of another protocol',
      Buffer.from('\x10\x10\x00\x06MQIsXX\x03\x02\x00\x3c\x00\x02id', 'latin1'),
      'protocol_error',
    ],
  ];
  for (const [what, bytes, reason] of cases) {
    const before = refused(school, reason);
    const socket = await rawSocket(t, school);
    const closed = once(socket, 'close');
    socket.write(bytes);
    await closed;
    t.equal(refused(school, reason), before + 1, `${what}: ${reason}`);
  }
  await check();
  await until(() => school.gateway.stats().connections === 1, { what: 'only the witness to be left' });
});

t.test('half a CONNECT is cut when its time is over', async (t) => {
  const school = await createTestGateway(t, { limits: { connectTimeoutMs: 200 } });
  const check = await withWitness(t, school);
  const socket = await rawSocket(t, school);
  const closed = once(socket, 'close');
  socket.write(Buffer.from([0x10, 0x40, 0x00, 0x04, 0x4d]));
  await closed;
  t.equal(refused(school, 'connect_timeout'), 1);
  await check();
});

t.test('a stranger may hold only so many connections, and devices of the same address get in', async (t) => {
  const clock = createFakeClock();
  const school = await createTestGateway(t, { clock, limits: { strangersPerNetwork: 2 } });
  const first = await rawSocket(t, school);
  const second = await rawSocket(t, school);
  await until(() => school.gateway.stats().connections === 2, { what: 'both to be counted' });
  // The event loop turns: what they had said would be read.
  await clock.advance(1);
  const third = await rawSocket(t, school);
  await once(first, 'close');
  t.equal(refused(school, 'crowded_out'), 1, 'silence makes room');
  t.equal(third.closed, false);
  await clock.advance(1);
  const gone = once(second, 'close');
  const link = await (await school.device()).connect(school.url);
  await gone;
  t.equal(refused(school, 'crowded_out'), 2);
  t.equal(link.closed, false);
  await link.client.endAsync(true);
});

t.test('a logged-in device that breaks the protocol loses its connection only', async (t) => {
  const school = await createTestGateway(t);
  const check = await withWitness(t, school);
  const laptop = await school.device();
  const cases: readonly [string, Buffer, Refusal][] = [
    ['a publish that announces 256 MB', Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f]), 'packet_too_large'],
    ['a subscription of 10 kB', Buffer.from([0x82, 0x90, 0x4e]), 'packet_too_large'],
    [
      'a second CONNECT',
      Buffer.from([0x10, 0x0c, 0, 4, 0x4d, 0x51, 0x54, 0x54, 4, 2, 0, 30, 0, 0]),
      'protocol_error',
    ],
    ['a reserved flag', Buffer.from([0x83, 0x00]), 'protocol_error'],
    ['a publish with packet id 0', publishOf(laptop.id, 0), 'protocol_error'],
    ['a subscription with packet id 0', Buffer.from([0x82, 6, 0, 0, 0, 1, 0x61, 1]), 'protocol_error'],
    ['an unsubscription with packet id 0', Buffer.from([0xa2, 5, 0, 0, 0, 1, 0x61]), 'protocol_error'],
    ['an unsubscription from nothing', Buffer.from([0xa2, 2, 0, 7]), 'protocol_error'],
    ['a subscription to nothing', Buffer.from([0x82, 2, 0, 7]), 'protocol_error'],
    ['an acknowledgement of packet id 0', Buffer.from([0x40, 2, 0, 0]), 'protocol_error'],
  ];
  for (const [what, bytes, reason] of cases) {
    const before = refused(school, reason);
    const link = await laptop.connect(school.url);
    link.client.stream.write(bytes);
    await until(() => link.closed, { what: `the cut after ${what}` });
    t.equal(refused(school, reason), before + 1, `${what}: ${reason}`);
  }
  await check();
});

t.test(
  'a device publishes to its own upward topics only, with the QoS and retain flag of the table',
  async (t) => {
    const school = await createTestGateway(t);
    const check = await withWitness(t, school);
    const [laptop, other] = [await school.device(), await school.device()];
    const own = `schoolgate/v1/devices/${laptop.id}`;
    const cases: readonly [string, { qos: 0 | 1 | 2; retain: boolean }, Refusal][] = [
      [`schoolgate/v1/devices/${other.id}/heartbeat`, { qos: 0, retain: false }, 'forbidden_topic'],
      [`${own}/target`, { qos: 1, retain: false }, 'forbidden_topic'],
      [`${own}/commands`, { qos: 1, retain: false }, 'forbidden_topic'],
      [`${own}/heartbeat/more`, { qos: 0, retain: false }, 'forbidden_topic'],
      ['$SYS/broker', { qos: 0, retain: false }, 'forbidden_topic'],
      [`${own}/heartbeat`, { qos: 1, retain: false }, 'wrong_flags'],
      [`${own}/heartbeat`, { qos: 0, retain: true }, 'wrong_flags'],
      [`${own}/activity`, { qos: 0, retain: false }, 'wrong_flags'],
      [`${own}/activity`, { qos: 2, retain: false }, 'wrong_flags'],
    ];
    for (const [topic, flags, reason] of cases) {
      const before = refused(school, reason);
      const link = await laptop.connect(school.url);
      link.client.publish(topic, '{}', flags);
      await until(() => link.closed, { what: `the cut after ${topic}` });
      t.equal(refused(school, reason), before + 1, `${topic} ${JSON.stringify(flags)}`);
    }
    await check();
  },
);

t.test('a device subscribes to its own two downward topics only', async (t) => {
  const school = await createTestGateway(t);
  const [laptop, other] = [await school.device(), await school.device()];
  const link = await laptop.connect(school.url, { subscribe: false });
  t.teardown(() => link.client.end(true));
  const filters = [
    '#',
    '+/#',
    '$SYS/#',
    'schoolgate/v1/devices/+/target',
    `schoolgate/v1/devices/${other.id}/target`,
    `schoolgate/v1/devices/${laptop.id}/heartbeat`,
  ];
  for (const filter of filters) await t.rejects(link.client.subscribeAsync(filter, { qos: 1 }), filter);
  t.equal(refused(school, 'forbidden_subscription'), filters.length);
  const granted = await link.client.subscribeAsync(`schoolgate/v1/devices/${laptop.id}/target`, { qos: 1 });
  hasFields(t, granted, [{ qos: 1 }]);
  t.equal(link.closed, false);
});

t.test(
  'a message that can never be read is dropped, counted and acknowledged, so that it is not sent for ever',
  async (t) => {
    const school = await createTestGateway(t);
    const check = await withWitness(t, school);
    const laptop = await school.device();
    const link = await laptop.connect(school.url);
    t.teardown(() => link.client.end(true));
    const bomb = gzipSync(Buffer.alloc(64 * 1_048_576));
    const cases: readonly [string, Buffer, Refusal][] = [
      ['text', Buffer.from('hello'), 'bad_json'],
      ['nothing', Buffer.alloc(0), 'bad_json'],
      ['half a document', Buffer.from('{"records":[{"id":'), 'bad_json'],
      ['another shape', Buffer.from('{"records":[]}'), 'bad_shape'],
      ['null', Buffer.from('null'), 'bad_shape'],
      [
        'a bad record among good ones',
        Buffer.from(JSON.stringify({ records: [...activity('good-0001').records, { id: 'x' }] })),
        'bad_shape',
      ],
      [
        'a damaged gzip',
        Buffer.concat([Buffer.from([0x1f, 0x8b]), Buffer.from('no gzip at all')]),
        'bad_gzip',
      ],
      ['a gzip bomb of 64 MB', bomb, 'unpacked_too_large'],
      ['more bytes than the topic allows', Buffer.alloc(262_145, 0x20), 'payload_too_large'],
    ];
    for (const [what, bytes, reason] of cases) {
      const before = refused(school, reason);
      await link.publish('activity', bytes);
      t.equal(refused(school, reason), before + 1, `${what}: ${reason}`);
    }
    t.ok(bomb.length < 262_144, 'the bomb passes the limit of its topic');
    t.same(await storedRecords(school.store), []);
    await link.publish('activity', activity('after-0001'));
    t.equal(link.closed, false);
    await check();
  },
);

t.test(
  'numbers that no database has are dropped by the schema, and harm neither others nor the next message',
  async (t) => {
    const school = await createTestGateway(t);
    const check = await withWitness(t, school);
    const laptop = await school.device();
    const link = await laptop.connect(school.url);
    t.teardown(() => link.client.end(true));
    const at = Date.now();
    const huge = 1e300;
    const heartbeats = [
      { policy: { version: huge, hash: null } },
      { policy: { version: 2 ** 53, hash: null } },
      { target: { version: huge } },
      { uptimeSeconds: huge },
      { droppedRecords: huge },
      { categories: { version: huge, hash: 'x' } },
      { protection: { state: 'enforcing', since: huge } },
    ] as const;
    for (const [n, changes] of heartbeats.entries()) {
      await link.publish('heartbeat', { ...plainHeartbeat(at), ...changes });
      await until(() => refused(school, 'bad_shape') === n + 1, { what: `number ${n} to be dropped` });
    }
    const [record] = activity('huge-0001').records;
    await link.publish('activity', { records: [{ ...record, policyVersion: huge }] });
    await link.publish('events', { events: [{ id: 'huge-0002', at: huge, kind: 'fault', details: {} }] });
    await link.publish('events', { events: [{ id: 'huge-0003', at, kind: 'fault', details: { n: huge } }] });
    t.equal(refused(school, 'bad_shape'), heartbeats.length + 3);
    t.equal(school.gateway.stats().commits.failures, 0);
    await link.heartbeat({ battery: 33 });
    await until(async () => (await school.store.devices.find(laptop.id))?.battery === 33, {
      what: 'the next heartbeat to be written',
    });
    t.equal(link.closed, false);
    await check();
  },
);

t.test(
  'a message that the database cannot store is acknowledged, counted and not asked for again',
  async (t) => {
    const school = await createTestGateway(t, {
      between: (store) => ({
        ...store,
        transaction: (work, options) =>
          store.transaction(
            (tx) =>
              work(
                withPorts(tx, {
                  telemetry: {
                    ...tx.telemetry,
                    appendActivity: (records) =>
                      tx.telemetry.appendActivity(
                        records.map((one) =>
                          one.record.id === 'poison-01'
                            ? { ...one, record: { ...one.record, policyVersion: 1e300 } }
                            : one,
                        ),
                      ),
                  },
                }),
              ),
            options,
          ),
      }),
    });
    const check = await withWitness(t, school);
    const laptop = await school.device();
    const link = await laptop.connect(school.url);
    t.teardown(() => link.client.end(true));
    const records = ['before-01', 'poison-01', 'behind-01'].flatMap((id) => activity(id).records);
    await link.publish('activity', { records });
    t.equal(refused(school, 'not_storable'), 1);
    t.same((await storedRecords(school.store)).length, 2, 'the others of the same message are stored');
    t.equal(link.closed, false);
    await check();
  },
);

t.test('the same complaint about the same device is logged once in its window', async (t) => {
  const lines: unknown[] = [];
  const log: Log = { ...silentLog, warn: (fields) => void lines.push(fields) };
  const school = await createTestGateway(t, { log });
  const [laptop, other] = [await school.device(), await school.device()];
  const link = await laptop.connect(school.url);
  const second = await other.connect(school.url);
  for (let times = 0; times < 5; times++) await link.publish('activity', Buffer.from('?'));
  await second.publish('activity', Buffer.from('?'));
  t.equal(refused(school, 'bad_json'), 6);
  t.same(lines, [
    { reason: 'bad_json', deviceId: laptop.id },
    { reason: 'bad_json', deviceId: other.id },
  ]);
  await Promise.all([link.client.endAsync(true), second.client.endAsync(true)]);
});

t.test('heartbeats over the rate are dropped; the device keeps its connection', async (t) => {
  const school = await createTestGateway(t, { limits: { messagesPerSecond: 0.001, messageBurst: 3 } });
  const laptop = await school.device();
  const link = await laptop.connect(school.url);
  t.teardown(() => link.client.end(true));
  for (let times = 0; times < 10; times++) await link.heartbeat();
  await until(() => refused(school, 'rate_limited') === 7, { what: 'seven to be dropped' });
  t.equal(school.gateway.stats().messages.heartbeat, 3);
  t.equal(link.closed, false);
});

t.test(
  'messages that must not be lost wait for their turn; a device that does not stop is cut off, and reconnecting buys nothing',
  async (t) => {
    const school = await createTestGateway(t, { limits: { messagesPerSecond: 100, messageBurst: 2 } });
    const laptop = await school.device();
    const link = await laptop.connect(school.url);
    const began = performance.now();
    await Promise.all([1, 2, 3, 4, 5, 6].map((n) => link.publish('activity', activity(`waiting-${n}`))));
    t.ok(performance.now() - began > 30, 'the last waited for its tokens');
    t.equal(refused(school, 'rate_limited'), 0);
    flood(link);
    await until(() => link.closed, { what: 'the cut' });
    t.ok(refused(school, 'rate_limited') > 0 || refused(school, 'too_many_in_flight') > 0);
  },
);

function flood(link: TestLink): void {
  for (let n = 0; n < 2_000 && !link.closed; n++) {
    link.publish('activity', activity(`flood-${String(n).padStart(5, '0')}`)).catch(() => undefined);
  }
}

t.test('a flood of small packets costs the device its connection', async (t) => {
  const school = await createTestGateway(t, { limits: { packetsPerSecond: 10, packetBurst: 50 } });
  const laptop = await school.device();
  const link = await laptop.connect(school.url);
  const ping = Buffer.from([0xc0, 0x00]);
  link.client.stream.write(Buffer.concat(Array.from({ length: 200 }, () => ping)));
  await until(() => link.closed, { what: 'the cut' });
  t.equal(refused(school, 'flood'), 1);
});

t.test('random bytes after a good login never end the process', async (t) => {
  const school = await createTestGateway(t);
  const check = await withWitness(t, school);
  const laptop = await school.device();
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let times = 0; times < 60; times++) {
    const link = await laptop.connect(school.url, { subscribe: false });
    const types = [0x30, 0x32, 0x34, 0x40, 0x50, 0x62, 0x70, 0x82, 0xa2, 0xe0];
    const body = Buffer.from(Array.from({ length: random(60) }, () => random(256)));
    const packet = Buffer.concat([Buffer.from([types[random(types.length)] ?? 0, body.length]), body]);
    link.client.stream.write(packet);
    await link.client.endAsync(true);
  }
  t.ok(school.gateway.stats().logins >= 60);
  await check();
});

t.test('a heartbeat that claims impossible values is dropped', async (t) => {
  const school = await createTestGateway(t);
  const laptop = await school.device();
  const link = await laptop.connect(school.url);
  t.teardown(() => link.client.end(true));
  await link.heartbeat({ battery: 400 });
  await until(() => refused(school, 'bad_shape') === 1, { what: 'the first to be dropped' });
  await link.publish('heartbeat', { ...plainHeartbeat(1), user: 'x'.repeat(300) });
  await until(() => refused(school, 'bad_shape') === 2, { what: 'both to be dropped' });
  hasFields(t, await school.store.devices.find(laptop.id), { battery: null, user: null });
});
