import { portablePattern, withPlainText } from '../../contracts/rest/plain-text.ts';

/** A JSON value of a document. */
export type Json = Readonly<Record<string, unknown>>;

/** The schemas of one document. */
export interface Schemas {
  /** The named schemas under `components/schemas`. Describing values adds to them. */
  readonly named: Readonly<Record<string, Json>>;
  /** A value with all its schemas in the form of OpenAPI. A schema with an `$id` becomes a reference to its name. */
  describe(value: unknown): unknown;
}

const MAX_INT32 = 2_147_483_647;

/** @param examples one for each named schema; a variant that has none shows what tells it from the others */
export function createSchemas(examples: Readonly<Record<string, object>>): Schemas {
  const named: Record<string, Json> = {};
  const describeAll = (value: Json): Json =>
    Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, describe(inner)]));

  function describe(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(describe);
    if (typeof value !== 'object' || value === null) return value;
    const { $id, title: _title, ...schema } = value as Json;
    return typeof $id === 'string' ? nameSchema($id, schema) : describeSchema(value as Json);
  }

  function nameSchema(name: string, schema: Json): Json {
    if (named[name] === undefined) {
      named[name] = {};
      const example = examples[name];
      named[name] = {
        ...describeSchema(schema),
        ...(example === undefined ? {} : { examples: [example] }),
      };
    }
    return { $ref: refTo(name) };
  }

  function describeSchema(schema: Json): Json {
    const { $ref, discriminator } = schema;
    if (typeof $ref === 'string' && $ref.endsWith('#')) return { $ref: refTo($ref.slice(0, -1)) };
    const other = otherThanNull(schema.anyOf);
    if (other !== null) {
      const { anyOf: _anyOf, ...rest } = schema;
      const { $id: _id, ...members } = other;
      const choices = Array.isArray(other.enum) ? { enum: [...other.enum, null] } : {};
      return { ...describeAll(rest), ...describeSchema(members), ...choices, type: [other.type, 'null'] };
    }
    const described = withPortableLimits(withValues(withoutConstant(describeAll(schema))));
    return discriminator === undefined ? described : { ...described, discriminator: withMapping(schema) };
  }

  /** Gives each value of the discriminator the name of its variant, because generators choose among names only. */
  function withMapping({ discriminator, oneOf }: Json): Json {
    const { propertyName } = discriminator as { readonly propertyName: string };
    const variants = oneOf as readonly { readonly $id: string; readonly properties: Record<string, Json> }[];
    const mapping = variants.map(({ $id, properties }) => {
      const value = String(properties[propertyName]?.const);
      named[$id] = { examples: [{ [propertyName]: value }], ...named[$id] };
      return [value, refTo($id)];
    });
    return { propertyName, mapping: Object.fromEntries(mapping) };
  }

  return { named, describe: (value) => describe(withPlainText(value)) };
}

/** The place of a named schema. */
function refTo(name: string): string {
  return `#/components/schemas/${name}`;
}

/** The alternative beside null, when it has a single type: OpenAPI 3.1 writes `type: [string, "null"]`, which generators understand. */
function otherThanNull(anyOf: unknown): Json | null {
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return null;
  const alternatives = anyOf as readonly Json[];
  const other = alternatives.find(({ type }) => type !== 'null');
  const isNullable = alternatives.some(({ type }) => type === 'null');
  return isNullable && typeof other?.type === 'string' ? other : null;
}

/** Writes a constant as an enumeration of one value: more generators make a type of it. */
function withoutConstant({ const: constant, ...schema }: Json): Json {
  return constant === undefined ? schema : { ...schema, enum: [constant] };
}

/** Writes the values of a map as additional properties. Few generators read patterns of names; the server checks the names anyway. */
function withValues({ patternProperties, ...schema }: Json): Json {
  const [values] = Object.values((patternProperties ?? {}) as Json);
  return values === undefined ? schema : { ...schema, additionalProperties: values };
}

/** Adds the bit size of every integer (OpenAPI Format Registry), and replaces patterns that some programs cannot read. */
function withPortableLimits(schema: Json): Json {
  const { type, format, minimum, maximum, pattern } = schema;
  const isShort = Number(maximum) <= MAX_INT32 && Number(minimum) >= -MAX_INT32;
  return {
    ...schema,
    ...([type].flat().includes('integer') && format === undefined
      ? { format: isShort ? 'int32' : 'int64' }
      : {}),
    ...(typeof pattern === 'string' ? { pattern: portablePattern(pattern) } : {}),
  };
}

/** Objects with their members in the order of their names. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, inner]) => [name, sorted(inner)]));
}
