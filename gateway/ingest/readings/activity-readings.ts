import { matchSearch } from '../../../contracts/alerts/search-match.ts';
import { searchTextOf } from '../../../contracts/alerts/search-text.ts';
import type { ActivityRecord } from '../../../contracts/mqtt/messages.ts';
import type { ReceivedActivity } from '../../../store/ports/telemetry.ts';
import { createRecentNames } from './recent-counts.ts';
import { isUnasked } from './unasked.ts';

/** Records that were looked at, so that a repeat of a batch counts nothing twice: some minutes of the blocked ones of a big district. */
const MAX_REMEMBERED = 50_000;

const GAMES = 'games';

/** A block by a rule. What the default of a policy stops was forbidden by nobody in particular. */
const RULES: ReadonlySet<string> = new Set(['block', 'locked_block']);

/** What a record of a device tells. Events and alerts are made of it, each by what they promise. */
export interface ActivityReading {
  readonly received: ReceivedActivity;
  /** It is about a game, blocked or not. */
  readonly isGame: boolean;
  /** A page that was blocked, and that somebody asked for: by a rule, or the record names no reason; null = none, or blocked by something else. */
  readonly blockedPage: 'by_rule' | 'without_reason' | null;
  /** A search that tells of despair or violence; null = none. */
  readonly search: ReturnType<typeof matchSearch>;
}

/** Reads the records of devices, each once. */
export interface ActivityReader extends BatchReader {
  /** Of a batch that the device is to keep, and that is read whole when it comes again: its searches alone. They are found once. */
  readonly ofHeldBack: BatchReader;
}

interface BatchReader {
  /** Those of a batch that tell something and were not read before; they count as read now. */
  read(records: readonly ReceivedActivity[]): readonly ActivityReading[];
  /** The batch could not be stored: it comes again, and is to be read again. */
  forget(readings: readonly ActivityReading[]): void;
}

export function createActivityReader(): ActivityReader {
  const known = createRecentNames(MAX_REMEMBERED);
  const searched = createRecentNames(MAX_REMEMBERED);
  const isNew = (received: ReceivedActivity): boolean => {
    const name = nameOf(received);
    if (!isWorthALook(received.record) || known.has(name)) return false;
    known.add(name);
    return true;
  };
  const isFound = ({ received }: ActivityReading): boolean => searched.has(nameOf(received));
  return {
    read: (records) =>
      records
        .filter(isNew)
        .map(readingOf)
        .map((reading) => (isFound(reading) ? { ...reading, search: null } : reading)),
    forget(readings) {
      for (const { received } of readings) known.forget(nameOf(received));
    },
    ofHeldBack: {
      read(records) {
        const found = records
          .filter(({ record }) => isWorthALook(record))
          .map(readingOf)
          .filter((reading) => reading.search !== null && !isFound(reading));
        for (const { received } of found) searched.add(nameOf(received));
        return found.map((reading) => ({ ...reading, isGame: false, blockedPage: null }));
      },
      forget(readings) {
        for (const { received } of readings) searched.forget(nameOf(received));
      },
    },
  };
}

/** What one record tells. */
export function readingOf(received: ReceivedActivity): ActivityReading {
  const { record } = received;
  const searched = searchTextOf(record);
  return {
    received,
    isGame: record.category === GAMES,
    blockedPage: blockedPageOf(record),
    search: searched === null ? null : matchSearch(searched),
  };
}

/** A blocked advertisement or tracker is none: nobody asked for it. */
function blockedPageOf({ kind, action, reason, category }: ActivityRecord): ActivityReading['blockedPage'] {
  if (kind !== 'request' || action !== 'block' || isUnasked(category)) return null;
  if (reason === undefined) return 'without_reason';
  return RULES.has(reason) ? 'by_rule' : null;
}

function nameOf({ deviceId, record }: ReceivedActivity): string {
  return `${deviceId} ${record.id} ${record.at}`;
}

/** Whether anything could be found. Help in a crisis is never looked at. */
function isWorthALook(record: ActivityRecord): boolean {
  if (record.reason === 'crisis_allow') return false;
  return (
    record.action === 'block' || record.category === GAMES || record.kind === 'search' || record.url != null
  );
}
