/** What the address of the list of accounts holds. */
export interface AccountsSearch {
  readonly role?: string | undefined;
}

export function accountsSearch(raw: Readonly<Record<string, unknown>>): AccountsSearch {
  return typeof raw.role === 'string' ? { role: raw.role } : {};
}
