import type { EventBody } from '../../../contracts/events/catalogue.ts';
import type {
  AttemptOutcome,
  ClaimedDelivery,
  JoinedDeliveries,
  SettledAttempt,
} from '../../../store/ports/events.ts';
import type { Batch } from './message.ts';

/** The events of one message. */
export function batchOf(
  event: EventBody,
  { joined, names }: Pick<ClaimedDelivery, 'joined' | 'names'> = {},
): Batch {
  return {
    names,
    bodies: [event, ...(joined?.bodies ?? [])],
    counts: {
      events: 1 + (joined?.deliveries.length ?? 0),
      devices: joined?.devices ?? (event.device_id === undefined ? 0 : 1),
    },
  };
}

/**
 * The outcome of a message for the deliveries that were joined to it, each at its own place in the schedule. Only the first delivery keeps
 * the text of the answer, because thousands may share it.
 */
export function joinedAttempts(
  joined: JoinedDeliveries | undefined,
  outcomeOf: (attempt: number) => AttemptOutcome,
): readonly SettledAttempt[] {
  const outcomes = new Map<number, AttemptOutcome>();
  return (joined?.deliveries ?? []).map(({ id, attempt }) => {
    const outcome = outcomes.get(attempt) ?? { ...outcomeOf(attempt), responseBody: null };
    outcomes.set(attempt, outcome);
    return { id, outcome, joined: true };
  });
}
