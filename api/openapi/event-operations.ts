import { EVENTS, type EventType } from '../../contracts/events/catalogue.ts';
import { EVENT_DATA } from '../../contracts/events/data.ts';

/** The `data` of an event whose request would be too long. */
export const TRUNCATED_EVENT_DATA = {
  $id: 'TruncatedEventData',
  type: 'object',
  description: 'Instead of data of 20 kB or more',
  required: ['truncated', 'href'],
  properties: {
    truncated: { type: 'boolean', enum: [true] },
    href: { type: 'string', maxLength: 100, description: 'Where the whole event can be had' },
  },
  examples: [{ truncated: true, href: '/v1/events/evt_01kafw3v5xe8m9t2q4r6y8b0cd' }],
};

/** The section `webhooks` of the OpenAPI document: one request for each event, with its `data`. */
export function eventOperations(): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(EVENTS).map(([name, { about }]) => [name, operationOf(name as EventType, about)]),
  );
}

function operationOf(name: EventType, about: string): unknown {
  const data = { anyOf: [EVENT_DATA[name], { $ref: 'TruncatedEventData#' }] };
  const properties = {
    event: { type: 'string', enum: [name] },
    type: { type: 'string', enum: [name] },
    data,
  };
  const schema = { allOf: [{ $ref: 'Event#' }, { type: 'object', properties }] };
  return {
    post: {
      operationId: `on${pascalCase(name)}`,
      summary: about,
      tags: ['Webhooks'],
      security: [],
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: {
        '2XX': { description: 'Taken' },
        '4XX': { description: 'Refused; it is sent again' },
        '5XX': { description: 'Failed; it is sent again' },
      },
    },
  };
}

function pascalCase(name: string): string {
  return name
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
