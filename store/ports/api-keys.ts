import type { ApiKeyId } from '../../contracts/ids.ts';
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

export interface ApiKeyStore {
  create(key: ApiKeyRecord, secret: KeySecret): Promise<void>;
  /** The key and the slot that a presented secret belongs to, whatever their state; null when unknown. */
  byHash(hash: string): Promise<{ readonly key: ApiKeyRecord; readonly secret: KeySecret } | null>;
  list(organisationId: number): Promise<readonly ApiKeyRecord[]>;
  /** False when there is none. A second time changes nothing. */
  revoke(organisationId: number, id: string, now: number): Promise<boolean>;
  /** Adds up uses: last time, and requests and errors of the UTC day. */
  recordUse(
    batch: readonly {
      readonly id: ApiKeyId;
      readonly day: string;
      readonly operation: string;
      readonly requests: number;
      readonly errors: number;
      readonly lastUsedAt: number;
    }[],
  ): Promise<void>;
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
  readonly apiKeyId: ApiKeyId;
  readonly method: string;
  readonly path: string;
  readonly key: string;
}

/** Remembers answers for 24 hours (IETF Idempotency-Key draft). */
export interface IdempotencyStore {
  /**
   * Begins a request, or says what became of the one before. A `running` mark ends by itself at `until`, so that a crash blocks nobody for long.
   * @param fingerprint SHA-256 of the canonical body
   */
  begin(
    key: IdempotencyKey,
    fingerprint: string,
    times: { readonly now: number; readonly until: number },
  ): Promise<IdempotencyState>;
  /**
   * Stores the answer; give it inside the transaction of the effect.
   * @throws Fault idempotency_in_progress when the mark is no longer there or was answered by a repeat: the effect is then to be undone
   */
  finish(key: IdempotencyKey, response: StoredResponse, expiresAt: number): Promise<void>;
  /** Forgets a begun request whose answer is not to be kept. An answer that is stored stays. */
  abandon(key: IdempotencyKey): Promise<void>;
  purge(now: number): Promise<number>;
}
