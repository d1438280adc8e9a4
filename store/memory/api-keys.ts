import type { ApiKeyStore } from '../ports/api-keys.ts';
import type { Synchronous } from '../synchronous.ts';
import { type Context, ofOrganisation } from './tables.ts';

export function createApiKeyStore({ tables }: Context): Synchronous<ApiKeyStore> {
  const { apiKeys, apiKeySecrets, apiKeyUsage } = tables;
  return {
    create(key, secret) {
      if (apiKeys.has(key.id) || apiKeySecrets.has(secret.hash))
        throw new Error(`there is a key ${key.id}, or its secret is taken`);
      apiKeys.set(key.id, key);
      apiKeySecrets.set(secret.hash, { keyId: key.id, secret });
    },
    byHash(hash) {
      const found = apiKeySecrets.get(hash);
      const key = found === undefined ? undefined : apiKeys.get(found.keyId);
      return found === undefined || key === undefined ? null : { key, secret: found.secret };
    },
    list: (organisationId) =>
      [...apiKeys.values()]
        .filter((key) => key.organisationId === organisationId)
        .sort((a, b) => (a.id < b.id ? -1 : 1)),
    revoke(organisationId, id, now) {
      const known = ofOrganisation(apiKeys.get(id), organisationId);
      if (known === null) return false;
      apiKeys.set(id, { ...known, revokedAt: known.revokedAt ?? now });
      return true;
    },
    recordUse(batch) {
      for (const { id, day, operation, requests, errors, lastUsedAt } of batch) {
        if (!apiKeys.has(id)) continue;
        const slot = JSON.stringify([id, day, operation]);
        const known = apiKeyUsage.get(slot) ?? { requests: 0, errors: 0, lastUsedAt: 0 };
        apiKeyUsage.set(slot, {
          requests: known.requests + requests,
          errors: known.errors + errors,
          lastUsedAt: Math.max(known.lastUsedAt, lastUsedAt),
        });
      }
    },
  };
}
