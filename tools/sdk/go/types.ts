import type { EventModel, Field, NamedType, ObjectType, SdkModel } from '../model.ts';
import { keyOperations, reachableTypes } from '../operations.ts';
import { fieldLines, type GoField, goField, type Place } from './fields.ts';
import { exportedName } from './names.ts';
import { braced, columns, comment, HEAD, quoted } from './text.ts';

type Enum = NamedType & { readonly kind: 'enum' };
type Union = NamedType & { readonly kind: 'union' };

/** `types_generated.go`: what goes over the wire. */
export function typesFile(model: SdkModel): string {
  const types = reachableTypes(model, { withBodies: true });
  const places = placesOf(model);
  const variants = variantsOf(types);
  const enums = new Set(types.filter(({ kind }) => kind === 'enum').map(({ name }) => name));
  const blocks = types.map((type): string[] => {
    if (type.kind === 'enum') return enumLines(type);
    if (type.kind === 'union') return unionLines(type);
    const toField = (field: Field) => goField(field, places(type), enums);
    return objectLines(type, toField, variants.get(type.name));
  });
  const all = [...blocks, ...eventLines(model.events)];
  return [
    HEAD,
    '',
    'package schoolgate',
    '',
    'import (\n\t"encoding/json"\n\t"time"\n)',
    '',
    '// Version is that of the product, which this client bears too.',
    `const Version = ${quoted(model.version)}`,
    ...all.flatMap((lines) => ['', ...lines]),
    '',
  ].join('\n');
}

/** The places where the members of each type occur. */
function placesOf(model: SdkModel): (type: ObjectType) => Place {
  const patches = new Set(keyOperations(model).flatMap(({ body }) => (body?.isPatch ? [body.type] : [])));
  return ({ name, use }) => {
    if (patches.has(name)) return 'patch';
    return use === 'received' ? 'received' : 'sent';
  };
}

interface Variant {
  readonly union: string;
  /** The discriminator, which the type itself already expresses. */
  readonly discriminator: string;
  readonly value: string;
}

function variantsOf(types: readonly NamedType[]): ReadonlyMap<string, Variant> {
  const unions = types.filter((type): type is Union => type.kind === 'union');
  return new Map(
    unions.flatMap(({ name, discriminator, variants }) =>
      variants.map(({ type, value }): [string, Variant] => [type, { union: name, discriminator, value }]),
    ),
  );
}

function enumLines({ name, values }: Enum): string[] {
  const type = exportedName(name);
  const rows = values.map((value) => [constantName(name, value), type, `= ${quoted(value)}`]);
  return [
    ...comment(`${type} is one of these; a newer server may know others.`),
    `type ${type} string`,
    '',
    'const (',
    ...columns(rows).map((line) => `\t${line}`),
    ')',
  ];
}

/** `DeviceStatusOnline` */
export function constantName(type: string, value: string): string {
  return exportedName(type) + exportedName(value);
}

function unionLines({ name, description, variants }: Union): string[] {
  const type = exportedName(name);
  const forms = variants.map((one) => `[${exportedName(one.type)}]`);
  return [
    ...comment(`${type} is one of ${forms.join(', ')}.`, description),
    ...braced(`type ${type} interface`, [`is${type}()`]),
  ];
}

const WHO: Readonly<Record<ObjectType['use'], string>> = {
  sent: 'is what callers send.',
  received: 'is what the server sends.',
  both: 'goes both ways.',
};

function objectLines(
  type: ObjectType,
  toField: (field: Field) => GoField,
  variant: Variant | undefined,
): string[] {
  const name = exportedName(type.name);
  const members = type.fields.filter((field) => field.name !== variant?.discriminator);
  return [
    ...comment(`${name} ${WHO[type.use]}`, type.description),
    ...struct(
      name,
      members.map((field) => (isEventData(type, field) ? rawData(field) : toField(field))),
    ),
    ...(variant === undefined ? [] : variantLines(name, variant)),
  ];
}

function struct(name: string, fields: readonly GoField[]): string[] {
  return fields.length === 0 ? [`type ${name} struct{}`] : braced(`type ${name} struct`, fieldLines(fields));
}

function variantLines(name: string, { union, discriminator, value }: Variant): string[] {
  const label = exportedName(discriminator);
  return [
    '',
    `func (${name}) is${exportedName(union)}() {}`,
    '',
    ...comment(`MarshalJSON says which form it is: \`${discriminator}\` is \`${value}\`.`),
    ...braced(`func (v ${name}) MarshalJSON() ([]byte, error)`, [
      `type members ${name}`,
      ...braced('return json.Marshal(struct', [
        `${label} string \`json:"${discriminator}"\``,
        'members',
      ]).slice(0, -1),
      `}{${quoted(value)}, members(v)})`,
    ]),
  ];
}

function isEventData({ name }: ObjectType, field: Field): boolean {
  return name === 'Event' && field.name === 'data';
}

function rawData(field: Field): GoField {
  const description = 'What it tells, as JSON; [Event.Decode] reads it.';
  return { ...goField(field, 'received'), type: 'json.RawMessage', field: { ...field, description } };
}

/** The types of events and of their data. */
function eventLines(events: readonly EventModel[]): string[][] {
  const types = [...new Set([...events.map(({ data }) => data), 'TruncatedEventData'])].map(exportedName);
  return [
    [
      ...comment('Types of events that this client knows.'),
      'const (',
      ...events.flatMap(({ name, description }) => [
        ...comment(`Event${exportedName(name)}: ${description}.`).map((line) => `\t${line}`),
        `\tEvent${exportedName(name)} = ${quoted(name)}`,
      ]),
      ')',
    ],
    ...types.map((type) => [`func (*${type}) isEventData() {}`]),
    [
      'var eventDataByType = map[string]func() EventData{',
      ...columns(
        events.map(({ name, data }) => [
          `\t${quoted(name)}:`,
          `func() EventData { return new(${exportedName(data)}) },`,
        ]),
      ),
      '}',
    ],
  ];
}
