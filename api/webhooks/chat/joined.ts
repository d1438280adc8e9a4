import type { EventBody } from '../../../contracts/events/catalogue.ts';
import type { AttemptOutcome, ClaimedDelivery, JoinedDeliveries } from '../../../store/ports/events.ts';
import type { Transaction } from '../../../store/ports/store.ts';
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
 * Writes the outcome of a message to the deliveries that were joined to it, each by its own place in the schedule. The answer's text is kept with
 * the first delivery alone: thousands may share it.
 */
export async function settleJoined(
  tx: Pick<Transaction, 'deliveries'>,
  joined: JoinedDeliveries | undefined,
  outcomeOf: (attempt: number) => AttemptOutcome,
): Promise<void> {
  const deliveries = joined?.deliveries ?? [];
  for (const attempt of new Set(deliveries.map((each) => each.attempt))) {
    const ids = deliveries.filter((each) => each.attempt === attempt).map(({ id }) => id);
    await tx.deliveries.settleJoined(ids, { ...outcomeOf(attempt), responseBody: null });
  }
}
