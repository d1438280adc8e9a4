import type { FilterState } from './filter-state.ts';

/** Whose a question is: for whom it is judged, and of whom it is recorded. */
export interface Owner {
  /** E-mail address in lower case; null = nobody known, or nobody at all. */
  readonly user: string | null;
  readonly ouPath: string;
}

/** Accounts of people begin there on every distribution of today (login.defs, UID_MIN); `nobody` is the system's too. */
const FIRST_PERSON_UID = 1_000;
/** Also stands for a socket of which the system does not tell whose it is, where it may not be taken for that of the person at the screen. */
export const NOBODY_UID = 65_534;

/** Whether a user id is of the system's own: an update, a time server's client. Null or absent = it cannot be told, and is taken for a person's. */
export function isSystemUid(uid: number | null | undefined): boolean {
  return uid != null && (uid < FIRST_PERSON_UID || uid === NOBODY_UID);
}

/**
 * Whose a socket's user id is. Without one, or where the system does not tell its accounts, it is the person at the screen; the system's own ids and those of nobody
 * who has a session belong to the device alone.
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
