import type { Session } from '../../../sdk/node/index.ts';

/** Whether somebody who signs in is led to the set-up: an owner who could not come back without a link, in a school without a laptop. */
export function setupWanted(
  { role, account }: Pick<Session, 'role' | 'account'>,
  deviceCount: number,
): boolean {
  return role === 'owner' && !account.hasPassword && !account.linked && deviceCount === 0;
}
