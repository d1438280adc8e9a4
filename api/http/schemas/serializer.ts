import buildSerializer, { type Schema } from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import type { TSchema } from 'typebox';

/**
 * Serializers of answers. Each is built when it is first needed, once for all routes that share a schema. Fastify's own compiler builds one for every route
 * and status at the start and checks every named schema each time, which took seconds.
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
