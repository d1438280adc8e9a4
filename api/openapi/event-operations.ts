import { EVENTS, type EventType } from '../../contracts/events/catalogue.ts';
import { EVENT_DATA } from '../../contracts/events/data.ts';

type Schema = Readonly<Record<string, unknown>>;

/** What stands for `data` that would make a request too long; the schema of this name in the document. */
export const TRUNCATED_EVENT_DATA = {
  type: 'object',
  description: 'Instead of data of 20 kB or more',
  required: ['truncated', 'href'],
  properties: {
    truncated: { type: 'boolean', enum: [true] },
    href: { type: 'string', maxLength: 100, description: 'Where the whole event can be had' },
  },
  examples: [{ truncated: true, href: '/v1/events/evt_01kafw3v5xe8m9t2q4r6y8b0cd' }],
};

/** The section `webhooks` of the OpenAPI document: one request for each event, with what its `data` is. @param isNamed whether a schema has a name there */
export function eventOperations(isNamed: (name: string) => boolean): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(EVENTS).map(([name, { about }]) => [name, operationOf(name as EventType, about, isNamed)]),
  );
}

function operationOf(name: EventType, about: string, isNamed: (name: string) => boolean): unknown {
  const data = {
    anyOf: [referring(EVENT_DATA[name], isNamed), { $ref: '#/components/schemas/TruncatedEventData' }],
  };
  const properties = {
    event: { type: 'string', enum: [name] },
    type: { type: 'string', enum: [name] },
    data,
  };
  const schema = { allOf: [{ $ref: '#/components/schemas/Event' }, { type: 'object', properties }] };
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

/** A schema with references in place of the things that the document names. Where null is allowed too, the thing itself: null is a type there. */
function referring(schema: unknown, isNamed: (name: string) => boolean): unknown {
  if (Array.isArray(schema)) return schema.map((one) => referring(one, isNamed));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $id, $ref, ...members } = schema as Schema;
  if (typeof $ref === 'string') return { $ref: `#/components/schemas/${$ref.replace(/#$/, '')}` };
  if (typeof $id === 'string' && isNamed($id)) return { $ref: `#/components/schemas/${$id}` };
  const choices = Array.isArray(members.anyOf) ? (members.anyOf as readonly Schema[]) : [];
  const open = choices.some(({ type }) => type === 'null')
    ? { ...members, anyOf: choices.map(({ $id: _name, ...choice }) => choice) }
    : members;
  return Object.fromEntries(Object.entries(open).map(([key, inner]) => [key, referring(inner, isNamed)]));
}

function pascalCase(name: string): string {
  return name
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
