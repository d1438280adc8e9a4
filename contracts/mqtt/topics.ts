import type { DeviceId } from '../ids.ts';
import { isId } from '../ids.ts';

/**
 * The table of MQTT topics, from which builders, permissions and documentation are made. MQTT 3.1.1; every topic is
 * `schoolgate/v1/devices/{deviceId}/{name}`.
 */
export const TOPICS = {
  status: {
    direction: 'up',
    qos: 1,
    retain: true,
    maxBytes: 512,
    about: 'online or offline with the connection epoch; also the last will',
  },
  heartbeat: {
    direction: 'up',
    qos: 0,
    retain: false,
    maxBytes: 8_192,
    about: 'battery, campus, lock, protection, versions; every 30 s',
  },
  activity: {
    direction: 'up',
    qos: 1,
    retain: false,
    maxBytes: 262_144,
    about: 'batches of decided requests; gzip over 1 kB',
  },
  events: {
    direction: 'up',
    qos: 1,
    retain: false,
    maxBytes: 65_536,
    about: 'batches of violations, tamper, lock releases, self-test results',
  },
  results: { direction: 'up', qos: 1, retain: false, maxBytes: 65_536, about: 'state changes of commands' },
  target: { direction: 'down', qos: 1, retain: false, maxBytes: 262_144, about: 'the signed target state' },
  commands: { direction: 'down', qos: 1, retain: false, maxBytes: 65_536, about: 'signed one-off commands' },
} as const satisfies Record<string, TopicRule>;

export interface TopicRule {
  /** `up`: only the device publishes. `down`: only the server publishes, the device may subscribe. */
  readonly direction: 'up' | 'down';
  readonly qos: 0 | 1;
  readonly retain: boolean;
  /** The largest accepted payload, as sent (compressed). */
  readonly maxBytes: number;
  readonly about: string;
}

export type TopicName = keyof typeof TOPICS;
export type UpTopic = {
  [K in TopicName]: (typeof TOPICS)[K]['direction'] extends 'up' ? K : never;
}[TopicName];
export type DownTopic = Exclude<TopicName, UpTopic>;

const PREFIX = 'schoolgate/v1/devices/';

/** The topic of a device. */
export function topicOf(deviceId: DeviceId, name: TopicName): string {
  return `${PREFIX}${deviceId}/${name}`;
}

/** Reads a topic; null = it is not a Schoolgate topic, or contains a wildcard. */
export function parseTopic(topic: string): { readonly deviceId: DeviceId; readonly name: TopicName } | null {
  if (!topic.startsWith(PREFIX)) return null;
  const [deviceId, name, ...rest] = topic.slice(PREFIX.length).split('/');
  if (deviceId === undefined || name === undefined || rest.length > 0) return null;
  if (!isId('dev', deviceId) || !isTopicName(name)) return null;
  return { deviceId, name };
}

function isTopicName(name: string): name is TopicName {
  return Object.hasOwn(TOPICS, name);
}

/** The name and rule of a topic to which a device may publish; null = it may not. */
export function publishRule(
  deviceId: DeviceId,
  topic: string,
): { readonly name: UpTopic; readonly rule: TopicRule } | null {
  // Every message passes here. Comparing with the one valid topic costs less than parsing the topic.
  const name = topic.slice(topic.lastIndexOf('/') + 1);
  if (!isTopicName(name) || topic !== topicOf(deviceId, name) || !isUp(name)) return null;
  return { name, rule: TOPICS[name] };
}

function isUp(name: TopicName): name is UpTopic {
  return TOPICS[name].direction === 'up';
}

/** Whether a device may subscribe: to its own downward topics by their full names, nothing else. */
export function maySubscribe(deviceId: DeviceId, filter: string): boolean {
  const parsed = parseTopic(filter);
  return parsed !== null && parsed.deviceId === deviceId && TOPICS[parsed.name].direction === 'down';
}
