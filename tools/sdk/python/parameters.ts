import type { Field, NamedType, Operation } from '../model.ts';
import { type BodyField, bodyFields } from '../operations.ts';
import { snakeCase } from './names.ts';
import { quoted, type TypeStyle, typeText } from './text.ts';

/** A keyword argument of a method. */
export interface Parameter {
  /** The name in Python. */
  readonly name: string;
  /** The name in JSON or in the query. */
  readonly wireName: string;
  readonly place: 'query' | 'body' | 'option';
  /** `Optional[int] = None` */
  readonly text: string;
  readonly description: string | undefined;
}

/** The arguments of an operation after its ids. Required ones come first. */
export function parametersOf(
  operation: Operation,
  byName: ReadonlyMap<string, NamedType>,
  style: TypeStyle,
): readonly Parameter[] {
  const fields = bodyFields(byName.get(operation.body?.type ?? ''), byName);
  const isPatch = operation.body?.isPatch ?? false;
  const all = [
    ...operation.query.map((field) => queryParameter(field, style)),
    ...fields.map((field) => bodyParameter(field, isPatch, style)),
    ...options(operation),
  ];
  const names = [
    ...operation.pathParameters.map(({ name }) => snakeCase(name)),
    ...all.map(({ name }) => name),
  ];
  const twice = names.find((name, index) => names.indexOf(name) !== index || name === 'self');
  if (twice !== undefined) throw new Error(`${operation.id} has ${twice} twice`);
  const isNeeded = ({ text }: Parameter) => !text.includes(' = ');
  return [...all.filter(isNeeded), ...all.filter((one) => !isNeeded(one))];
}

function queryParameter({ name, type, required, description }: Field, style: TypeStyle): Parameter {
  const many = typeText(type, style);
  const one = type.kind === 'array' ? `Union[${typeText(type.items, style)}, ${many}]` : many;
  // The bounds of a period are texts, because each may be a day or a moment.
  const text = type.kind === 'string' && ['from', 'to'].includes(name) ? 'Union[str, datetime, date]' : one;
  return {
    name: snakeCase(name),
    wireName: name,
    place: 'query',
    text: required ? text : `Optional[${text}] = None`,
    description,
  };
}

function bodyParameter(field: BodyField, isPatch: boolean, style: TypeStyle): Parameter {
  const texts = textsOf(field, style);
  const isNullable = field.types.some(({ nullable }) => nullable);
  const bare = texts.length === 1 ? (texts[0] ?? 'Any') : `Union[${texts.join(', ')}]`;
  const whole = isNullable ? `Optional[${bare}]` : bare;
  const place = { name: snakeCase(field.name), wireName: field.name, place: 'body' as const };
  const { description } = field;
  if (field.required) return { ...place, text: whole, description };
  if (isPatch || isNullable) return { ...place, text: `Union[${whole}, Unset] = UNSET`, description };
  return { ...place, text: `Optional[${bare}] = None`, description };
}

/** The types of a member, each once. All its possible texts form one `Literal`. */
function textsOf({ types }: BodyField, style: TypeStyle): string[] {
  const values = types.flatMap((type) => (type.kind === 'literal' ? [quoted(type.value)] : []));
  const others = types.filter(({ kind }) => kind !== 'literal');
  // One `Mapping` is enough for all types that can be given as a mapping.
  const takesMapping = others.length > 1 && others.some(({ kind }) => kind === 'map');
  const bare = takesMapping ? { ...style, sent: false } : style;
  const texts = others.map((type) =>
    typeText({ ...type, nullable: false }, type.kind === 'map' ? style : bare),
  );
  return [...(values.length > 0 ? [`Literal[${values.join(', ')}]`] : []), ...new Set(texts)];
}

function options({ headers }: Operation): Parameter[] {
  const option = (name: string, type: string, description: string): Parameter => ({
    name,
    wireName: name,
    place: 'option',
    text: `Optional[${type}] = None`,
    description,
  });
  return [
    ...(headers.wait ? [option('wait', 'int', 'Seconds to wait for the command to end, at most 30.')] : []),
    ...(headers.ifMatch
      ? [
          option(
            'if_match',
            'IfMatch',
            'Only if nobody has changed it since: an ETag, or the object as it was got.',
          ),
        ]
      : []),
    ...(headers.idempotencyKey
      ? [
          option(
            'idempotency_key',
            'str',
            'The same for calls that are one and the same; made for each call when left out.',
          ),
        ]
      : []),
    option('timeout', 'float', 'Seconds for the whole call, instead of those of the client.'),
  ];
}
