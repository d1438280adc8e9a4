import { StatusMessage } from '../../contracts/mqtt/messages.ts';
import { createReader } from '../broker/reader.ts';
import type { Handler, IngestTools } from './message-context.ts';

/**
 * `status`: only "offline" changes anything, since the login has proven "online". It is acknowledged when it is durable, so that an agent may wait for that
 * before it ends.
 */
export function createStatusHandler({ presence }: Pick<IngestTools, 'presence'>): Handler {
  const read = createReader(StatusMessage);
  return async ({ connection, login }, payload) => {
    const reading = read(payload);
    if ('refusal' in reading) return reading.refusal;
    const { state, epoch, reason } = reading.message;
    if (epoch !== login.epoch) return 'stale_epoch';
    if (state !== 'offline' || reason !== 'stopped') return null;
    connection.stopped = true;
    await presence.ended(login.deviceId, epoch, 'stopped');
    return null;
  };
}
