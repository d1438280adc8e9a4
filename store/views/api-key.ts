import type { ApiKey, ApiKeyUsage } from '../../contracts/rest/keys.ts';
import type { ApiKeyDetails, KeyUsageDay, UsedSecret } from '../ports/api-keys.ts';
import { timestamp, timestampOrNull } from './timestamp.ts';

/** An API key as owners see it; the text of its secrets is shown only once, by the call that makes them. */
export function toApiKey(key: ApiKeyDetails): ApiKey {
  return {
    id: key.id,
    name: key.name,
    scopes: [...key.scopes],
    tier: key.tier,
    rateLimitOverride: key.rateLimitOverride,
    ou: key.ouPath,
    ipAllowList: [...key.ipAllowList],
    expiresAt: timestampOrNull(key.expiresAt),
    revokedAt: timestampOrNull(key.revokedAt),
    primary: slotOf(key.primary),
    secondary: key.secondary === null ? null : slotOf(key.secondary),
    createdAt: timestamp(key.createdAt),
    updatedAt: timestamp(key.updatedAt),
  };
}

function slotOf({ display, createdAt, expiresAt, lastUsedAt }: UsedSecret): ApiKey['primary'] {
  return {
    display,
    createdAt: timestamp(createdAt),
    expiresAt: timestampOrNull(expiresAt),
    lastUsedAt: timestampOrNull(lastUsedAt),
  };
}

/** The uses of a key in some days, added up and by operation. */
export function toApiKeyUsage(
  { id, lastUse }: ApiKeyDetails,
  { from, to, days }: { readonly from: string; readonly to: string; readonly days: readonly KeyUsageDay[] },
): ApiKeyUsage {
  return {
    keyId: id,
    from,
    to,
    requests: days.reduce((sum, { requests }) => sum + requests, 0),
    errors: days.reduce((sum, { errors }) => sum + errors, 0),
    lastUse: lastUse === null ? null : { ...lastUse, at: timestamp(lastUse.at) },
    days: days.map(({ day, operation, requests, errors }) => ({ date: day, operation, requests, errors })),
  };
}
