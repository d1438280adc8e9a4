import { type OpenApi, referred, type Schema } from './document.ts';
import type { Field, NamedType, ObjectType, TypeRef, UnionType, Use } from './model.ts';
import { namesOfPlace } from './type-names.ts';

type Unused<T> = T extends NamedType ? Omit<T, 'use'> : never;
/** A type whose use is not known yet. */
type Draft = Unused<NamedType>;

/** Types of rows that the document leaves open, because the server validates each row by itself. */
const KNOWN_ROWS: Readonly<Record<string, string>> = { 'UserBatchInput.users.[]': 'UserInput' };

/** Collects the named types of the document, and gives unnamed types a name. */
export class TypeReader {
  readonly #schemas: Readonly<Record<string, Schema>>;
  readonly #drafts = new Map<string, Draft>();

  constructor({ components }: OpenApi) {
    this.#schemas = components.schemas;
  }

  /** The type of a schema. @param place path from the enclosing type: `['Device', 'lock']`. A type without a name is called after it */
  read(schema: Schema, place: readonly string[]): TypeRef {
    const name = schema.$ref === undefined ? KNOWN_ROWS[place.join('.')] : referred(schema.$ref);
    if (name !== undefined) return this.#readNamed(name);
    const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
    const nullable = types.includes('null');
    const [type] = types.filter((one) => one !== 'null');
    if (schema.discriminator !== undefined)
      return { kind: 'named', name: this.#union(schema, place), nullable };
    switch (type) {
      case 'string':
        return { ...this.#text(schema, place), nullable };
      case 'array':
        return { kind: 'array', items: this.read(schema.items ?? {}, [...place, '[]']), nullable };
      case 'object':
        return { ...this.#object(schema, place), nullable };
      case 'integer':
        return { kind: type, isPositive: (schema.minimum ?? 0) > 0, nullable };
      case 'number':
      case 'boolean':
        return { kind: type, nullable };
      default:
        if (Object.keys(schema).some((key) => key !== 'description'))
          throw new Error(`${place.join('.')} is of a form that the clients do not know`);
        return { kind: 'any', nullable: true };
    }
  }

  /** The members of an object. */
  fields({ properties = {}, required = [] }: Schema, place: readonly string[]): readonly Field[] {
    return Object.entries(properties).map(([name, schema]) => ({
      name,
      type: this.read(schema, [...place, name]),
      required: required.includes(name),
      description: schema.description,
    }));
  }

  /** Every type that the roots reach, by name. */
  types(roots: { readonly sent: readonly string[]; readonly received: readonly string[] }): NamedType[] {
    const sent = this.#reached(roots.sent);
    const received = this.#reached(roots.received);
    const useOf = (name: string): Use => {
      if (!received.has(name)) return 'sent';
      return sent.has(name) ? 'both' : 'received';
    };
    return [...this.#drafts.values()]
      .filter(({ name }) => sent.has(name) || received.has(name))
      .map((draft): NamedType => ({ ...draft, use: useOf(draft.name) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  #readNamed(name: string): TypeRef {
    const schema = this.#schemas[name];
    if (schema === undefined) throw new Error(`there is no schema ${name}`);
    if (!this.#drafts.has(name)) this.#define(schema, name);
    return { kind: 'named', name, nullable: false };
  }

  #define(schema: Schema, name: string): void {
    if (schema.discriminator === undefined) this.#drafts.set(name, this.#objectDraft(schema, name, [name]));
    else this.#drafts.set(name, this.#unionDraft(schema, name));
  }

  #text({ enum: values, format }: Schema, place: readonly string[]): TypeRef {
    const known = { nullable: false } as const;
    if (values !== undefined) {
      const texts = values.filter((value) => value !== null).map(String);
      const [only = '', ...others] = texts;
      if (others.length === 0) return { kind: 'literal', value: only, ...known };
      const draft = (name: string) => ({ kind: 'enum', name, values: texts }) as const;
      return { kind: 'named', name: this.#place(draft, place), ...known };
    }
    if (format === 'date-time') return { kind: 'dateTime', ...known };
    return { kind: format === 'date' ? 'date' : 'string', ...known };
  }

  #object(schema: Schema, place: readonly string[]): TypeRef {
    const { properties = {}, additionalProperties } = schema;
    if (Object.keys(properties).length > 0) {
      const draft = (name: string) => this.#objectDraft(schema, name, place);
      return { kind: 'named', name: this.#place(draft, place), nullable: false };
    }
    const values = typeof additionalProperties === 'object' ? additionalProperties : {};
    return { kind: 'map', values: this.read(values, [...place, '[]']), nullable: false };
  }

  #objectDraft(schema: Schema, name: string, place: readonly string[]): Omit<ObjectType, 'use'> {
    const { description, additionalProperties } = schema;
    const isOpen = additionalProperties === true || typeof additionalProperties === 'object';
    return { kind: 'object', name, description, fields: this.fields(schema, place), isOpen };
  }

  #union(schema: Schema, place: readonly string[]): string {
    return this.#place((name) => this.#unionDraft(schema, name), place);
  }

  #unionDraft({ description, discriminator }: Schema, name: string): Omit<UnionType, 'use'> {
    if (discriminator === undefined) throw new Error(`${name} does not say how its forms are told apart`);
    const variants = Object.entries(discriminator.mapping).map(([value, reference]) => {
      this.#readNamed(referred(reference));
      return { value, type: referred(reference) };
    });
    return { kind: 'union', name, description, discriminator: discriminator.propertyName, variants };
  }

  /** Stores a type under the first of its names that is free or already has the same type. */
  #place(draft: (name: string) => Draft, place: readonly string[]): string {
    for (const name of namesOfPlace(place)) {
      const wanted = draft(name);
      const found = this.#drafts.get(name);
      if (found !== undefined && !sameType(found, wanted)) continue;
      if (found === undefined && name in this.#schemas) continue;
      this.#drafts.set(name, found ?? wanted);
      return name;
    }
    return this.#partOf(place, draft);
  }

  /** A filter by a state is named after the state: `protection` of devices takes a `DeviceProtectionState`. */
  #partOf(place: readonly string[], draft: (name: string) => Draft): string {
    const [name = ''] = namesOfPlace(place);
    const found = [...this.#drafts.values()].find(
      (one) => one.name.startsWith(name) && sameType({ ...one, name }, draft(name)),
    );
    if (found === undefined) throw new Error(`no name is left for ${place.join('.')}`);
    return found.name;
  }

  #reached(roots: readonly string[]): ReadonlySet<string> {
    const reached = new Set<string>();
    const waiting = [...roots];
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      const draft = this.#drafts.get(name);
      if (draft === undefined || reached.has(name)) continue;
      reached.add(name);
      waiting.push(...namesIn(draft));
    }
    return reached;
  }
}

/** The names that a type mentions. */
function namesIn(draft: Draft): readonly string[] {
  if (draft.kind === 'union') return draft.variants.map(({ type }) => type);
  return draft.kind === 'object' ? draft.fields.flatMap(({ type }) => namesOf(type)) : [];
}

/** The named types that a reference contains. */
export function namesOf(type: TypeRef): readonly string[] {
  if (type.kind === 'array') return namesOf(type.items);
  if (type.kind === 'map') return namesOf(type.values);
  return type.kind === 'named' ? [type.name] : [];
}

/** Whether two types are the same apart from descriptions and bounds. */
function sameType(a: Draft, b: Draft): boolean {
  const bare = (draft: Draft) =>
    JSON.stringify(draft, (key, value: unknown) =>
      ['description', 'isPositive'].includes(key) ? undefined : value,
    );
  return bare(a) === bare(b);
}
