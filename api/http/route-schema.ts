import { type TSchema, Type } from 'typebox';
import { listParameters } from './lists/list-request.ts';
import type { RouteDefinition } from './route.ts';

/** The schema of an endpoint that Fastify checks and serialises. Refusals are not part of it: problem documents need no serializer. */
export function routeSchema(definition: RouteDefinition): Readonly<Record<string, unknown>> {
  const { params, body, responses, formats, stream } = definition;
  const forms = (schema: TSchema | null): unknown =>
    schema === null || formats === undefined
      ? (schema ?? NOTHING)
      : { content: { 'application/json': { schema }, ...textsOf(formats) } };
  return {
    ...(params === undefined ? {} : { params }),
    querystring: querySchema(definition),
    ...(body === undefined ? {} : { body }),
    ...(stream === true
      ? {}
      : {
          response: Object.fromEntries(
            Object.entries(responses).map(([status, schema]) => [status, forms(schema)]),
          ),
        }),
  };
}

const NOTHING = Type.Null();

function textsOf(formats: NonNullable<RouteDefinition['formats']>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.values(formats).map((type) => [type, { schema: { type: 'string' } }]));
}

/** The schema of a query. It is closed: an unknown parameter is an error. */
export function querySchema(definition: RouteDefinition): TSchema {
  const declared =
    (definition.query as { readonly properties?: Record<string, TSchema> } | undefined)?.properties ?? {};
  const paging = definition.list === undefined ? {} : listParameters(definition.list);
  return Type.Object(
    { ...declared, ...paging, ...formatParameter(definition) },
    { additionalProperties: false },
  );
}

function formatParameter({ formats }: RouteDefinition): Record<string, TSchema> {
  if (formats === undefined) return {};
  const description = 'The form of the answer; without it the header `Accept` decides.';
  const names = ['json', ...Object.keys(formats)];
  return { format: Type.Optional(Type.Unsafe<string>({ type: 'string', enum: names, description })) };
}
