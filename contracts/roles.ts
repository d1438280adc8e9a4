import { ALL_SCOPES, type Scope } from './scopes.ts';

/** What a person may be in the dashboard, from most to least. It is no role of the roster. */
export const ROLES = ['owner', 'admin', 'helpdesk', 'teacher', 'viewer'] as const;

export type Role = (typeof ROLES)[number];

/**
 * What each role may do, in the scopes of the API. Overrides are no part of `policies:write` here: their endpoints name helpdesk and teacher
 * beside the scope. A viewer sees the fleet, the policies and the reports, and nothing that a single person has done: no logs, activity or alerts.
 */
export const ROLE_SCOPES: Readonly<Record<Role, readonly Scope[]>> = {
  owner: ALL_SCOPES,
  admin: ALL_SCOPES,
  helpdesk: [
    'devices:read',
    'devices:write',
    'users:read',
    'policies:read',
    'logs:read',
    'alerts:read',
    'activity:read',
  ],
  teacher: ['classroom:write', 'devices:read', 'users:read', 'activity:read', 'logs:read', 'alerts:read'],
  viewer: ['devices:read', 'users:read', 'policies:read', 'reports:read'],
};

/** The roles whose accounts a person may make, see and change: an owner's are all, an admin's those below. */
export const MANAGED_ROLES: Readonly<Record<Role, readonly Role[]>> = {
  owner: ROLES,
  admin: ['helpdesk', 'teacher', 'viewer'],
  helpdesk: [],
  teacher: [],
  viewer: [],
};

export function isRole(text: string): text is Role {
  return (ROLES as readonly string[]).includes(text);
}
