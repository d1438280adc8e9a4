import type { ApiKeyId } from '../../contracts/ids.ts';
import type { Tier } from '../../contracts/scopes.ts';
import type { ApiKeyRecord, ApiKeyStore, KeySecret } from '../ports/api-keys.ts';
import type { Synchronous } from '../synchronous.ts';
import type { Context } from './context.ts';

interface KeyRow {
  readonly id: ApiKeyId;
  readonly organisation_id: number;
  readonly name: string;
  readonly scopes: string;
  readonly tier: Tier;
  readonly rate_limit_override: number | null;
  readonly ou_path: string | null;
  readonly ip_allow_list: string;
  readonly expires_at: number | null;
  readonly revoked_at: number | null;
  readonly created_at: number;
}

interface SecretColumns {
  readonly secret_slot: KeySecret['slot'];
  readonly secret_hash: string;
  readonly secret_display: string;
  readonly secret_created_at: number;
  readonly secret_expires_at: number | null;
}

export function createApiKeyStore({ db }: Pick<Context, 'db'>): Synchronous<ApiKeyStore> {
  const insert = db.prepare<[Record<string, unknown>]>(
    `INSERT INTO api_keys (id, organisation_id, name, scopes, tier, rate_limit_override, ou_path, ip_allow_list, expires_at, revoked_at, created_at)
     VALUES (:id, :organisationId, :name, :scopes, :tier, :rateLimitOverride, :ouPath, :ipAllowList, :expiresAt, :revokedAt, :createdAt)`,
  );
  const insertSecret = db.prepare<[KeySecret & { readonly id: string }]>(
    `INSERT INTO api_key_secrets (hash, api_key_id, slot, display, created_at, expires_at)
     VALUES (:hash, :id, :slot, :display, :createdAt, :expiresAt)`,
  );
  const byHash = db.prepare<[hash: string], KeyRow & SecretColumns>(
    `SELECT k.*, s.slot AS secret_slot, s.hash AS secret_hash, s.display AS secret_display, s.created_at AS secret_created_at,
       s.expires_at AS secret_expires_at
     FROM api_key_secrets s JOIN api_keys k ON k.id = s.api_key_id WHERE s.hash = ?`,
  );
  const list = db.prepare<[organisationId: number], KeyRow>(
    'SELECT * FROM api_keys WHERE organisation_id = ? ORDER BY id',
  );
  const revoke = db.prepare<[now: number, organisationId: number, id: string]>(
    'UPDATE api_keys SET revoked_at = coalesce(revoked_at, ?) WHERE organisation_id = ? AND id = ?',
  );
  const use = db.prepare<[lastUsedAt: number, id: string]>(
    'UPDATE api_keys SET last_used_at = max(coalesce(last_used_at, 0), ?) WHERE id = ?',
  );
  const count = db.prepare<[Parameters<Synchronous<ApiKeyStore>['recordUse']>[0][number]]>(
    `INSERT INTO api_key_usage (api_key_id, day, operation, requests, errors) VALUES (:id, :day, :operation, :requests, :errors)
     ON CONFLICT (api_key_id, day, operation) DO UPDATE SET requests = requests + excluded.requests, errors = errors + excluded.errors`,
  );

  return {
    create(key, secret) {
      insert.run({
        ...key,
        scopes: JSON.stringify(key.scopes),
        ipAllowList: JSON.stringify(key.ipAllowList),
      });
      insertSecret.run({ ...secret, id: key.id });
    },
    byHash(hash) {
      const row = byHash.get(hash);
      return row === undefined ? null : { key: keyOf(row), secret: secretOf(row) };
    },
    list: (organisationId) => list.all(organisationId).map(keyOf),
    revoke: (organisationId, id, now) => revoke.run(now, organisationId, id).changes > 0,
    recordUse(batch) {
      for (const entry of batch) if (use.run(entry.lastUsedAt, entry.id).changes > 0) count.run(entry);
    },
  };
}

function keyOf(row: KeyRow): ApiKeyRecord {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    name: row.name,
    scopes: JSON.parse(row.scopes),
    tier: row.tier,
    rateLimitOverride: row.rate_limit_override,
    ouPath: row.ou_path,
    ipAllowList: JSON.parse(row.ip_allow_list),
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    createdAt: row.created_at,
  };
}

function secretOf(row: SecretColumns): KeySecret {
  return {
    slot: row.secret_slot,
    hash: row.secret_hash,
    display: row.secret_display,
    createdAt: row.secret_created_at,
    expiresAt: row.secret_expires_at,
  };
}
