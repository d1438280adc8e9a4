import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Who may call a route. The kernel decides by this alone and never by the spelling of an address: the router has already read the address,
 * and it reads many spellings as one.
 */
export type Access =
  /** The public API: a key or a dashboard session that the route's definition lets in. */
  | 'caller'
  /** Any caller; an unknown method or address of the public API, which has no handler. */
  | 'nothing'
  /** The dashboard's own data: a dashboard session, never a key. */
  | 'session'
  /** Everybody: signs in a person who proves who they are. */
  | 'sign-in'
  /** Everybody: the API's document and its explorer. */
  | 'document'
  /** Everybody: the preflight that browsers send before a script of another origin may call (Fetch standard, section 3.2.2). */
  | 'preflight'
  /** Everybody: the dashboard's pages and what they load. A page by itself shows no data. */
  | 'page'
  /** Machines that ask to become devices. */
  | 'agent'
  /** Every agent, enrolled or not: the time, and the certificate of the authority. */
  | 'agent-facts'
  /** A device; the handler authenticates it. */
  | 'device'
  /** Monitoring of the server; the handler checks the address where that matters. */
  | 'probe';

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly access?: Access;
  }
}

/**
 * Makes the start of the server fail when a route does not declare its access. Call it before any route is added.
 * @throws Error from `ready` and `listen`
 */
export function requireDeclaredAccess(app: FastifyInstance): void {
  const routes: {
    readonly method: string | string[];
    readonly url: string;
    readonly config?: RouteConfig;
  }[] = [];
  // Checked when all routes are there: a third-party plugin gets its declaration in a hook that runs after this one.
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

/** The access of a request's route. Null = the route declares none, and nobody may call it. `unmatched` = no route has this address. */
export function accessOf(request: FastifyRequest): Access | 'unmatched' | null {
  return request.is404 ? 'unmatched' : (request.routeOptions.config.access ?? null);
}

const PUBLIC_API: ReadonlySet<Access | 'unmatched' | null> = new Set([
  'caller',
  'nothing',
  'document',
  'preflight',
]);

/** Whether a route belongs to the public API. Scripts of the listed origins may read the answers of such routes. */
export function isPublicApi(request: FastifyRequest): boolean {
  return PUBLIC_API.has(accessOf(request)) || request.routeOptions.config.definition !== undefined;
}
