import type { FilterState } from './filter-state.ts';

/** The owner of a question: for whom it is judged, and for whom it is recorded. */
export interface Owner {
  /** E-mail address in lower case; null = nobody known, or nobody at all. */
  readonly user: string | null;
  readonly ouPath: string;
}

/** Accounts of people begin there on every distribution of today (login.defs, UID_MIN); `nobody` is the system's too. */
const FIRST_PERSON_UID = 1_000;
/** Also used for a socket whose owner is not known, where it may not count as the person at the screen. */
export const NOBODY_UID = 65_534;

/** Whether a user id belongs to the system itself, such as that of an update. Null or absent = not known, and counts as a person's. */
export function isSystemUid(uid: number | null | undefined): boolean {
  return uid != null && (uid < FIRST_PERSON_UID || uid === NOBODY_UID);
}

/**
 * The owner of a socket's user id. Without an id, or where the system does not tell its accounts, it is the person at the screen. Ids of the system,
 * and of accounts without a session, belong to the device alone.
 */
export function ownerOf(
  uid: number | null | undefined,
  state: Pick<FilterState, 'user' | 'ouPath' | 'deviceOuPath' | 'accounts'>,
): Owner {
  const { user, ouPath, deviceOuPath, accounts } = state;
  if (uid == null) return { user, ouPath };
  const nobody = { user: null, ouPath: deviceOuPath ?? ouPath };
  if (isSystemUid(uid)) return nobody;
  if (accounts === undefined) return { user, ouPath };
  const account = accounts.find((known) => known.uid === uid);
  return account === undefined ? nobody : { user: account.user, ouPath: account.ouPath };
}
