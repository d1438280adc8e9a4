import type { AccountRole } from '../../../../sdk/node/index.ts';

/** The roles of the accounts that a person may make and change, as the API permits: all for an owner, the lower ones for an administrator. */
export function managedRoles(own: AccountRole): readonly AccountRole[] {
  if (own === 'owner') return ['owner', 'admin', 'helpdesk', 'teacher', 'viewer'];
  return own === 'admin' ? ['helpdesk', 'teacher', 'viewer'] : [];
}
