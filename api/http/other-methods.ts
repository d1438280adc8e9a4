import type { FastifyInstance } from 'fastify';
import { Fault } from '../../kit/fault.ts';
import type { RouteDefinition } from './route.ts';

/** Methods that Fastify does not know and would answer with 404 (RFC 9110, 9.3.8; WebDAV). */
const UNKNOWN_TO_FASTIFY = [
  'TRACE',
  'PROPFIND',
  'LOCK',
  'UNLOCK',
  'COPY',
  'MOVE',
  'MKCOL',
  'SEARCH',
] as const;

/** Every address of the public API without a route. A caller without a key does not learn which addresses exist. */
export const UNKNOWN_API_ADDRESS = '/v1/*';

/**
 * Answers other methods of an existing address with 405 and `Allow` (RFC 9110, 15.5.6); Fastify alone would answer 404. OPTIONS is answered
 * with `Allow` and needs no key.
 */
export function answerOtherMethods(
  app: FastifyInstance,
  routes: readonly Pick<RouteDefinition, 'method' | 'path'>[],
): void {
  const byPath = new Map<string, Set<string>>();
  for (const { method, path } of routes) {
    const methods = byPath.get(path) ?? new Set<string>();
    methods.add(method);
    if (method === 'GET') methods.add('HEAD');
    byPath.set(path, methods);
  }
  for (const method of UNKNOWN_TO_FASTIFY)
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  for (const [path, methods] of byPath) {
    const url = path.replaceAll(/\{(\w+)\}/g, ':$1');
    const allow = [...methods, 'OPTIONS'].sort();
    const other = app.supportedMethods.filter((method) => !methods.has(method) && method !== 'OPTIONS');
    const shared = {
      exposeHeadRoute: false,
      url,
      handler: () => undefined,
    };
    // Both are answered before the body is checked: QUERY must have a body, TRACE must not.
    app.route({
      ...shared,
      method: 'OPTIONS',
      config: { access: 'preflight' },
      onRequest: async (_request, reply) => reply.code(204).header('allow', allow.join(', ')).send(),
    });
    app.route({
      ...shared,
      method: other,
      config: { access: 'nothing' },
      onRequest: async () => {
        throw new Fault('method_not_allowed', `This address knows ${allow.join(', ')}.`, {
          extras: { allow },
        });
      },
    });
  }
  app.route({
    method: [...app.supportedMethods],
    exposeHeadRoute: false,
    url: UNKNOWN_API_ADDRESS,
    config: { access: 'nothing' },
    onRequest: async () => {
      throw new Fault('not_found', 'There is nothing at this address.');
    },
    handler: () => undefined,
  });
}
