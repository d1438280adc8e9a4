import { matchSearch } from '../../../contracts/alerts/search-match.ts';
import { searchTextOf } from '../../../contracts/alerts/search-text.ts';
import type { ActivityRecord } from '../../../contracts/mqtt/messages.ts';
import type { ReceivedActivity } from '../../../store/ports/telemetry.ts';
import { createRecentNames } from './recent-counts.ts';
import { isUnasked } from './unasked.ts';

/** How many records are remembered as read, so that a repeated batch counts once: the blocked ones of a big district in some minutes. */
const MAX_REMEMBERED = 50_000;

const GAMES = 'games';

/** Reasons that are a block by a rule. A block by a policy's default was not aimed at the site. */
const RULES: ReadonlySet<string> = new Set(['block', 'locked_block']);

/** What one record of a device says. Events and alerts are made of it. */
export interface ActivityReading {
  readonly received: ReceivedActivity;
  /** Whether it is about a game, blocked or not. */
  readonly isGame: boolean;
  /** A blocked page that a person asked for: blocked by a rule, or the record names no reason. Null = no such page. */
  readonly blockedPage: 'by_rule' | 'without_reason' | null;
  /** A search about self-harm or violence; null = none. */
  readonly search: ReturnType<typeof matchSearch>;
}

/** Reads each record of devices once. */
export interface ActivityReader extends BatchReader {
  /** For a batch that the device has to keep and will send again: reads only its searches, and each once. */
  readonly ofHeldBack: BatchReader;
}

interface BatchReader {
  /** The readings of those records that say something and were not read before. They count as read now. */
  read(records: readonly ReceivedActivity[]): readonly ActivityReading[];
  /** Forgets readings of a batch that could not be stored: it comes again. */
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

/** Reads one record. */
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

/** A blocked advertisement or tracker does not count: nobody asked for it. */
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
