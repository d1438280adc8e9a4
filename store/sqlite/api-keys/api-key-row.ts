import type { ApiKeyId } from '../../../contracts/ids.ts';
import type { Tier } from '../../../contracts/scopes.ts';
import type { ApiKeyDetails, ApiKeyRecord, KeySecret, UsedSecret } from '../../ports/api-keys.ts';

/** A key with the path of its unit as it is now; `/ou_…` when that is gone, so that the key reaches nothing. */
export const KEY_COLUMNS = `k.id, k.organisation_id, k.name, k.scopes, k.tier, k.rate_limit_override, k.ip_allow_list, k.expires_at, k.revoked_at,
  k.created_at, k.updated_at, k.version, k.last_used_at, k.last_used_ip, k.last_used_user_agent,
  CASE WHEN k.ou_id IS NULL THEN k.ou_path ELSE coalesce(o.path, '/' || k.ou_id) END AS ou_path`;

export const SECRET_COLUMNS = `s.slot AS secret_slot, s.hash AS secret_hash, s.display AS secret_display, s.created_at AS secret_created_at,
  s.expires_at AS secret_expires_at, s.last_used_at AS secret_last_used_at`;

export interface KeyRow {
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
  readonly updated_at: number;
  readonly version: number;
  readonly last_used_at: number | null;
  readonly last_used_ip: string | null;
  readonly last_used_user_agent: string | null;
}

export interface SecretRow {
  readonly secret_slot: KeySecret['slot'];
  readonly secret_hash: string;
  readonly secret_display: string;
  readonly secret_created_at: number;
  readonly secret_expires_at: number | null;
  readonly secret_last_used_at: number | null;
}

export function keyOf(row: KeyRow): ApiKeyRecord {
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

export function secretOf(row: SecretRow): KeySecret {
  return {
    slot: row.secret_slot,
    hash: row.secret_hash,
    display: row.secret_display,
    createdAt: row.secret_created_at,
    expiresAt: row.secret_expires_at,
  };
}

/** @throws Error for a key without a first secret: none is stored so */
export function detailsOf(row: KeyRow, secrets: readonly SecretRow[]): ApiKeyDetails {
  const slot = (name: KeySecret['slot']): UsedSecret | null => {
    const secret = secrets.find(({ secret_slot }) => secret_slot === name);
    return secret === undefined ? null : { ...secretOf(secret), lastUsedAt: secret.secret_last_used_at };
  };
  const primary = slot('primary');
  if (primary === null) throw new Error(`the key ${row.id} has no first secret`);
  return {
    ...keyOf(row),
    primary,
    secondary: slot('secondary'),
    lastUse:
      row.last_used_at === null
        ? null
        : { at: row.last_used_at, ip: row.last_used_ip, userAgent: row.last_used_user_agent },
    updatedAt: row.updated_at,
    version: row.version,
  };
}
