import type { OpenApiObject } from './open-api-object.ts';

interface Property {
  readonly $ref?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly type?: unknown;
}

interface Variant {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Property | undefined>>;
}

interface Choice {
  readonly discriminator?: { readonly propertyName: string };
  readonly oneOf?: readonly Variant[];
  readonly properties?: Readonly<Record<string, Record<string, unknown>>>;
}

type Schemas = OpenApiObject['components']['schemas'];

/**
 * Gives each variant of a choice a name of its own (`CommandRequestLock`, `OverrideInputScopeStudent`), since a discriminator of OpenAPI 3.1
 * picks among names only. Its example is the bare discriminator, until it is given a better one. An object that is a property of every
 * variant gets a name too (`CommandBatchInputFilter`). Changes the document given.
 */
export function hoistVariants({ components: { schemas } }: OpenApiObject): void {
  for (const [name, schema] of Object.entries(schemas)) hoistFrom(name, schema, schemas);
}

function hoistFrom(name: string, schema: Record<string, unknown>, schemas: Schemas): void {
  const { discriminator, oneOf, properties } = schema as Choice;
  for (const [property, inner] of Object.entries(properties ?? {}))
    hoistFrom(`${name}${pascalCase(property)}`, inner, schemas);
  if (discriminator === undefined || oneOf === undefined) return;
  const { propertyName } = discriminator;
  const mapping: Record<string, string> = {};
  schema.oneOf = withNamedObjects(name, oneOf, schemas).map((variant) => {
    const property = variant.properties?.[propertyName];
    // The collector of the document writes a constant as the only one of an enumeration.
    const value = property?.const ?? property?.enum?.[0];
    if (variant.$ref !== undefined || typeof value !== 'string') return variant;
    const own = `${name}${pascalCase(value)}`;
    schemas[own] = { ...variant, examples: [{ [propertyName]: value }] };
    mapping[value] = `#/components/schemas/${own}`;
    return { $ref: mapping[value] };
  });
  schema.discriminator = { propertyName, mapping };
}

/** The variants with references in place of the objects that all of them have. */
function withNamedObjects(name: string, variants: readonly Variant[], schemas: Schemas): readonly Variant[] {
  const [first, ...others] = variants;
  if (others.length === 0) return variants;
  const named: Record<string, Property> = {};
  for (const [property, schema] of Object.entries(first?.properties ?? {})) {
    const text = JSON.stringify(schema);
    const isShared = others.every((other) => JSON.stringify(other.properties?.[property]) === text);
    if (schema?.type !== 'object' || !isShared) continue;
    const own = `${name}${pascalCase(property)}`;
    schemas[own] = { ...schema, examples: [{}] };
    named[property] = { $ref: `#/components/schemas/${own}` };
  }
  if (Object.keys(named).length === 0) return variants;
  return variants.map((variant) => ({ ...variant, properties: { ...variant.properties, ...named } }));
}

function pascalCase(text: string): string {
  return text
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
