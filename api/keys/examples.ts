import { AT, KEY, listOf } from '../openapi/example-values.ts';

const LATER = '2026-11-21T10:00:00.000Z';

const key = {
  id: KEY,
  name: 'SIS sync',
  scopes: ['users:read', 'users:write'],
  tier: 'enterprise',
  rateLimitOverride: null,
  ou: null,
  ipAllowList: ['203.0.113.0/24'],
  expiresAt: null,
  revokedAt: null,
  primary: { display: 'sgk_live_ab12…wx9z', createdAt: AT, expiresAt: LATER, lastUsedAt: AT },
  secondary: { display: 'sgk_live_cd34…yz0a', createdAt: AT, expiresAt: null, lastUsedAt: null },
  createdAt: AT,
  updatedAt: AT,
};

const input = {
  name: 'SIS sync',
  scopes: ['users:read', 'users:write'],
  expiresAt: '2027-11-20T10:00:00.000Z',
};

const scope = { name: 'devices:read', description: 'List and read devices', granted: true, extension: false };

/** One example for each schema of API keys and scopes. */
export const KEY_EXAMPLES: Readonly<Record<string, object>> = {
  ApiKey: key,
  ApiKeyList: { data: [key], total: 1, page: 1, limit: 50, hasMore: false, nextCursor: null },
  CreatedApiKey: { ...key, secondary: null, secret: `sgk_test_${'0'.repeat(32)}0ivkVw` },
  ApiKeyInput: input,
  ApiKeyPatch: { preset: 'read-only', ou: '/Springfield/High' },
  ApiKeyRotation: { graceSeconds: 86_400 },
  ApiKeyUsage: {
    keyId: KEY,
    from: '2026-11-19',
    to: '2026-11-20',
    requests: 120,
    errors: 2,
    lastUse: { at: AT, ip: '203.0.113.7', userAgent: 'sis-sync/2.1' },
    days: [{ date: '2026-11-20', operation: 'listUsers', requests: 120, errors: 2 }],
  },
  ScopeInfo: scope,
  ScopeInfoList: listOf(scope),
};
