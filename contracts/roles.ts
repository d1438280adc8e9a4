import { ALL_SCOPES, type Scope } from './scopes.ts';

/** Roles of a person in the dashboard, from most to least. They are not the roles of the roster. */
export const ROLES = ['owner', 'admin', 'helpdesk', 'teacher', 'viewer'] as const;

export type Role = (typeof ROLES)[number];

/**
 * The API scopes of each role. Overrides are not part of `policies:write` here: their endpoints name helpdesk and teacher beside the scope.
 * A viewer sees the fleet, the policies and the reports, but nothing that a single person has done: no logs, activity or alerts.
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

/** The roles of the accounts that a person may make, see and change: all roles for an owner, the lower roles for an admin. */
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
