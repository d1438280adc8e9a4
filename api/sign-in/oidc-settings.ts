import type { Role } from '../../contracts/roles.ts';

/** What the server's operator has set under `[sign_in]`. */
export interface OidcSettings {
  /** `https://accounts.google.com`, `https://login.microsoftonline.com/<tenant>/v2.0`. Plain http only where the guard allows it. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Domains of the school, in lower case; empty = not checked. */
  readonly allowedDomains: readonly string[];
  /** The role of a person without an account; null = only people who have one sign in. */
  readonly newAccountRole: Role | null;
  /** Roles by the values of the claim `groups`. */
  readonly groupRoles: ReadonlyMap<string, Role>;
  /** Takes an address that the provider does not call verified: for a single tenant of the school's own, such as Entra ID's. */
  readonly trustEmail: boolean;
}
