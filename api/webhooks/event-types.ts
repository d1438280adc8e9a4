import type { TSchema } from 'typebox';
import { EVENT_TYPES, EVENTS, type SentEventType, TEST_EVENT } from '../../contracts/events/catalogue.ts';
import { EVENT_DATA } from '../../contracts/events/data.ts';
import type { EventTypeInfo } from '../../contracts/rest/webhooks.ts';
import { namedSchemas } from '../http/schemas/schema-ref.ts';
import { sampleEvent } from './event-samples.ts';

const SAMPLE = { id: 'evt_01kafw3v5xe8m9t2q4r6y8b0cd', at: Date.UTC(2026, 10, 20, 10) } as const;

/** Every event that a webhook can receive, with its `data`, and the event of the test call. */
export function eventTypes(): readonly EventTypeInfo[] {
  const known = EVENT_TYPES.map((type) => infoOf(type, EVENTS[type].group, EVENTS[type].about));
  return [...known, infoOf(TEST_EVENT, 'webhook', 'Sent by the test call alone; `*` never matches it')];
}

function infoOf(type: SentEventType, group: string, description: string): EventTypeInfo {
  const dataSchema = standalone(EVENT_DATA[type]) as Readonly<Record<string, unknown>>;
  const { sequence, ...sample } = sampleEvent(type, SAMPLE);
  return {
    type,
    group,
    description,
    dataSchema,
    sample: { ...sample, sequence } as EventTypeInfo['sample'],
  };
}

/** A schema without references: each named schema is put in the place of its reference. */
function standalone(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(standalone);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $id: _own, $ref, ...members } = schema as Readonly<Record<string, unknown>>;
  if (typeof $ref === 'string') return standalone(named($ref.replace(/#$/, '')));
  return Object.fromEntries(Object.entries(members).map(([name, inner]) => [name, standalone(inner)]));
}

function named(name: string): TSchema {
  const found = namedSchemas().find((schema) => (schema as { readonly $id?: string }).$id === name);
  if (found === undefined) throw new Error(`there is no schema ${name}`);
  return found;
}
