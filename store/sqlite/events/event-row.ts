import type { EventBody, EventType } from '../../../contracts/events/catalogue.ts';
import type { DeviceId, EventId } from '../../../contracts/ids.ts';
import { eventBody } from '../../rules/event-body.ts';

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
