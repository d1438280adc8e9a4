import { Fault } from '../../kit/fault.ts';
import type { AlertRecord } from '../../store/ports/alerts.ts';
import type { Store } from '../../store/ports/store.ts';

/** An alert with its place among the events. */
export interface PlacedAlert {
  readonly place: number;
  readonly alert: AlertRecord;
}

/** The alerts made behind a place. */
export interface NewAlerts {
  readonly alerts: readonly PlacedAlert[];
  /** The place up to which was read. */
  readonly upTo: number;
}

const PAGE = 500;
/** Pages of one reading. What lies behind them is read in the next round. */
const MAX_PAGES = 20;

/**
 * Reads the alerts that were made behind a place, in the order in which they were stored, by their events: no alert that is stored later has an earlier place.
 * What two addresses ask for is read once, so make one for each round.
 */
export function createNewAlerts(store: Pick<Store, 'events' | 'alerts'>) {
  const known = new Map<string, Promise<NewAlerts>>();
  return (organisationId: number, after: number): Promise<NewAlerts> => {
    const question = `${organisationId} ${after}`;
    const found = known.get(question) ?? readBehind(store, organisationId, after);
    known.set(question, found);
    return found;
  };
}

async function readBehind(
  { events, alerts }: Pick<Store, 'events' | 'alerts'>,
  organisationId: number,
  after: number,
): Promise<NewAlerts> {
  const found: PlacedAlert[] = [];
  let upTo = after;
  for (let page = 0; page < MAX_PAGES; page++) {
    const read = (place: number) =>
      events.list({
        ...{ organisationId, limit: PAGE, from: { kind: 'page', page: 1 } },
        filter: { types: ['alert.created'], after: place },
        sort: [{ field: 'sequence', descending: false }],
      });
    const { rows, hasMore } = await read(upTo).catch((error: unknown) => read(oldestKept(error)));
    for (const { sequence, data } of rows) {
      const { id } = data.alert as { readonly id: string };
      const alert = await alerts.get(organisationId, id);
      if (alert !== null) found.push({ place: sequence, alert });
      upTo = sequence;
    }
    if (!hasMore) break;
  }
  return { alerts: found, upTo };
}

/** Events behind the place are deleted, after weeks: nobody is mailed about them any more. @throws any other error */
function oldestKept(error: unknown): number {
  if (error instanceof Fault && error.code === 'events_expired')
    return Number(error.extras.oldestSequence) - 1;
  throw error;
}
