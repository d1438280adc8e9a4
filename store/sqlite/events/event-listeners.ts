import { type EventType, matchesEvent } from '../../../contracts/events/catalogue.ts';
import type { WebhookId } from '../../../contracts/ids.ts';
import type { Context } from '../connection/context.ts';

interface Listeners {
  /** The text as it was read, to notice changes. */
  readonly text: string;
  readonly byType: Map<EventType, readonly WebhookId[]>;
}

/**
 * The ids of an organisation's enabled webhooks whose filters match. They are read each time, as one text, and parsed only when the text has changed: in a
 * storm of events each one looks at a hundred webhooks.
 */
export function createEventListeners({
  db,
}: Pick<Context, 'db'>): (organisationId: number, type: EventType) => readonly WebhookId[] {
  const read = db
    .prepare<[organisationId: number], string | null>(
      `SELECT group_concat(id || ' ' || events, char(10)) FROM
         (SELECT id, events FROM webhooks WHERE organisation_id = ? AND enabled = 1 ORDER BY id)`,
    )
    .pluck();
  const known = new Map<number, Listeners>();
  return (organisationId, type) => {
    const text = read.get(organisationId) ?? '';
    let listeners = known.get(organisationId);
    if (listeners?.text !== text) {
      listeners = { text, byType: new Map() };
      known.set(organisationId, listeners);
    }
    const matching = listeners.byType.get(type) ?? matchingOf(text, type);
    listeners.byType.set(type, matching);
    return matching;
  };
}

/** Neither an id nor JSON text has a line end or, in front of its brackets, a space. */
function matchingOf(text: string, type: EventType): readonly WebhookId[] {
  if (text === '') return [];
  return text.split('\n').flatMap((line) => {
    const at = line.indexOf(' ');
    return matchesEvent(JSON.parse(line.slice(at + 1)), type) ? [line.slice(0, at) as WebhookId] : [];
  });
}
