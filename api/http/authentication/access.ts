import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Who may call a route. The kernel decides by it alone, never by how an address is written: the router has read the address already, and it reads many
 * spellings as one.
 */
export type Access =
  /** The public API: a key or a dashboard session that the route's definition lets in. */
  | 'caller'
  /** Any caller; there is nothing behind it: an unknown method or address of the public API. */
  | 'nothing'
  /** The dashboard's own data: a dashboard session, never a key. */
  | 'session'
  /** Everybody: it opens a session for whoever proves who they are. */
  | 'sign-in'
  /** Everybody: the API's document and its explorer. */
  | 'document'
  /** Everybody: what browsers ask before a script of another origin may call (Fetch standard, section 3.2.2). */
  | 'preflight'
  /** Everybody: the dashboard's pages and what they load. A page shows no data by itself. */
  | 'page'
  /** Machines that are to become devices. */
  | 'agent'
  /** Every agent, enrolled or not: the time, and the authority's certificate. */
  | 'agent-facts'
  /** A device; its handler has it prove itself. */
  | 'device'
  /** Whoever watches over the server; the handler looks at the address where that matters. */
  | 'probe';

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly access?: Access;
  }
}

/**
 * Makes the start of the server fail when a route does not say who may call it. Call it before any route is added.
 * @throws Error from `ready` and `listen`
 */
export function requireDeclaredAccess(app: FastifyInstance): void {
  const routes: {
    readonly method: string | string[];
    readonly url: string;
    readonly config?: RouteConfig;
  }[] = [];
  // Looked at when all are there: a plugin of somebody else's gets its declaration in a hook that runs after this one.
  app.addHook('onRoute', (route) => void routes.push(route));
  app.addHook('onReady', async () => {
    for (const { method, url, config } of routes) {
      const name = `${String(method)} ${url}`;
      if (config?.access === undefined) throw new Error(`${name} does not say who may call it`);
      if (config.access === 'caller' && config.definition === undefined)
        throw new Error(`${name} is for callers, but declares no scope or role`);
    }
  });
}

interface RouteConfig {
  readonly access?: Access;
  readonly definition?: object;
}

/** Null for a route that does not say it, which nobody may call; an address without a route is `unmatched`. */
export function accessOf(request: FastifyRequest): Access | 'unmatched' | null {
  return request.is404 ? 'unmatched' : (request.routeOptions.config.access ?? null);
}

const PUBLIC_API: ReadonlySet<Access | 'unmatched' | null> = new Set([
  'caller',
  'nothing',
  'document',
  'preflight',
]);

/** Whether a route belongs to the public API, whose answers scripts of listed origins may read. */
export function isPublicApi(request: FastifyRequest): boolean {
  return PUBLIC_API.has(accessOf(request)) || request.routeOptions.config.definition !== undefined;
}
