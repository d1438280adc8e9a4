import { createApiKey } from './create.ts';
import { getApiKey } from './get.ts';
import { listApiKeys } from './list.ts';
import { listScopes } from './list-scopes.ts';
import { revokeApiKey } from './revoke.ts';
import { rotateApiKey } from './rotate.ts';
import { updateApiKey } from './update.ts';
import { getApiKeyUsage } from './usage.ts';

/** The endpoints of API keys and their scopes. */
export const KEY_ROUTES = [
  listScopes,
  listApiKeys,
  createApiKey,
  getApiKey,
  updateApiKey,
  revokeApiKey,
  rotateApiKey,
  getApiKeyUsage,
];
