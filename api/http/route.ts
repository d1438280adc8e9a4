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

/** What every endpoint may use. An endpoint that needs more says so in the type of its tools: `RouteTools & WebhookRouteTools`. */
export interface RouteTools {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly random: Random;
  readonly log: Log;
  readonly sealer: Sealer;
  readonly browsers: KnownBrowsers;
  readonly views: Pick<ViewNotes, 'note'>;
  /** Keeps what is kept of request bodies from being guessed. */
  readonly fingerprintSecret: Uint8Array;
  /** Aborts when the server stops: long waits end. */
  readonly stopping: AbortSignal;
}

/** One change for the audit: what was done to what, and how it was before and after (REST objects without secrets). */
export interface AuditNote {
  /** `policy.updated`: the resource, then what was done to it. */
  readonly action: string;
  /** Id of what it was done to. */
  readonly target: string | null;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** That answers show what people did, so that the audit tells who looked. */
export interface RecordViewRule<Body> {
  /** `logs.viewed`. */
  readonly action: string;
  /** Looks of an API key are one question, whatever it names: integrations read one thing after the other, every few minutes. */
  readonly keysTogether?: true;
  /** Whose records a body asks for; without it parameters and query say so. */
  readonly of?: (body: Body) => ViewQuestion;
}

export interface ViewQuestion {
  readonly target: string | null;
  readonly filter: Readonly<Record<string, unknown>>;
}

/** What a handler gives back. */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  /** The body is text of this type, and no JSON: one of the route's `formats`. */
  readonly mediaType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Each a `Set-Cookie`; they are not kept for repeats. */
  readonly cookies?: readonly string[];
  /** Version of a single resource: becomes the ETag. */
  readonly version?: number;
  /** What of it goes to the audit: every call that changes something says so. */
  readonly audit?: AuditNote | readonly AuditNote[];
  /** How much it shows of what people did, where the route has a `view`. Default: its rows, or one. 0 = nothing: then no look is noted. */
  readonly recordCount?: number;
}

/**
 * What the transaction of a call gives back. With `rest` the effect goes on in other transactions. Its maker sees to it that it comes to its end, also after
 * a crash. The last transaction stores the answer under the idempotency key, if one was given. `rest` waits for the end.
 */
export interface Begun extends Reply {
  readonly rest?: () => Promise<Reply>;
}

/** The program at the other end, and the dashboard cookie that it sent. */
export interface Client {
  readonly address: string;
  readonly userAgent: string | null;
  /** The value of the session cookie, checked or not; undefined = none. */
  readonly sessionSecret: string | undefined;
  /** The browser, where somebody has signed in with it before. */
  readonly browser: KnownBrowser | null;
  /** The `Set-Cookie` that gives a session's secret to the browser; null takes it back. */
  sessionCookie(secret: string | null): string;
  /** The `Set-Cookie`s of a browser that somebody has just signed in with: of the session, and one by which the browser is known again. */
  signedInCookies(opened: OpenedSession): readonly string[];
}

export interface ApiRequest<Params, Query, Body> {
  /** Not to be read where the route is `open`. */
  readonly caller: Caller;
  readonly client: Client;
  /** As in the header field `X-Request-Id`. */
  readonly requestId: string;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** `Prefer: wait=N` (RFC 7240), at most 30; 0 when absent. */
  readonly waitSeconds: number;
  /** Throws precondition_failed unless `If-Match` is absent or names this version (RFC 9110, 13.1.1). */
  checkIfMatch(version: number): void;
  /** The form of the answer that was asked for: `json`, or a name of the route's `formats`. */
  readonly format: string;
  /** Aborts when the client has gone. */
  readonly gone: AbortSignal;
  /**
   * Counts the call as so many requests; one of them was counted when it came in. To be called once, before any effect.
   * @throws Fault rate_limited when the rest is not there: then the call costs nothing at all
   */
  charge(requests: number): void;
  /**
   * Runs the effect of the call in one transaction, together with the note of its answer for the idempotency key, if one was sent.
   * To be called once.
   */
  transact(effect: (tx: Transaction, answers: IdempotencyKey | null) => Promise<Begun>): Promise<Reply>;
  /** The page of a list that was asked for; only where the route declares `list`. */
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
  /** People cannot wait with it until there is room on the server's disk: it is carried out from the reserve. So is what reads, deletes or signs somebody in. */
  readonly urgent?: true;
  /** Needs no credential at all: signing in. There is no caller then, and no audit note of the reply. */
  readonly open?: true;
  /** It heeds `Prefer: wait` (RFC 7240): it may answer 200 with the end of what it began, instead of 202. */
  readonly waits?: true;
  /** No answer is kept for repeats: it carries a cookie. */
  readonly unrepeatable?: true;
  /** True for what the specification's sixteen endpoints do not have. */
  readonly extension: boolean;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** A request without a body counts as `{}`. */
  readonly bodyOptional?: boolean;
  readonly list?: ListRules;
  /** Bodies by status; null = no body. */
  readonly responses: Readonly<Record<number, TSchema | null>>;
  /** Other forms in which the answer can be had, by `?format=` or by `Accept`. */
  readonly formats?: Formats;
  /** Codes that this call can answer with, besides those that every call can. */
  readonly faults?: readonly ErrorCode[];
  /** A limit of its own, beside that of the caller: so many calls a minute and caller. */
  readonly quota?: OperationQuota;
  /** The answer holds a secret: it is stored encrypted for idempotent replays. */
  readonly secretAnswer?: boolean;
  /** Whether answers are about people, and are stored by nobody on the way; without it the tag decides. */
  readonly personal?: boolean;
  /** Every answer says that the call is on its way out. */
  readonly deprecated?: Deprecation;
  /** The answer shows what people did: who looked is noted in the audit before it is sent, also when it is a repeat. */
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

/** Declares an endpoint. The plugins do the rest: key, limit, scope, validation, idempotency, ETag, errors, OpenAPI. */
export function defineRoute<P extends TSchema, Q extends TSchema, B extends TSchema, Tools = RouteTools>(
  route: TypedRoute<P, Q, B, Tools>,
): RouteDefinition<Tools> {
  return route as unknown as RouteDefinition<Tools>;
}
