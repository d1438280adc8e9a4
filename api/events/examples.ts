import { DEVICE_EXAMPLES } from '../devices/examples.ts';
import { AT, DEVICE, listOf } from '../openapi/example-values.ts';

const event = {
  id: 'evt_01kafw3v5xe8m9t2q4r6y8b0cd',
  event: 'device.offline',
  type: 'device.offline',
  timestamp: AT,
  device_id: DEVICE,
  sequence: 1_234,
  data: { device: { ...DEVICE_EXAMPLES.Device, status: 'offline' }, reason: 'silence' },
};

/** Of events. */
export const EVENT_EXAMPLES = {
  Event: event,
  EventList: listOf(event),
} as const;
