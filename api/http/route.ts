import type { Static, TSchema } from 'typebox';
import type { ErrorCode } from '../../contracts/errors.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import type { IdSource, Random } from '../../kit/random.ts';
import type { Sealer } from '../../kit/sealing.ts';
import type { IdempotencyKey } from '../../store/ports/api-keys.ts';
import type { ListPage, ListQuery } from '../../store/ports/list.ts';
import type { Store, Transaction } from '../../store/ports/store.ts';
import type { Caller } from './authentication/caller.ts';
import type { KnownBrowser, KnownBrowsers } from './authentication/known-browsers.ts';
import type { PermissionRule } from './authentication/permission.ts';
import type { OpenedSession } from './authentication/sessions.ts';
import type { ViewNotes } from './gathered-views.ts';
import type { Deprecation } from './headers/deprecation.ts';
import type { Formats } from './headers/negotiation.ts';
import type { OperationQuota } from './limits/operation-quota.ts';
import type { ListRules } from './lists/list-rules.ts';

/** Tools of every endpoint. An endpoint that needs more names them in the type of its tools: `RouteTools & WebhookRouteTools`. */
export interface RouteTools {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly random: Random;
  readonly log: Log;
  readonly sealer: Sealer;
  readonly browsers: KnownBrowsers;
  readonly views: Pick<ViewNotes, 'note'>;
  /** Keys the stored fingerprints of request bodies, so that a body cannot be guessed. */
  readonly fingerprintSecret: Uint8Array;
  /** Aborts when the server stops, which ends long waits. */
  readonly stopping: AbortSignal;
}

/** One change for the audit: the action, its target, and the state before and after (REST objects without secrets). */
export interface AuditNote {
  /** The resource and the action: `policy.updated`. */
  readonly action: string;
  /** Id of the changed thing. */
  readonly target: string | null;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Declares that answers show people's activity, so that the audit notes who looked. */
export interface RecordViewRule<Body> {
  /** `logs.viewed`. */
  readonly action: string;
  /** All views by an API key count as one question, whatever they name, because integrations read one thing after another every few minutes. */
  readonly keysTogether?: true;
  /** The persons whose records a body asks for. Without it, parameters and query tell. */
  readonly of?: (body: Body) => ViewQuestion;
}

export interface ViewQuestion {
  readonly target: string | null;
  readonly filter: Readonly<Record<string, unknown>>;
}

/** The result of a handler. */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  /** The body is text of this type instead of JSON; the type is one of the route's `formats`. */
  readonly mediaType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Values of `Set-Cookie` fields. They are not stored for repeats. */
  readonly cookies?: readonly string[];
  /** Version of a single resource: becomes the ETag. */
  readonly version?: number;
  /** The audit notes. Every call that changes something gives one. */
  readonly audit?: AuditNote | readonly AuditNote[];
  /** How many records of people's activity the answer shows, where the route has a `view`. Default: the number of rows, or one. 0 = the view is not noted. */
  readonly recordCount?: number;
}

/**
 * The result of a call's transaction. With `rest` the effect goes on in other transactions. The code that began the effect makes sure that
 * it ends, also after a crash. The last transaction stores the answer under the idempotency key, if one was given. `rest` waits for the
 * end.
 */
export interface Begun extends Reply {
  readonly rest?: () => Promise<Reply>;
}

/** The client program, and the dashboard cookie that it sent. */
export interface Client {
  readonly address: string;
  readonly userAgent: string | null;
  /** The value of the session cookie, not necessarily valid; undefined = no cookie. */
  readonly sessionSecret: string | undefined;
  /** The browser, if somebody has signed in with it before. */
  readonly browser: KnownBrowser | null;
  /** The `Set-Cookie` that stores a session's secret in the browser; null removes it. */
  sessionCookie(secret: string | null): string;
  /** The `Set-Cookie`s after a sign-in: the session's, and the one that makes the browser a known browser. */
  signedInCookies(opened: OpenedSession): readonly string[];
}

