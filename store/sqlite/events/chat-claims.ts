import { isChatKind } from '../../../contracts/events/webhook-kinds.ts';
import type { DeliveryId, EventId, WebhookId } from '../../../contracts/ids.ts';
import type { ChatPace } from '../../ports/chat-pace.ts';
import type { ClaimedDelivery, Names, WebhookRecord } from '../../ports/events.ts';
import type { Context } from '../connection/context.ts';
import type { DeliveryRow } from './delivery-row.ts';
import { type EventRow, eventOf } from './event-row.ts';

/** Claims deliveries to one chat: one message at a time. */
export type ClaimChat = (
  webhook: WebhookRecord,
  request: { readonly now: number; readonly claimedUntil: number; readonly pace: ChatPace },
) => ClaimedDelivery | null;

interface DueType {
  readonly event_type: string;
}

type TakenRow = Pick<DeliveryRow, 'id' | 'event_id' | 'scheduled_count'>;

/** The type that stands for a hold of the whole chat. No event has it. */
export const WHOLE_CHAT = '';

/** Holds deliveries to a chat back until a moment. They are moved to that moment, so that a later look does not find them before. */
export function createChatHolds({ db }: Pick<Context, 'db'>): {
  /** Until when a type, or the whole chat, is held; null when it is not. */
  get(id: WebhookId, type: string, now: number, longestMs: number): number | null;
  /** A hold never gets shorter. */
  set(id: WebhookId, type: string, until: number): void;
} {
  const find = db
    .prepare<[id: string, type: string], number>(
      'SELECT until FROM chat_holds WHERE webhook_id = ? AND event_type = ?',
    )
    .pluck();
  const put = db.prepare<[Record<string, unknown>]>(
    `INSERT INTO chat_holds (webhook_id, event_type, until) SELECT id, :type, :until FROM webhooks WHERE id = :id
     ON CONFLICT DO UPDATE SET until = max(until, excluded.until)`,
  );
  const drop = db.prepare<[id: string, type: string]>(
    'DELETE FROM chat_holds WHERE webhook_id = ? AND event_type = ?',
  );
  return {
    get(id, type, now, longestMs) {
      const until = find.get(id, type);
      if (until === undefined || until <= now) return null;
      if (until - now <= longestMs) return until;
      drop.run(id, type);
      return null;
    },
    set: (id, type, until) => void put.run({ id, type, until }),
  };
}

/**
 * All due deliveries of one type become one message. It holds the next message of this type for the window, and the next of any type for the distance. An
 * attempt that a person asked for is a message of its own and holds no type.
 */
export function createChatClaim({ db }: Pick<Context, 'db'>): ClaimChat {
  const holds = createChatHolds({ db });
  const postpone = createPostponement(db);
  const asked = db.prepare<[id: string, now: number], TakenRow>(
    `SELECT id, event_id, scheduled_count FROM deliveries
     WHERE webhook_id = ? AND due_at IS NOT NULL AND due_at <= ? AND manual_at IS NOT NULL ORDER BY due_at, id LIMIT 1`,
  );
  const dueTypes = db.prepare<[id: string, now: number], DueType>(
    `SELECT event_type FROM deliveries WHERE webhook_id = ? AND due_at IS NOT NULL AND due_at <= ? AND manual_at IS NULL
     GROUP BY event_type ORDER BY min(due_at), min(id)`,
  );
  const takeOne = db.prepare<[claimedUntil: number, id: string]>(
    'UPDATE deliveries SET due_at = ? WHERE id = ?',
  );
  const takeType = db.prepare<[Record<string, unknown>], TakenRow>(
    `UPDATE deliveries SET due_at = :claimedUntil WHERE id IN (
       SELECT id FROM deliveries WHERE webhook_id = :id AND due_at IS NOT NULL AND due_at <= :now AND manual_at IS NULL AND event_type = :type
       ORDER BY id LIMIT :limit)
     RETURNING id, event_id, scheduled_count`,
  );
  const message = createMessageReader(db);

  return (webhook, { now, claimedUntil, pace }) => {
    const { id, kind } = webhook;
    if (!isChatKind(kind)) return null;
    const wholeUntil = holds.get(id, WHOLE_CHAT, now, pace.longestQuietMs);
    if (wholeUntil !== null) {
      postpone({ id, type: null, now, until: wholeUntil });
      return null;
    }
    const keepDistance = (): void => holds.set(id, WHOLE_CHAT, now + pace.distanceMs[kind]);
    const single = asked.get(id, now);
    if (single !== undefined) {
      takeOne.run(claimedUntil, single.id);
      keepDistance();
      return message({ webhook, trigger: 'manual', rows: [single], shown: 1 });
    }
    for (const { event_type: type } of dueTypes.all(id, now)) {
      const until = holds.get(id, type, now, pace.windowMs);
      if (until !== null) {
        postpone({ id, type, now, until });
        continue;
      }
      const rows = takeType.all({ id, type, now, claimedUntil, limit: pace.mostMerged });
      holds.set(id, type, now + pace.windowMs);
      keepDistance();
      return message({ webhook, trigger: 'scheduled', rows, shown: pace.shown });
    }
    return null;
  };
}

