import type { ApiKeyId, OuId } from '../../contracts/ids.ts';
import type { Scope, Tier } from '../../contracts/scopes.ts';

export interface ApiKeyRecord {
  readonly id: ApiKeyId;
  readonly organisationId: number;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly tier: Tier;
  readonly rateLimitOverride: number | null;
  /** OU subtree that the key is limited to; null = all. */
  readonly ouPath: string | null;
  readonly ipAllowList: readonly string[];
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly createdAt: number;
}

export interface KeySecret {
  readonly slot: 'primary' | 'secondary';
  /** SHA-256 of the whole key text, base64url. */
  readonly hash: string;
  /** `sgk_live_ab12…wx9z`. */
  readonly display: string;
  readonly createdAt: number;
  /** End of the grace after a rotation; null = none. */
  readonly expiresAt: number | null;
}

/** When and from where something was used last. */
export interface LastUse {
  readonly at: number;
  /** Null for uses before it was stored. */
  readonly ip: string | null;
  readonly userAgent: string | null;
}

/** A key with what its management shows. */
export interface ApiKeyDetails extends ApiKeyRecord {
  readonly primary: UsedSecret;
  /** Null until the first rotation. */
  readonly secondary: UsedSecret | null;
  readonly lastUse: LastUse | null;
  readonly updatedAt: number;
  /** Grows with every change, rotation and revocation: the ETag. */
  readonly version: number;
}

export interface UsedSecret extends KeySecret {
  readonly lastUsedAt: number | null;
}

/** What a change of a key may replace. The unit is given by its id. */
export type ApiKeyChanges = Partial<
  Pick<ApiKeyRecord, 'name' | 'scopes' | 'tier' | 'rateLimitOverride' | 'ipAllowList' | 'expiresAt'>
> & { readonly ouId?: OuId | null };

/** Uses of one secret of a key for one operation on one UTC day, added up. */
export interface KeyUse {
  readonly id: ApiKeyId;
  readonly slot: KeySecret['slot'];
  readonly day: string;
  readonly operation: string;
  readonly requests: number;
  readonly errors: number;
  readonly lastUsedAt: number;
  /** Of the last of them. */
  readonly ip: string;
  readonly userAgent: string | null;
}

export interface KeyUsageDay {
  /** UTC, `2026-11-20`. */
  readonly day: string;
  readonly operation: string;
  readonly requests: number;
  readonly errors: number;
}

export interface ApiKeyStore {
  /** The unit of `ouPath` is remembered by its id, so that the limit follows it when it is renamed or moved. */
  create(key: ApiKeyRecord, secret: KeySecret): Promise<void>;
  /**
   * The key and the slot that a presented secret belongs to, whatever their state; null when unknown. A key whose unit is gone has a path
   * that nothing lies below.
   */
  byHash(hash: string): Promise<{ readonly key: ApiKeyRecord; readonly secret: KeySecret } | null>;
  get(organisationId: number, id: string): Promise<ApiKeyDetails | null>;
  /** All of an organisation, revoked ones too: some dozens. */
  details(organisationId: number): Promise<readonly ApiKeyDetails[]>;
  /** Null when there is none. With a new expiry the warnings begin anew. */
  update(
    organisationId: number,
    id: string,
    changes: ApiKeyChanges,
    now: number,
  ): Promise<ApiKeyDetails | null>;
  /** Stores a secret in its slot, in place of the one there. The secret of the other slot ends at `otherEndsAt`, or before if it already ends before. */
  rotate(
    organisationId: number,
    id: string,
    rotation: { readonly secret: KeySecret; readonly otherEndsAt: number },
  ): Promise<ApiKeyDetails | null>;
  /** False when there is none. A second time changes nothing. */
  revoke(organisationId: number, id: string, now: number): Promise<boolean>;
  /** Adds up uses: last time, and requests and errors of the UTC day. */
  recordUse(batch: readonly KeyUse[]): Promise<void>;
  /** By day, then operation. @param days inclusive, `2026-11-20` */
  usage(id: ApiKeyId, days: { readonly from: string; readonly to: string }): Promise<readonly KeyUsageDay[]>;
  /** Keys of every organisation that are not revoked and expire after `now` and not after `until`, each with the mark of its last warning. */
  expiring(
    now: number,
    until: number,
  ): Promise<readonly { readonly key: ApiKeyRecord; readonly toldDays: number | null }[]>;
  /** Stores the mark (days before the expiry) of the last warning. */
  toldExpiry(id: ApiKeyId, days: number): Promise<void>;
}

export interface StoredResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as sent; sealed (encrypted) when it carries a secret. */
  readonly body: string;
  readonly sealed: boolean;
}

export type IdempotencyState =
  | { readonly kind: 'new' }
  | { readonly kind: 'running' }
  | { readonly kind: 'other_request' }
  | { readonly kind: 'done'; readonly response: StoredResponse };

export interface IdempotencyKey {
  /** Id of the key or account that asks: `key_…`, `acc_…`. */
  readonly caller: string;
  readonly method: string;
  readonly path: string;
  readonly key: string;
}

/** Remembers answers for 24 hours (IETF Idempotency-Key draft). */
export interface IdempotencyStore {
  /**
   * Begins a request, or returns the state of an earlier one with the same key. A `running` mark ends by itself at `until`, so that a crash blocks nobody for
   * long.
   * @param fingerprint SHA-256 of the canonical body
   */
  begin(
    key: IdempotencyKey,
    fingerprint: string,
    times: { readonly now: number; readonly until: number },
  ): Promise<IdempotencyState>;
  /**
   * Stores the answer. To be called inside the transaction of the effect.
   * @throws Fault idempotency_in_progress when the mark is gone or a repeat has answered it: the effect must be undone
   */
  finish(key: IdempotencyKey, response: StoredResponse, expiresAt: number): Promise<void>;
  /**
   * Keeps the mark of a begun request until a moment, since its effect has begun and continues whatever happens to the request. To be called inside the
   * transaction that begins it.
   * @throws Fault idempotency_in_progress as `finish` does
   */
  hold(key: IdempotencyKey, until: number): Promise<void>;
  /** Removes the mark of a begun request whose answer is not to be kept. A stored answer stays. */
  abandon(key: IdempotencyKey): Promise<void>;
  /** Forgets at most `limit` marks and answers whose time is over. @returns how many */
  purge(now: number, limit: number): Promise<number>;
}
