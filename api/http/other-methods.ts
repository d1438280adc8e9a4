import type { FastifyInstance } from 'fastify';
import { Fault } from '../../kit/fault.ts';
import type { RouteDefinition } from './route.ts';

/** Methods that Fastify would answer with 404, since it does not know them (RFC 9110, 9.3.8; WebDAV). */
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

/** All of the public API that has no route of its own: who has no key does not learn which addresses there are. */
export const UNKNOWN_API_ADDRESS = '/v1/*';

/**
 * An address that exists answers other methods with 405 and `Allow` (RFC 9110, 15.5.6); Fastify alone would say 404. OPTIONS is
 * answered with `Allow` and needs no key.
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
    // Both answer before anything is asked of a body: QUERY must have one, TRACE none.
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
