/**
 * Completes an account name to the e-mail form, lower case is kept as reported: `ana` → `ana@school.local`. Null stays null (nobody signed
 * in), and so does an empty name.
 */
export function completeAccount(user: string | null, accountDomain: string): string | null {
  if (user === null || user.trim() === '') return null;
  return user.includes('@') ? user : `${user}@${accountDomain}`;
}

/** The form in which addresses are compared: Unicode NFKC, lower case. */
export function accountKey(user: string): string {
  return user.normalize('NFKC').toLowerCase();
}
