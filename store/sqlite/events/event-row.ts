import type { EventBody, EventType } from '../../../contracts/events/catalogue.ts';
import type { DeviceId, EventId } from '../../../contracts/ids.ts';

export interface EventRow {
  readonly id: EventId;
  readonly organisation_id: number;
  readonly sequence: number;
  readonly type: EventType;
  readonly at: number;
  readonly device_id: DeviceId | null;
  readonly data: string;
}

/** The body of a stored event. */
export function eventOf(row: EventRow): EventBody {
  return eventBody({
    id: row.id,
    type: row.type,
    at: row.at,
    deviceId: row.device_id,
    sequence: row.sequence,
    data: JSON.parse(row.data),
  });
}

/** The body of an event as it is sent and pulled, its members in the order of the documentation. */
function eventBody(event: {
  readonly id: EventId;
  readonly type: EventType;
  readonly at: number;
  readonly deviceId: DeviceId | null;
  readonly sequence: number;
  readonly data: Readonly<Record<string, unknown>>;
}): EventBody {
  return {
    id: event.id,
    event: event.type,
    type: event.type,
    timestamp: new Date(event.at).toISOString(),
    ...(event.deviceId === null ? {} : { device_id: event.deviceId }),
    sequence: event.sequence,
    data: event.data,
  };
}
