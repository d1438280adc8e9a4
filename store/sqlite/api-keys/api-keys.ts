import type { ApiKeyId } from '../../../contracts/ids.ts';
import type { ApiKeyStore, KeySecret, KeyUsageDay, KeyUse } from '../../ports/api-keys.ts';
import type { Context } from '../connection/context.ts';
import { type Repository, reads, writes } from '../connection/repository.ts';
import {
  detailsOf,
  KEY_COLUMNS,
  type KeyRow,
  keyOf,
  SECRET_COLUMNS,
  type SecretRow,
  secretOf,
} from './api-key-row.ts';

const KEYS = 'api_keys k LEFT JOIN ous o ON o.id = k.ou_id';

export function createApiKeyStore({ db }: Pick<Context, 'db'>): Repository<ApiKeyStore> {
  const insert = db.prepare<[Record<string, unknown>]>(
    `INSERT INTO api_keys (id, organisation_id, name, scopes, tier, rate_limit_override, ou_path, ou_id, ip_allow_list, expires_at, revoked_at,
       created_at, updated_at)
     VALUES (:id, :organisationId, :name, :scopes, :tier, :rateLimitOverride, :ouPath,
       (SELECT id FROM ous WHERE organisation_id = :organisationId AND path = :ouPath), :ipAllowList, :expiresAt, :revokedAt, :createdAt, :createdAt)`,
  );
  const insertSecret = db.prepare<[KeySecret & { readonly id: string }]>(
    `INSERT INTO api_key_secrets (hash, api_key_id, slot, display, created_at, expires_at)
     VALUES (:hash, :id, :slot, :display, :createdAt, :expiresAt)`,
  );
  const byHash = db.prepare<[hash: string], KeyRow & SecretRow>(
    `SELECT ${KEY_COLUMNS}, ${SECRET_COLUMNS}
     FROM api_key_secrets s JOIN api_keys k ON k.id = s.api_key_id LEFT JOIN ous o ON o.id = k.ou_id WHERE s.hash = ?`,
  );
  const list = db.prepare<[organisationId: number], KeyRow>(
    `SELECT ${KEY_COLUMNS} FROM ${KEYS} WHERE k.organisation_id = ? ORDER BY k.id`,
  );
  const get = db.prepare<[organisationId: number, id: string], KeyRow>(
    `SELECT ${KEY_COLUMNS} FROM ${KEYS} WHERE k.organisation_id = ? AND k.id = ?`,
  );
  const secretsOf = db.prepare<[id: string], SecretRow>(
    `SELECT ${SECRET_COLUMNS} FROM api_key_secrets s WHERE s.api_key_id = ?`,
  );
  const changes = createChanges(db);
  const usage = createUsage(db);

  const found = (organisationId: number, id: string) => {
    const row = get.get(organisationId, id);
    return row === undefined ? null : detailsOf(row, secretsOf.all(id));
  };
  return {
    create: writes((key, secret) => {
      insert.run({
        ...key,
        scopes: JSON.stringify(key.scopes),
        ipAllowList: JSON.stringify(key.ipAllowList),
      });
      insertSecret.run({ ...secret, id: key.id });
    }),
    byHash: reads((hash) => {
      const row = byHash.get(hash);
      return row === undefined ? null : { key: keyOf(row), secret: secretOf(row) };
    }),
    get: reads(found),
    details: reads((organisationId) =>
      list.all(organisationId).map((row) => detailsOf(row, secretsOf.all(row.id))),
    ),
    update: writes((organisationId, id, wanted, now) => {
      const known = found(organisationId, id);
      if (known === null) return null;
      changes.update(known, wanted, now);
      return found(organisationId, id);
    }),
    rotate: writes((organisationId, id, { secret, otherEndsAt }) => {
      if (found(organisationId, id) === null) return null;
      changes.clearSlot(id, secret.slot);
      insertSecret.run({ ...secret, id });
      changes.endOthers({ id, slot: secret.slot, at: otherEndsAt });
      changes.touch(id, secret.createdAt);
      return found(organisationId, id);
    }),
    revoke: writes(changes.revoke),
    ...usage,
  };
}

