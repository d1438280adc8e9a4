import type { LogLevel } from '../../contracts/log-levels.ts';
import type { SchoolHours } from '../../contracts/policy/bundle.ts';
import type { Role } from '../../contracts/roles.ts';

/** Days without school, in local time. Both dates (`YYYY-MM-DD`) belong to it. */
export interface Holiday {
  readonly from: string;
  readonly to: string;
  readonly name: string;
}

/**
 * What an administrator may set without the configuration file, under the names of the API: a full stop parts a group from its member. Null and
 * an empty list mean none.
 */
export interface OrganisationSettings {
  readonly name: string;
  /** IANA name. */
  readonly timeZone: string;
  readonly accountDomain: string;
  readonly helpLine: string | null;
  /** Empty = lessons are always. */
  readonly schoolHours: readonly SchoolHours[];
  readonly holidays: readonly Holiday[];
  readonly 'retention.logsDays': number;
  readonly 'retention.activityDays': number;
  readonly 'retention.alertsDays': number;
  readonly 'retention.deviceEventsDays': number;
  readonly 'retention.auditDays': number;
  readonly logLevel: LogLevel;
  readonly resolvers: readonly string[];
  readonly 'mail.host': string | null;
  /** 0 = the usual one. */
  readonly 'mail.port': number;
  readonly 'mail.user': string | null;
  readonly 'mail.password': string | null;
  readonly 'mail.from': string | null;
  readonly 'mail.reportRecipients': readonly string[];
  readonly 'singleSignOn.issuer': string | null;
  readonly 'singleSignOn.clientId': string | null;
  readonly 'singleSignOn.clientSecret': string | null;
  readonly 'singleSignOn.allowedDomains': readonly string[];
  readonly 'singleSignOn.newAccountRole': Role | null;
  readonly 'singleSignOn.groupRoles': readonly GroupRole[];
  readonly 'singleSignOn.trustEmail': boolean;
}

/** The role of people whom the OpenID provider puts into a group. */
export interface GroupRole {
  readonly group: string;
  readonly role: Role;
}

export type OrganisationSettingName = keyof OrganisationSettings;

/** What stands in the organisation's own record, where everything else reads it. */
export type RecordSettingName = 'name' | 'timeZone' | 'accountDomain' | 'helpLine';

/** The settings that were set over the API. They win over the configuration file. */
export interface OrganisationSettingsRecord {
  /** Grows with every change; 1 = nothing was ever set. */
  readonly version: number;
  /** Null = nothing was ever set. */
  readonly updatedAt: number | null;
  /** Secrets in it are sealed. */
  readonly values: Partial<OrganisationSettings>;
  /** What stood in the organisation's record before a value of `values` came into its place. */
  readonly replaced: Partial<Pick<OrganisationSettings, RecordSettingName>>;
}

export interface OrganisationSettingsStore {
  get(organisationId: number): Promise<OrganisationSettingsRecord>;
  /** Stores all of them in the place of those before. */
  put(
    organisationId: number,
    settings: Pick<OrganisationSettingsRecord, 'values' | 'replaced'>,
    now: number,
  ): Promise<OrganisationSettingsRecord>;
}
