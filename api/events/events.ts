import {
  EVENT_TYPES,
  type EventType,
  isEventFilter,
  matchesEvent,
} from '../../contracts/events/catalogue.ts';
import { Fault, type FieldError } from '../../kit/fault.ts';

/** The events that filters of a query name; undefined = all. @throws Fault validation_failed */
export function typesOf(filters: readonly string[] | undefined): readonly EventType[] | undefined {
  const errors = (filters ?? [])
    .filter((filter) => !isEventFilter(filter))
    .map((filter): FieldError => {
      const detail = `"${filter}" names no event, no group of events (device.*) and not all (*).`;
      return { in: 'query', parameter: 'type', code: 'unknown_event', detail };
    });
  if (errors.length > 0)
    throw new Fault('validation_failed', errors[0]?.detail ?? '', { extras: { errors } });
  if (filters === undefined || filters.includes('*')) return undefined;
  return EVENT_TYPES.filter((type) => matchesEvent(filters, type));
}
