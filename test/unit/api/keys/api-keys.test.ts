import t from 'tap';
import { hashApiKey, isApiKeyText } from '../../../../api/http/authentication/api-key-text.ts';
import { createApiKey } from '../../../../api/keys/api-keys.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { createTestSchool } from '../school.ts';

const REQUEST = {
  organisationId: 1,
  name: 'SIS sync',
  scopes: ['users:read'],
  tier: 'enterprise',
  rateLimitOverride: null,
  expiresAt: null,
} as const;

t.test('a key is shown once and found by its hash; the text is stored nowhere', async (t) => {
  const { store, tools, woken } = await createTestSchool(t);
  const { id, key } = await createApiKey(tools, REQUEST);
  t.ok(isApiKeyText(key));
  t.match(key, /^sgk_live_/);
  const found = await store.apiKeys.byHash(hashApiKey(key));
  hasFields(t, found, {
    key: { id, ...REQUEST, revokedAt: null },
    secret: { slot: 'primary', expiresAt: null },
  });
  t.notMatch(JSON.stringify(found), key.slice(9, -6));
  hasFields(t, (await woken()).at(-1), { kind: 'api_keys' });
});

for (const [what, changes, code] of [
  ['without scopes', { scopes: [] }, 'unprocessable'],
  ['with a limit out of range', { rateLimitOverride: 99 }, 'unprocessable'],
  ['with a limit that is no number', { rateLimitOverride: Number.NaN }, 'unprocessable'],
  ['that has expired', { expiresAt: 0 }, 'unprocessable'],
  ['of no organisation', { organisationId: 99 }, 'not_found'],
] as const)
  t.test(`a key ${what} is not made`, async (t) => {
    const { store, tools } = await createTestSchool(t);
    await t.rejects(createApiKey(tools, { ...REQUEST, ...changes }), { code });
    t.same(await store.apiKeys.details(1), []);
  });
