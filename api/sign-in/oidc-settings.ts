import type { Role } from '../../contracts/roles.ts';

/** The operator's settings under `[sign_in]`. */
export interface OidcSettings {
  /** `https://accounts.google.com`, `https://login.microsoftonline.com/<tenant>/v2.0`. Plain http only where the guard allows it. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Domains of the school, in lower case; empty = any domain. */
  readonly allowedDomains: readonly string[];
  /** The role of a new account; null = only people who have an account sign in. */
  readonly newAccountRole: Role | null;
  /** Roles by values of the claim `groups`. */
  readonly groupRoles: ReadonlyMap<string, Role>;
  /** Accepts an address that the provider does not call verified. For a single tenant of the school's own, such as in Entra ID. */
  readonly trustEmail: boolean;
}
