import type { EventModel, Field, NamedType, ObjectType, SdkModel } from '../model.ts';
import { reachableTypes } from '../operations.ts';
import { snakeCase } from './names.ts';
import {
  block,
  docstring,
  HEAD,
  quoted,
  type TypeStyle,
  typeText,
  typingImport,
  WIDTH,
  wireSpec,
} from './text.ts';

/** Names that every model defines itself. */
const TAKEN = new Set(['extra', 'to_dict', 'from_dict']);

/** `generated/models.py`: the objects that go over the wire. */
export function modelsFile(model: SdkModel): string {
  const types = reachableTypes(model, { withBodies: false });
  const enums = types.flatMap((type) => (type.kind === 'enum' ? [enumLines(type)] : []));
  const objects = types.filter((type): type is ObjectType => type.kind === 'object');
  const names = new Set(objects.map(({ name }) => name));
  const unions = types.flatMap((type) => (type.kind === 'union' ? [unionLines(type)] : []));
  const mappable = new Set([
    ...names,
    ...types.filter(({ kind }) => kind === 'union').map(({ name }) => name),
  ]);
  const classes = objects.map((type) => classLines(type, names, mappable, model.events));
  const groups = [
    ...enums.map((lines) => lines.join('\n')),
    ...classes.map((lines) => `\n${lines.join('\n')}\n`),
    ...unions.map((lines) => lines.join('\n')),
    eventDataLines(model.events).join('\n'),
  ];
  const body = groups.join('\n');
  return [
    HEAD,
    '"""The objects of the API."""',
    '',
    'from __future__ import annotations',
    '',
    'from dataclasses import dataclass, field',
    'from datetime import date, datetime',
    typingImport(body),
    '',
    'from .._model import UNSET, EventBase, Model, Unset',
    '',
    body,
    '',
  ].join('\n');
}

function enumLines({ name, values }: NamedType & { kind: 'enum' }): string[] {
  const line = `${name} = Union[Literal[${values.map(quoted).join(', ')}], str]`;
  if (line.length <= WIDTH) return [line];
  return [`${name} = Union[`, `    Literal${block('[]', '    ', values.map(quoted))},`, '    str,', ']'];
}

function unionLines({ name, variants }: NamedType & { kind: 'union' }): string[] {
  return [
    `${name} = Union${block(
      '[]',
      '',
      variants.map(({ type }) => type),
    )}`,
  ];
}

function classLines(
  type: ObjectType,
  models: ReadonlySet<string>,
  objects: ReadonlySet<string>,
  events: readonly EventModel[],
): string[] {
  const isEvent = type.name === 'Event';
  const isSent = type.use === 'sent';
  const style: TypeStyle = { prefix: '', sent: isSent, objects };
  const needed = type.fields.filter(({ required, type: { kind } }) => required && kind !== 'literal');
  const others = type.fields.filter((field) => !needed.includes(field));
  const wire = type.fields.map((one) => {
    const attribute = snakeCase(one.name);
    if (TAKEN.has(attribute))
      throw new Error(`${type.name} has a member ${one.name}, a name that all models have`);
    return `${quoted(one.name)}: (${quoted(attribute)}, ${quoted(wireSpec(one.type, models))})`;
  });
  return [
    '@dataclass(eq=False, repr=False)',
    `class ${type.name}(${isEvent ? 'EventBase' : 'Model'}):`,
    ...docstring([type.description ?? plainName(type.name)], '    '),
    '',
    ...[...needed, ...others].flatMap((one) => fieldLines(one, style, isEvent)),
    '    extra: Dict[str, Any] = field(default_factory=dict)',
    '',
    `    _wire: ClassVar[Mapping[str, Tuple[str, str]]] = ${block('{}', '    ', wire)}`,
    ...(isEvent
      ? [
          `    _data_types: ClassVar[Mapping[str, str]] = ${block(
            '{}',
            '    ',
            events.map(({ name, data }) => `${quoted(name)}: ${quoted(data)}`),
          )}`,
        ]
      : []),
  ];
}

/** `DeviceLock` → `Device lock.` */
function plainName(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

function fieldLines(field: Field, style: TypeStyle, isEvent: boolean): string[] {
  const { name, type, description } = field;
  const text = isEvent && name === 'data' ? 'EventData' : typeText(type, style);
  return [`    ${snakeCase(name)}: ${annotated(text, field, style)}`, ...docstring([description], '    ')];
}

function annotated(text: string, { type, required }: Field, { sent }: TypeStyle): string {
  if (type.kind === 'literal') return `${text} = ${quoted(type.value)}`;
  if (required) return text;
  if (sent) return `Union[${text}, Unset] = UNSET`;
  return `${type.nullable || text === 'Any' ? text : `Optional[${text}]`} = None`;
}

function eventDataLines(events: readonly EventModel[]): string[] {
  const types = [...new Set(events.map(({ data }) => data))];
  return [
    '',
    `EventData = Union${block('[]', '', [...types, 'TruncatedEventData', 'Dict[str, Any]'])}`,
    '"""What an event tells: an object for each type that this client knows, else the JSON as it is."""',
  ];
}
