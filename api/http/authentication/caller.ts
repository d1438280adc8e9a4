import type { Role } from '../../../contracts/roles.ts';
import type { Scope } from '../../../contracts/scopes.ts';
import type { ApiKeyRecord, KeySecret } from '../../../store/ports/api-keys.ts';
import type { OrganisationRecord } from '../../../store/ports/organisations.ts';

/** The caller: a checked key, or a person signed in to the dashboard. */
export interface Caller {
  /** The id that names the caller in what it makes and in the audit: `key_…` or `acc_…`. */
  readonly actor: string;
  readonly credential: Credential;
  readonly scopes: readonly Scope[];
  /** The subtree of units that the caller reaches; null = the whole organisation. */
  readonly ouPath: string | null;
  readonly organisationId: number;
  /** IANA time zone of the organisation. */
  readonly timezone: string;
  readonly plan: OrganisationRecord['plan'];
}

export type Credential =
  | { readonly kind: 'key'; readonly key: ApiKeyRecord; readonly slot: KeySecret['slot'] }
  | { readonly kind: 'session'; readonly accountId: string; readonly role: Role };