export interface ApiRequest<Params, Query, Body> {
  /** Must not be read where the route is `open`. */
  readonly caller: Caller;
  readonly client: Client;
  /** The value of the header field `X-Request-Id`. */
  readonly requestId: string;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** `Prefer: wait=N` (RFC 7240), at most 30; 0 when absent. */
  readonly waitSeconds: number;
  /** Throws precondition_failed unless `If-Match` is absent or names this version, in a strong tag or a weak one (RFC 9110, 13.1.1). */
  checkIfMatch(version: number): void;
  /** The form of the answer that was asked for: `json`, or a name of the route's `formats`. */
  readonly format: string;
  /** The header `Last-Event-ID` of a client that comes back to a stream (WHATWG HTML, section 9.2.4). */
  readonly lastEventId: string | undefined;
  /** Aborts when the client has left. */
  readonly gone: AbortSignal;
  /**
   * Charges the call as this many requests, one of which was counted when it arrived. Call it once, before any effect.
   * @throws Fault rate_limited when the rest is not there: then the call costs nothing at all
   */
  charge(requests: number): void;
  /** Runs the effect of the call in one transaction, together with storing its answer for the idempotency key, if one was sent. Call it once. */
  transact(effect: (tx: Transaction, answers: IdempotencyKey | null) => Promise<Begun>): Promise<Reply>;
  /** The requested page of a list; only where the route declares `list`. */
  page<Filter, Row>(
    filter: Filter,
    read: (query: ListQuery<Filter, never>) => Promise<ListPage<Row>>,
    toResource: (row: Row) => unknown,
  ): Promise<Reply>;
}

/** @typeParam Tools what the handler uses; `never` where the handler is not called */
export interface RouteDefinition<Tools = never> extends PermissionRule {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** OpenAPI form, `/v1/devices/{id}`. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  /** The call cannot wait until the server's disk has room, so it uses the reserve. The same holds for calls that read, delete or sign in. */
  readonly urgent?: true;
  /** The call needs no credential, such as a sign-in. It has no caller and no audit note of the reply. */
  readonly open?: true;
  /** The call heeds `Prefer: wait` (RFC 7240): it may answer 200 with the final result instead of 202. */
  readonly waits?: true;
  /** No answer is stored for repeats, because it carries a cookie. */
  readonly unrepeatable?: true;
  /** The answer is a stream of server-sent events that stays open: its body is a `Readable`. */
  readonly stream?: true;
  /** Whether the endpoint is an addition to the specification's sixteen endpoints. */
  readonly extension: boolean;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** A request without a body counts as `{}`. */
  readonly bodyOptional?: boolean;
  readonly list?: ListRules;
  /** Bodies by status; null = no body. */
  readonly responses: Readonly<Record<number, TSchema | null>>;
  /** Other forms of the answer, chosen by `?format=` or `Accept`. */
  readonly formats?: Formats;
  /** Error codes of this call, beside those of every call. */
  readonly faults?: readonly ErrorCode[];
  /** A limit of the operation, in calls a minute and caller, beside the caller's own limit. */
  readonly quota?: OperationQuota;
  /** The answer holds a secret: it is stored encrypted for idempotent replays, and never compressed. */
  readonly secretAnswer?: boolean;
  /** Whether answers are about people and must not be stored by caches. Default: the tag decides. */
  readonly personal?: boolean;
  /** The call is deprecated; every answer says so. */
  readonly deprecated?: Deprecation;
  /** The answer shows people's activity. The view is noted in the audit before the answer is sent, also for a repeat. */
  readonly view?: RecordViewRule<never>;
  readonly handle: (request: ApiRequest<never, never, never>, tools: Tools) => Promise<Reply>;
}

interface TypedRoute<P extends TSchema, Q extends TSchema, B extends TSchema, Tools>
  extends Omit<RouteDefinition, 'params' | 'query' | 'body' | 'view' | 'handle'> {
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly view?: RecordViewRule<Static<B>>;
  readonly handle: (request: ApiRequest<Static<P>, Static<Q>, Static<B>>, tools: Tools) => Promise<Reply>;
}

/** Declares an endpoint. The plugins add key, limit, scope, validation, idempotency, ETag, errors and OpenAPI. */
export function defineRoute<P extends TSchema, Q extends TSchema, B extends TSchema, Tools = RouteTools>(
  route: TypedRoute<P, Q, B, Tools>,
): RouteDefinition<Tools> {
  return route as unknown as RouteDefinition<Tools>;
}

/** The endpoint of this name. @throws Error when there is none */
export function routeOf(routes: readonly RouteDefinition[], operationId: string): RouteDefinition {
  const route = routes.find((one) => one.operationId === operationId);
  if (route === undefined) throw new Error(`there is no operation ${operationId}`);
  return route;
}
