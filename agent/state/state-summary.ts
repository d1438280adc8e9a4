import type { DatabaseSync } from 'node:sqlite';
import type { DeviceEvent } from '../../contracts/mqtt/messages.ts';
import { storedTarget } from './agent-state.ts';
import { countOf, createMeta } from './meta.ts';
import { openSqlite } from './sqlite.ts';

/** Events about the agent itself, and not about anybody's use of the computer. */
const OWN_EVENTS: readonly DeviceEvent['kind'][] = ['fault', 'self_test', 'protection', 'tamper'];

/** Facts of the state database, without anything that people did. */
export interface StateSummary {
  /** As signed; null = none of this enrollment. */
  readonly target: string | null;
  readonly connections: number;
  readonly dropped: number;
  /** Reports that wait, by topic. */
  readonly outbox: Readonly<Record<string, { readonly rows: number; readonly bytes: number }>>;
  /** Of the events that wait those about the agent itself, oldest first. */
  readonly ownEvents: readonly DeviceEvent[];
}

/** Looks at the database of an agent that may be running. @throws Error of SQLite when it cannot be read */
export function summariseState(path: string, enrollment: string): StateSummary {
  const database = openSqlite(path, { readOnly: true });
  try {
    const meta = createMeta(database);
    return {
      target: storedTarget(database, enrollment),
      connections: countOf(meta.get('epoch')),
      dropped: countOf(meta.get('dropped')),
      outbox: outboxOf(database),
      ownEvents: eventsOf(database),
    };
  } finally {
    database.close();
  }
}

function outboxOf(database: DatabaseSync): StateSummary['outbox'] {
  const rows = database
    .prepare('SELECT topic, count(*) AS rows, sum(bytes) AS bytes FROM outbox GROUP BY topic ORDER BY topic')
    .all();
  return Object.fromEntries(
    rows.map(({ topic, rows: count, bytes }) => [
      String(topic),
      { rows: Number(count), bytes: Number(bytes) },
    ]),
  );
}

function eventsOf(database: DatabaseSync): readonly DeviceEvent[] {
  return database
    .prepare("SELECT body FROM outbox WHERE topic = 'events' ORDER BY seq")
    .all()
    .map(({ body }) => JSON.parse(String(body)) as DeviceEvent)
    .filter(({ kind }) => OWN_EVENTS.includes(kind));
}
