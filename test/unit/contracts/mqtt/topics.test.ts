import t from 'tap';
import type { DeviceId } from '../../../../contracts/ids.ts';
import {
  maySubscribe,
  parseTopic,
  publishRule,
  TOPICS,
  type TopicName,
  topicOf,
} from '../../../../contracts/mqtt/topics.ts';

const own: DeviceId = 'dev_01h455vb4pex5vsknk084sn02q';
const other: DeviceId = 'dev_01h455vb4pex5vsknk084sn02r';

t.test('a device publishes upward and subscribes downward, to its own topics alone', (t) => {
  for (const name of Object.keys(TOPICS) as TopicName[]) {
    const up = TOPICS[name].direction === 'up';
    t.equal(publishRule(own, topicOf(own, name)) !== null, up, `publish ${name}`);
    t.equal(maySubscribe(own, topicOf(own, name)), !up, `subscribe ${name}`);
    t.equal(publishRule(own, topicOf(other, name)), null, `publish another’s ${name}`);
    t.notOk(maySubscribe(own, topicOf(other, name)), `subscribe another’s ${name}`);
  }
  t.end();
});

t.test('wildcards, foreign trees and inherited property names are no topics', (t) => {
  for (const topic of [
    '#',
    '$SYS/#',
    `schoolgate/v1/devices/${own}/#`,
    `schoolgate/v1/devices/${own}/+`,
    'schoolgate/v1/devices/+/commands',
    `schoolgate/v1/devices/${own}/commands/x`,
    `schoolgate/v2/devices/${own}/commands`,
    `schoolgate/v1/devices/${own}/constructor`,
    `schoolgate/v1/devices/${own}/__proto__`,
    `schoolgate/v1/devices/${own}`,
    '',
  ]) {
    t.equal(parseTopic(topic), null, topic);
    t.notOk(maySubscribe(own, topic), topic);
  }
  t.end();
});
