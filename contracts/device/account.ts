/** Longest address that is stored (RFC 5321 section 4.5.3.1.3). */
const MAX_ACCOUNT_LENGTH = 254;
/** What no account of any system has in its name: control and format characters, line ends, surrogates alone, and what separates or begins markup. */
const NOT_IN_AN_ACCOUNT = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}"<>;,]/u;

/** An account as it may be stored: without spaces around it. Null for what is no account name. */
export function readAccount(text: string): string | null {
  const account = text.trim();
  return account === '' || account.length > MAX_ACCOUNT_LENGTH || NOT_IN_AN_ACCOUNT.test(account)
    ? null
    : account;
}

/** Windows names an account with its domain or computer before it: `SCHOOL\anna`, `AzureAD\Anna`. */
const WITH_DOMAIN = /^[^\\]*\\/;

/**
 * Completes an account name to the e-mail form, lower case is kept as reported: `ana` → `ana@school.local`, `SCHOOL\ana` → `ana@school.local`. Null stays null (nobody signed
 * in), and so does an empty name.
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
