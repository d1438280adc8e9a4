import buildSerializer, { type Schema } from 'fast-json-stringify';
import type { FastifySchemaCompiler } from 'fastify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import type { TSchema } from 'typebox';
import { namedSchemas } from './schema-ref.ts';
import { createValidatorCompiler } from './validation.ts';

/** Compiles the schemas of the API into validators and serializers. */
export interface SchemaCompilers {
  readonly named: readonly TSchema[];
  readonly validator: FastifySchemaCompiler<TSchema>;
  readonly serializer: FastifySerializerCompiler<TSchema>;
}

let made: SchemaCompilers | null = null;

/**
 * The compilers of this process. The schemas do not change while it runs, so a second server reuses what the first compiled: compiling
 * takes as long as the rest of a server's start. Call it once every route is declared.
 */
export function schemaCompilers(): SchemaCompilers {
  if (made !== null) return made;
  const named = namedSchemas();
  made = { named, validator: createValidatorCompiler(named), serializer: createSerializerCompiler(named) };
  return made;
}

/**
 * Serializers of answers. Each is built on first use, once for all routes that share a schema. Fastify's own compiler builds one for every
 * route and status at the start and checks every named schema each time, which took seconds.
 */
export function createSerializerCompiler(shared: readonly TSchema[]): FastifySerializerCompiler<TSchema> {
  const named = new Map(shared.map((schema) => [String((schema as { $id?: string }).$id), schema]));
  const built = new Map<string, (data: unknown) => string>();
  return ({ schema }) => {
    const key = JSON.stringify(schema);
    return (data) => {
      const known = built.get(key) ?? buildSerializer(schema as Schema, { schema: reachable(schema, named) });
      built.set(key, known);
      return known(data);
    };
  };
}

/** The named schemas that a schema refers to, directly or through others. */
function reachable(schema: TSchema, named: ReadonlyMap<string, TSchema>): Record<string, Schema> {
  const found: Record<string, Schema> = {};
  const visit = (from: unknown): void => {
    for (const [, name = ''] of JSON.stringify(from).matchAll(/"\$ref":"([^"#]+)#?"/g)) {
      const target = named.get(name);
      if (target === undefined || Object.hasOwn(found, name)) continue;
      found[name] = target as Schema;
      visit(target);
    }
  };
  visit(schema);
  return found;
}
