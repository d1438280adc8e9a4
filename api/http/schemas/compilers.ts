import type { FastifySchemaCompiler } from 'fastify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import type { TSchema } from 'typebox';
import { namedSchemas } from './schema-ref.ts';
import { createSerializerCompiler } from './serializer.ts';
import { createValidatorCompiler } from './validation.ts';

/** What makes validators and serializers out of the schemas of the API. */
export interface SchemaCompilers {
  readonly named: readonly TSchema[];
  readonly validator: FastifySchemaCompiler<TSchema>;
  readonly serializer: FastifySerializerCompiler<TSchema>;
}

let made: SchemaCompilers | null = null;

/**
 * The compilers of this process. The schemas are the same as long as it runs, so what is compiled for one server serves the next one too:
 * reading them takes as long as all else that a server does at its start. Call it once every route is declared.
 */
export function schemaCompilers(): SchemaCompilers {
  if (made !== null) return made;
  const named = namedSchemas();
  made = { named, validator: createValidatorCompiler(named), serializer: createSerializerCompiler(named) };
  return made;
}