/** Moves due deliveries of a type, or of all types, to a later moment. */
function createPostponement(db: Context['db']) {
  const move = db.prepare<[Record<string, unknown>]>(
    `UPDATE deliveries SET due_at = :until, next_attempt_at = CASE WHEN manual_at IS NULL THEN :until ELSE next_attempt_at END
     WHERE webhook_id = :id AND due_at IS NOT NULL AND due_at <= :now AND (:type IS NULL OR event_type = :type)
       AND (:type IS NULL OR manual_at IS NULL)`,
  );
  return (what: {
    readonly id: WebhookId;
    /** Null = all types. */
    readonly type: string | null;
    readonly now: number;
    readonly until: number;
  }): void => void move.run(what);
}

/** Makes a claim of deliveries. */
function createMessageReader(db: Context['db']) {
  const event = db.prepare<[id: string], EventRow>('SELECT * FROM events WHERE id = ?');
  const countDevices = db
    .prepare<[ids: string], number>(
      'SELECT count(DISTINCT device_id) FROM events WHERE id IN (SELECT value FROM json_each(?))',
    )
    .pluck();
  const eventRowOf = (row: TakenRow): EventRow => {
    const found = event.get(row.event_id);
    if (found === undefined) throw new Error(`the event of delivery ${row.id} is missing`);
    return found;
  };
  const namesOf = createNameReader(db);
  return (taken: {
    readonly webhook: WebhookRecord;
    readonly trigger: ClaimedDelivery['trigger'];
    readonly rows: readonly TakenRow[];
    readonly shown: number;
  }): ClaimedDelivery | null => {
    const rows = [...taken.rows].sort((a, b) => (a.id < b.id ? -1 : 1));
    const [first, ...others] = rows;
    if (first === undefined) return null;
    const { webhook, trigger, shown } = taken;
    const [event, ...more] = [first, ...others.slice(0, shown - 1)].map(eventRowOf);
    if (event === undefined) return null;
    const claimed = {
      id: first.id,
      webhook,
      body: eventOf(event),
      trigger,
      attempt: first.scheduled_count + 1,
      names: namesOf([event, ...more]),
    };
    if (others.length === 0) return claimed;
    const eventIds: readonly EventId[] = rows.map(({ event_id }) => event_id);
    return {
      ...claimed,
      joined: {
        deliveries: others.map(({ id, scheduled_count }): { id: DeliveryId; attempt: number } => ({
          id,
          attempt: scheduled_count + 1,
        })),
        bodies: more.map(eventOf),
        devices: countDevices.get(JSON.stringify(eventIds)) ?? 0,
      },
    };
  };
}

/** Where the things that people know by name are kept, by the prefix of their ids. */
const NAMED = { dev: 'devices', pol: 'policies', cam: 'campuses' } as const;
const NAMED_ID = /"((dev|pol|cam)_[0-9a-z]{26})"/g;
/** A message names a dozen things; a bound for events that list hundreds of devices. */
const MOST_NAMES = 200;

/** Looks up what events name by id alone. */
function createNameReader(db: Context['db']): (rows: readonly EventRow[]) => Names {
  const statementOf = (table: string) =>
    db
      .prepare<[organisationId: number, id: string], string>(
        `SELECT name FROM ${table} WHERE organisation_id = ? AND id = ?`,
      )
      .pluck();
  const statements = new Map(
    Object.entries(NAMED).map(([prefix, table]) => [prefix, statementOf(table)] as const),
  );
  return (rows) => {
    const names: Record<string, string> = {};
    const ids = rows.flatMap((row) =>
      [...`"${row.device_id}"${row.data}`.matchAll(NAMED_ID)].map(([, id = '', prefix = '']) => ({
        id,
        prefix,
        organisationId: row.organisation_id,
      })),
    );
    for (const { id, prefix, organisationId } of ids.slice(0, MOST_NAMES)) {
      const name = names[id] ?? statements.get(prefix)?.get(organisationId, id);
      if (name !== undefined) names[id] = name;
    }
    return names;
  };
}
