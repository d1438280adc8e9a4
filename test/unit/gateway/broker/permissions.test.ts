import t from 'tap';
import { topicOf } from '../../../../contracts/mqtt/topics.ts';
import { judgePublish, willFits } from '../../../../gateway/broker/permissions.ts';
import type { Publish } from '../../../../gateway/connections/connection.ts';

const OWN = 'dev_7zzzzzzzzzzzzzzzzzzzzzzzzz';
const OTHER = 'dev_7yyyyyyyyyyyyyyyyyyyyyyyyy';

function publish(topic: string, changes: Partial<Publish> = {}): Publish {
  return { topic, payload: Buffer.from('{}'), qos: 1, retain: false, ...changes };
}

t.test('a device publishes to its own upward topics', async (t) => {
  for (const [name, flags] of [
    ['status', { qos: 1, retain: true }],
    ['heartbeat', { qos: 0, retain: false }],
    ['activity', { qos: 1, retain: false }],
    ['events', { qos: 1, retain: false }],
    ['results', { qos: 1, retain: false }],
  ] as const)
    t.strictSame(judgePublish(OWN, publish(topicOf(OWN, name), flags)), { name });
});

t.test('it does not publish for another device, downwards, or to any other topic', async (t) => {
  for (const topic of [
    topicOf(OTHER, 'activity'),
    topicOf(OWN, 'target'),
    topicOf(OWN, 'commands'),
    `${topicOf(OWN, 'activity')}/activity`,
    'activity',
    '$SYS/activity',
    topicOf(OWN, 'activity').replace('activity', 'toString'),
  ])
    t.strictSame(judgePublish(OWN, publish(topic)), { refusal: 'forbidden_topic' }, topic);
});

t.test('each topic has its quality of service and its retaining', async (t) => {
  const topic = topicOf(OWN, 'activity');
  t.strictSame(judgePublish(OWN, publish(topic, { qos: 0 })), { refusal: 'wrong_flags' });
  t.strictSame(judgePublish(OWN, publish(topic, { qos: 2 })), { refusal: 'wrong_flags' });
  t.strictSame(judgePublish(OWN, publish(topic, { retain: true })), { refusal: 'wrong_flags' });
});

t.test('a payload is as large as its topic allows, and no larger', async (t) => {
  const topic = topicOf(OWN, 'events');
  t.strictSame(judgePublish(OWN, publish(topic, { payload: Buffer.alloc(65_536) })), { name: 'events' });
  t.strictSame(judgePublish(OWN, publish(topic, { payload: Buffer.alloc(65_537) })), {
    refusal: 'payload_too_large',
  });
});

function will(message: unknown, changes: Partial<Publish> = {}): Publish {
  return publish(topicOf(OWN, 'status'), {
    payload: Buffer.from(JSON.stringify(message)),
    retain: true,
    ...changes,
  });
}

t.test('a last will is absent, or says that this connection of this device is off-line', async (t) => {
  const login = { deviceId: OWN, epoch: 4 } as const;
  t.equal(willFits(null, login), true);
  t.equal(willFits(will({ state: 'offline', epoch: 4 }), login), true);
  t.equal(willFits(will({ state: 'offline', epoch: 3 }), login), false, 'of another connection');
  t.equal(willFits(will({ state: 'online', epoch: 4 }), login), false);
  t.equal(willFits(will({ state: 'offline' }), login), false, 'no status message');
  t.equal(willFits(will({}, { payload: 'x' }), login), false);
});

t.test('a last will goes to the status of the device alone, with the flags of that topic', async (t) => {
  const login = { deviceId: OWN, epoch: 4 } as const;
  const message = { state: 'offline', epoch: 4 };
  t.equal(willFits(will(message, { topic: topicOf(OTHER, 'status') }), login), false);
  t.equal(willFits(will(message, { topic: topicOf(OWN, 'activity'), retain: false }), login), false);
  t.equal(willFits(will(message, { retain: false }), login), false);
  t.equal(willFits(will(message, { qos: 0 }), login), false);
});
