import type { DeviceId } from '../../contracts/ids.ts';
import { StatusMessage } from '../../contracts/mqtt/messages.ts';
import { publishRule, topicOf, type UpTopic } from '../../contracts/mqtt/topics.ts';
import type { Publish } from '../connections/connection.ts';
import type { Refusal } from '../limits/stats.ts';
import { createReader } from './reader.ts';

/** Whether a device may publish this: to which topic it goes, or why not. */
export function judgePublish(
  deviceId: DeviceId,
  { topic, payload, qos, retain }: Publish,
): { readonly name: UpTopic } | { readonly refusal: Refusal } {
  const allowed = publishRule(deviceId, topic);
  if (allowed === null) return { refusal: 'forbidden_topic' };
  const { name, rule } = allowed;
  if (qos !== rule.qos || retain !== rule.retain) return { refusal: 'wrong_flags' };
  if (payload.length > rule.maxBytes) return { refusal: 'payload_too_large' };
  return { name };
}

const readStatus = createReader(StatusMessage);

/** A last will is either absent or the device's own "offline" with the epoch of this connection. */
export function willFits(
  will: Publish | null,
  { deviceId, epoch }: { readonly deviceId: DeviceId; readonly epoch: number },
): boolean {
  if (will === null) return true;
  if (will.topic !== topicOf(deviceId, 'status') || 'refusal' in judgePublish(deviceId, will)) return false;
  const status = readStatus(Buffer.from(will.payload));
  return 'message' in status && status.message.state === 'offline' && status.message.epoch === epoch;
}
