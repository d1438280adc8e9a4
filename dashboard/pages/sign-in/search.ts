/** What the address of the sign-in page holds. */
export interface SignInSearch {
  /** Where the person wanted to go. */
  readonly next?: string | undefined;
  /** Of a sign-in link. */
  readonly token?: string | undefined;
}

export function signInSearch(raw: Readonly<Record<string, unknown>>): SignInSearch {
  return {
    ...(typeof raw.next === 'string' ? { next: raw.next } : {}),
    ...(typeof raw.token === 'string' ? { token: raw.token } : {}),
  };
}