function createChanges(db: Context['db']) {
  const update = db.prepare<[Record<string, unknown>]>(
    `UPDATE api_keys SET name = :name, scopes = :scopes, tier = :tier, rate_limit_override = :rateLimitOverride, ip_allow_list = :ipAllowList,
       expiry_told_days = CASE WHEN expires_at IS :expiresAt THEN expiry_told_days END, expires_at = :expiresAt,
       updated_at = :now, version = version + 1 WHERE id = :id`,
  );
  const moveTo = db.prepare<[{ readonly id: string; readonly ouId: string | null }]>(
    'UPDATE api_keys SET ou_id = :ouId, ou_path = (SELECT path FROM ous WHERE id = :ouId) WHERE id = :id',
  );
  const clearSlot = db.prepare<[id: string, slot: string]>(
    'DELETE FROM api_key_secrets WHERE api_key_id = ? AND slot = ?',
  );
  const endOthers = db.prepare<[{ readonly id: string; readonly slot: string; readonly at: number }]>(
    `UPDATE api_key_secrets SET expires_at = min(coalesce(expires_at, :at), :at) WHERE api_key_id = :id AND slot <> :slot`,
  );
  const touch = db.prepare<[now: number, id: string]>(
    'UPDATE api_keys SET updated_at = ?, version = version + 1 WHERE id = ?',
  );
  const revoke = db.prepare<[{ readonly now: number; readonly organisationId: number; readonly id: string }]>(
    `UPDATE api_keys SET updated_at = iif(revoked_at IS NULL, :now, updated_at), version = version + (revoked_at IS NULL),
       revoked_at = coalesce(revoked_at, :now) WHERE organisation_id = :organisationId AND id = :id`,
  );
  return {
    update(
      known: ReturnType<typeof detailsOf>,
      { ouId, ...wanted }: Parameters<ApiKeyStore['update']>[2],
      now: number,
    ): void {
      const { id, name, scopes, tier, rateLimitOverride, ipAllowList, expiresAt } = { ...known, ...wanted };
      update.run({
        id,
        name,
        scopes: JSON.stringify(scopes),
        tier,
        rateLimitOverride,
        ipAllowList: JSON.stringify(ipAllowList),
        expiresAt,
        now,
      });
      if (ouId !== undefined) moveTo.run({ id, ouId });
    },
    clearSlot: (id: string, slot: string): void => void clearSlot.run(id, slot),
    endOthers: (end: { readonly id: string; readonly slot: string; readonly at: number }): void =>
      void endOthers.run(end),
    touch: (id: string, now: number): void => void touch.run(now, id),
    revoke: (organisationId: number, id: string, now: number): boolean =>
      revoke.run({ organisationId, id, now }).changes > 0,
  };
}

type UsageMethods = Pick<Repository<ApiKeyStore>, 'recordUse' | 'usage' | 'expiring' | 'toldExpiry'>;

function createUsage(db: Context['db']): UsageMethods {
  const use = db.prepare<[KeyUse]>(
    `UPDATE api_keys SET last_used_ip = :ip, last_used_user_agent = :userAgent, last_used_at = :lastUsedAt
     WHERE id = :id AND :lastUsedAt >= coalesce(last_used_at, 0)`,
  );
  const useSlot = db.prepare<[KeyUse]>(
    `UPDATE api_key_secrets SET last_used_at = max(coalesce(last_used_at, 0), :lastUsedAt) WHERE api_key_id = :id AND slot = :slot`,
  );
  const count = db.prepare<[KeyUse]>(
    `INSERT INTO api_key_usage (api_key_id, day, operation, requests, errors)
     SELECT id, :day, :operation, :requests, :errors FROM api_keys WHERE id = :id
     ON CONFLICT (api_key_id, day, operation) DO UPDATE SET requests = requests + excluded.requests, errors = errors + excluded.errors`,
  );
  const usage = db.prepare<[id: string, from: string, to: string], KeyUsageDay>(
    `SELECT day, operation, requests, errors FROM api_key_usage WHERE api_key_id = ? AND day BETWEEN ? AND ? ORDER BY day, operation`,
  );
  const expiring = db.prepare<
    [now: number, until: number],
    KeyRow & { readonly expiry_told_days: number | null }
  >(
    `SELECT ${KEY_COLUMNS}, k.expiry_told_days FROM ${KEYS}
     WHERE k.revoked_at IS NULL AND k.expires_at IS NOT NULL AND k.expires_at > ? AND k.expires_at <= ? ORDER BY k.expires_at, k.id`,
  );
  const told = db.prepare<[days: number, id: ApiKeyId]>(
    'UPDATE api_keys SET expiry_told_days = ? WHERE id = ?',
  );
  return {
    recordUse: writes((batch) => {
      for (const entry of batch) {
        use.run(entry);
        useSlot.run(entry);
        count.run(entry);
      }
    }),
    usage: reads((id, { from, to }) => usage.all(id, from, to)),
    expiring: reads((now, until) =>
      expiring.all(now, until).map((row) => ({ key: keyOf(row), toldDays: row.expiry_told_days })),
    ),
    toldExpiry: writes((id, days) => void told.run(days, id)),
  };
}
