import { Fault } from '../../kit/fault.ts';
import type { UserFields, UserRecord } from '../ports/users.ts';

/** What changes of a user when the given fields are set; null when nothing does. */
export function changesOf(known: UserFields, given: Partial<UserFields>): Partial<UserFields> | null {
  const changed = Object.entries(given).filter(
    ([field, value]) => value !== undefined && known[field as keyof UserFields] !== value,
  );
  return changed.length === 0 ? null : Object.fromEntries(changed);
}

export function emailTaken(holder: Pick<UserRecord, 'id'>): Fault {
  return new Fault('already_exists', 'Another user has this e-mail address.', {
    extras: { existingId: holder.id },
  });
}

export function externalIdTaken(holder: Pick<UserRecord, 'id'>): Fault {
  return new Fault('already_exists', 'Another user has this external id.', {
    extras: { existingId: holder.id },
  });
}
