import type { EventModel, Field, NamedType, ObjectType, SdkModel } from '../model.ts';
import { docComment, HEAD, memberName, quoted, typeText, upperFirst } from './text.ts';

/** `generated/types.ts`: what goes over the wire. */
export function typesFile({ types, events }: SdkModel): string {
  return [
    HEAD,
    '',
    '/** A text that this version of the client does not know: a newer server may send others. */',
    'type Other = string & Record<never, never>;',
    ...types.flatMap((type) => ['', ...typeLines(type)]),
    '',
    '/** An event by what happened: look at `type`. A newer server has more of them. */',
    'export type Event =',
    ...events.map((event, index) => `  | ${eventName(event)}${index === events.length - 1 ? ';' : ''}`),
    ...events.flatMap((event) => ['', ...eventLines(event)]),
    '',
  ].join('\n');
}

function typeLines(type: NamedType): string[] {
  if (type.kind === 'enum')
    return [
      `export type ${type.name} =`,
      ...type.values.map((value) => `  | ${quoted(value)}`),
      '  | Other;',
    ];
  if (type.kind === 'union')
    return [
      ...docComment([type.description]),
      `export type ${type.name} =`,
      ...type.variants.map(
        ({ type: variant }, index) => `  | ${variant}${index === type.variants.length - 1 ? ';' : ''}`,
      ),
    ];
  return type.name === 'Event' ? eventBase(type) : objectLines(type);
}

function objectLines({ name, description, fields, use, isOpen }: ObjectType): string[] {
  return [
    ...docComment([description]),
    `export interface ${name} {`,
    ...fields.flatMap((field) => fieldLines(field, use !== 'received')),
    ...(isOpen ? ['  readonly [other: string]: unknown;'] : []),
    '}',
  ];
}

/** The members that all events share. Each kind has its own data. */
function eventBase({ fields }: ObjectType): string[] {
  const own = (field: Field): string[] => {
    if (field.name === 'type' || field.name === 'event')
      return [...docComment([field.description], '  '), `  readonly ${field.name}: Type;`];
    if (field.name === 'data') return ['  readonly data: Data | TruncatedEventData;'];
    return fieldLines(field, false);
  };
  return ['export interface EventOf<Type extends string, Data> {', ...fields.flatMap(own), '}'];
}

function eventLines(event: EventModel): string[] {
  return [
    ...docComment([event.description]),
    `export type ${eventName(event)} = EventOf<${quoted(event.name)}, ${event.data}>;`,
  ];
}

function eventName({ name }: EventModel): string {
  return `${name
    .split(/[^a-z0-9]+/)
    .map(upperFirst)
    .join('')}Event`;
}

function fieldLines({ name, type, required, description }: Field, sent: boolean): string[] {
  const left = required ? '' : '?';
  const text = typeText(type, sent) + (sent && !required ? ' | undefined' : '');
  return [...docComment([description], '  '), `  readonly ${memberName(name)}${left}: ${text};`];
}
