import { matchesEvent } from '../../contracts/events/catalogue.ts';
import { Fault } from '../../kit/fault.ts';
import type { EventStore } from '../ports/events.ts';
import { eventBody } from '../rules/event-body.ts';
import type { Synchronous } from '../synchronous.ts';
import { type Context, jsonCopy, ofOrganisation } from './tables.ts';

export function createEventStore({ tables, ids, now, wake }: Context): Synchronous<EventStore> {
  return {
    append({ type, organisationId, at, deviceId, data }) {
      if (!tables.organisations.has(organisationId))
        throw new Fault('not_found', 'There is no such organisation.');
      const sequence = (tables.eventSequences.get(organisationId) ?? 0) + 1;
      tables.eventSequences.set(organisationId, sequence);
      const eventId = ids.next('evt');
      const body = eventBody({
        id: eventId,
        type,
        at,
        deviceId: deviceId ?? null,
        sequence,
        data: jsonCopy(data),
      });
      tables.events.set(eventId, { organisationId, body });

      const matching = [...tables.webhooks.values()].filter(
        (webhook) =>
          webhook.organisationId === organisationId && webhook.enabled && matchesEvent(webhook.events, type),
      );
      for (const { id: webhookId } of matching) {
        const id = ids.next('dlv');
        const createdAt = now();
        tables.deliveries.set(id, {
          organisationId,
          dueAt: createdAt,
          record: {
            id,
            webhookId,
            eventId,
            eventType: type,
            status: 'pending',
            createdAt,
            nextAttemptAt: createdAt,
            attempts: [],
          },
        });
      }
      if (matching.length > 0) wake({ kind: 'deliveries' });
      return body;
    },
    get: (organisationId, id) => ofOrganisation(tables.events.get(id), organisationId)?.body ?? null,
  };
}
