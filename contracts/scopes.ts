/** What an API key may do. These twelve are the specification's. Write does not imply read. */
export const SCOPES = [
  'devices:read',
  'devices:write',
  'users:read',
  'users:write',
  'policies:read',
  'policies:write',
  'logs:read',
  'alerts:read',
  'reports:read',
  'classroom:write',
  'activity:read',
  'webhooks:manage',
] as const;

/** Schoolgate's own scopes, for what the specification's scopes do not cover. No preset has them; a key gets them by name. */
export const EXTENSION_SCOPES = ['alerts:write', 'organization:manage'] as const;

export type Scope = (typeof SCOPES)[number] | (typeof EXTENSION_SCOPES)[number];

/** The specification's scopes, then our own. */
export const ALL_SCOPES: readonly Scope[] = [...SCOPES, ...EXTENSION_SCOPES];

export function isExtensionScope(scope: Scope): boolean {
  return EXTENSION_SCOPES.some((one) => one === scope);
}

/** The seven `:read` scopes. */
export const READ_ONLY_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope.endsWith(':read'));

/** What each scope permits, in words for `GET /v1/scopes` and the OpenAPI document. */
export const SCOPE_DESCRIPTIONS: Readonly<Record<Scope, string>> = {
  'devices:read': 'List and read devices, their commands, enrollment tokens and campuses',
  'devices:write': 'Change devices, send commands, lock, make enrollment tokens and campuses',
  'users:read': 'List and read users and organisational units',
  'users:write': 'Create, change and delete users and organisational units',
  'policies:read':
    'Read policies, categories with their sources, and overrides; explain verdicts, and with logs:read preview them',
  'policies:write':
    'Create, change and delete policies, overrides and sources of categories; suggest and decide their corrections',
  'logs:read': 'Query filtering logs',
  'alerts:read': 'Read alerts and the rules that make them',
  'reports:read': 'Read the weekly and the hourly report',
  'classroom:write': 'Create, read, change and end classroom sessions',
  'activity:read': 'Query activity records',
  'webhooks:manage': 'Register and manage webhooks; pull events',
  'alerts:write':
    'Acknowledge and resolve alerts; change the rules that make them, and who is mailed about them',
  'organization:manage': 'Read and change the settings of the organisation, without mail and single sign-on',
};

export function isScope(text: string): text is Scope {
  return (ALL_SCOPES as readonly string[]).includes(text);
}

/** Rate-limit tiers of a key, in requests per minute. Enterprise is the specification's figure. */
export const TIER_LIMITS = { development: 100, standard: 300, professional: 600, enterprise: 1000 } as const;

export type Tier = keyof typeof TIER_LIMITS;

/** A single key may be set to any limit in this range (requests per minute). */
export const RATE_LIMIT_RANGE = { min: 100, max: 5000 } as const;
