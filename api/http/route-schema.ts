import { type TSchema, Type } from 'typebox';
import { listParameters } from './lists/list-request.ts';
import type { RouteDefinition } from './route.ts';

/** What Fastify checks and writes of an endpoint. Not its refusals: problems are written without a serializer of their own. */
export function routeSchema(definition: RouteDefinition): Readonly<Record<string, unknown>> {
  const { params, body, responses, formats } = definition;
  const forms = (schema: TSchema | null): unknown =>
    schema === null || formats === undefined
      ? (schema ?? NOTHING)
      : { content: { 'application/json': { schema }, ...textsOf(formats) } };
  return {
    ...(params === undefined ? {} : { params }),
    querystring: querySchema(definition),
    ...(body === undefined ? {} : { body }),
    response: Object.fromEntries(
      Object.entries(responses).map(([status, schema]) => [status, forms(schema)]),
    ),
  };
}

const NOTHING = Type.Null();

function textsOf(formats: NonNullable<RouteDefinition['formats']>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.values(formats).map((type) => [type, { schema: { type: 'string' } }]));
}

/** Every query is closed: a parameter that the endpoint does not know is an error. */
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
