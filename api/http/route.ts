import type { Static, TSchema } from 'typebox';
import type { ErrorCode } from '../../contracts/errors.ts';
import type { Role } from '../../contracts/roles.ts';
import type { Scope } from '../../contracts/scopes.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import type { IdSource, Random } from '../../kit/random.ts';
import type { Sealer } from '../../kit/sealing.ts';
import type { ApiKeyRecord } from '../../store/ports/api-keys.ts';
import type { ListPage, ListQuery } from '../../store/ports/list.ts';
import type { OrganisationRecord } from '../../store/ports/organisations.ts';
import type { Store, Transaction } from '../../store/ports/store.ts';
import type { SsrfGuard } from '../webhooks/ssrf-guard.ts';

/** What endpoints may use. */
export interface RouteTools {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly random: Random;
  readonly log: Log;
  readonly sealer: Sealer;
  readonly webhookGuard: Pick<SsrfGuard, 'checkUrl'>;
  /** Keeps what is kept of request bodies from being guessed. */
  readonly fingerprintSecret: Uint8Array;
  readonly enrollment: {
    /** The whole token text around a secret: with the fingerprint of the certificate authority. */
    formatToken(secret: string): string;
  };
  /** Aborts when the server stops: long waits end. */
  readonly stopping: AbortSignal;
}

/** Who asks: a checked key, or a person signed in to the dashboard. */
export interface Caller {
  /** The id by which the caller is named in what it makes and in the audit: `key_…` or `acc_…`. */
  readonly actor: string;
  readonly credential: Credential;
  readonly scopes: readonly Scope[];
  /** The one subtree of units that the caller reaches; null = the whole organisation. */
  readonly ouPath: string | null;
  readonly organisationId: number;
  /** IANA time zone of the organisation. */
  readonly timezone: string;
  readonly plan: OrganisationRecord['plan'];
}

export type Credential =
  | { readonly kind: 'key'; readonly key: ApiKeyRecord }
  | { readonly kind: 'session'; readonly accountId: string; readonly role: Role };

/** One change for the audit: what was done to what, and how it was before and after (REST objects without secrets). */
export interface AuditNote {
  /** `policy.updated`: the resource, then what was done to it. */
  readonly action: string;
  /** Id of what it was done to. */
  readonly target: string | null;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** What a handler gives back. */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Version of a single resource: becomes the ETag. */
  readonly version?: number;
  /** What of it goes to the audit: every call that changes something says so. */
  readonly audit?: AuditNote | readonly AuditNote[];
}

export interface ApiRequest<Params, Query, Body> {
  readonly caller: Caller;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** `Prefer: wait=N` (RFC 7240), at most 30; 0 when absent. */
  readonly waitSeconds: number;
  /** Throws precondition_failed unless `If-Match` is absent or names this version (RFC 9110, 13.1.1). */
  checkIfMatch(version: number): void;
  /** Aborts when the client has gone. */
  readonly gone: AbortSignal;
  /**
   * Runs the effect of the call in one transaction, together with the note of its answer for the idempotency key, if one was sent.
   * To be called once.
   */
  transact(effect: (tx: Transaction) => Promise<Reply>): Promise<Reply>;
  /** The page of a list that was asked for; only where the route declares `list`. */
  page<Filter, Row>(
    filter: Filter,
    read: (query: ListQuery<Filter, never>) => Promise<ListPage<Row>>,
    toResource: (row: Row) => unknown,
  ): Promise<Reply>;
}

/** Declares a list: its sort fields, default order and limits. */
export interface ListRules {
  readonly sortable: readonly string[];
  readonly defaultSort: string;
  readonly defaultLimit?: number;
  readonly maxLimit?: number;
}

export interface RouteDefinition {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** OpenAPI form, `/v1/devices/{id}`. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  /** Null: any valid key; with `roles`, no key at all. */
  readonly scope: Scope | null;
  /** Only for people signed in to the dashboard who have one of these roles; no key opens it. */
  readonly roles?: readonly Role[];
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
  /** Codes that this call can answer with, besides those that every call can. */
  readonly faults?: readonly ErrorCode[];
  /** The answer holds a secret: it is stored encrypted for idempotent replays. */
  readonly secretAnswer?: boolean;
  readonly handle: (request: ApiRequest<never, never, never>, tools: RouteTools) => Promise<Reply>;
}

interface TypedRoute<P extends TSchema, Q extends TSchema, B extends TSchema>
  extends Omit<RouteDefinition, 'params' | 'query' | 'body' | 'handle'> {
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly handle: (
    request: ApiRequest<Static<P>, Static<Q>, Static<B>>,
    tools: RouteTools,
  ) => Promise<Reply>;
}

/** Declares an endpoint. The plugins do the rest: key, limit, scope, validation, idempotency, ETag, errors, OpenAPI. */
export function defineRoute<P extends TSchema, Q extends TSchema, B extends TSchema>(
  route: TypedRoute<P, Q, B>,
): RouteDefinition {
  return route as unknown as RouteDefinition;
}
