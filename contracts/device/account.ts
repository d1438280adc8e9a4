/** Longest address that is stored (RFC 5321 section 4.5.3.1.3). */
const MAX_ACCOUNT_LENGTH = 254;
/** Characters that no system has in account names: control and format characters, line ends, lone surrogates, and separators or markup. */
const NOT_IN_AN_ACCOUNT = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}"<>;,]/u;

/** An account in the form in which it may be stored, without surrounding spaces. Null = not an account name. */
export function readAccount(text: string): string | null {
  const account = text.trim();
  return account === '' || account.length > MAX_ACCOUNT_LENGTH || NOT_IN_AN_ACCOUNT.test(account)
    ? null
    : account;
}

/** Windows names an account with its domain or computer before it: `SCHOOL\anna`, `AzureAD\Anna`. */
const WITH_DOMAIN = /^[^\\]*\\/;

/**
 * Completes an account name to the e-mail form: `ana` → `ana@school.local`, `SCHOOL\ana` → `ana@school.local`. The case stays as reported.
 * Null (nobody signed in) and an empty name give null.
 */
export function completeAccount(user: string | null, accountDomain: string): string | null {
  if (user === null || user.trim() === '') return null;
  const account = user.replace(WITH_DOMAIN, '');
  if (account.trim() === '') return null;
  return account.includes('@') ? account : `${account}@${accountDomain}`;
}

/** The form in which addresses are compared: Unicode NFKC, lower case. */
export function accountKey(user: string): string {
  return user.normalize('NFKC').toLowerCase();
}
