import type { CampusDefinition } from '../../contracts/device/campus.ts';
import type { CampusId, DeviceId, EnrollmentTokenId, OuId } from '../../contracts/ids.ts';
import type { Plan } from '../../contracts/plans.ts';

/** The default organisation, made by the first migration. */
export const DEFAULT_ORGANISATION_ID = 1;

export interface OrganisationRecord {
  readonly id: number;
  readonly name: string;
  readonly kind: 'live' | 'sandbox';
  readonly plan: Plan;
  /** IANA name. */
  readonly timezone: string;
  /** Grows with every change that reaches all devices (campuses, names, help line, policies, names of units): part of every target version. */
  readonly settingsVersion: number;
  /** Completes a bare account name to the e-mail form: `ana` → `ana@school.local`. */
  readonly accountDomain: string;
  readonly helpLine: string | null;
  readonly heartbeatSeconds: number;
}

export interface OrganisationStore {
  get(id: number): Promise<OrganisationRecord | null>;
  /** Changes the given settings; bumps settingsVersion when anything differs. */
  update(
    id: number,
    changes: Partial<
      Pick<
        OrganisationRecord,
        'name' | 'plan' | 'timezone' | 'accountDomain' | 'helpLine' | 'heartbeatSeconds'
      >
    >,
  ): Promise<void>;
  /** Bumps settingsVersion, because what the organisation's settings add to all policy bundles has changed. */
  renewBundles(id: number): Promise<void>;
  /**
   * Stores the digest of what this server adds to all policy bundles. A changed digest bumps every organisation's settingsVersion.
   * @returns whether it has changed
   */
  useBundleDefaults(digest: string): Promise<boolean>;
}

export interface OuRecord {
  readonly id: OuId;
  readonly organisationId: number;
  readonly name: string;
  readonly parentId: OuId | null;
  /** `/Springfield/High/Grade-9`; the root is `/`. */
  readonly path: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface OuStore {
  get(organisationId: number, id: string): Promise<OuRecord | null>;
  /** Case-sensitive, exact path. */
  byPath(organisationId: number, path: string): Promise<OuRecord | null>;
  /** Finds the OU of a path and makes it, with its missing ancestors. @throws Fault validation_failed for a malformed path */
  ensurePath(organisationId: number, path: string, now: number): Promise<OuRecord>;
  /** By path. */
  list(organisationId: number): Promise<readonly OuRecord[]>;
  /** How many users and enrolled devices each unit at or below a path has, itself and all below it. */
  counts(organisationId: number, path: string): Promise<ReadonlyMap<OuId, OuCounts>>;
  /**
   * Makes a unit below another. @throws Fault already_exists with `existingId` when a sibling has the name, validation_failed for a malformed name,
   * unprocessable when there is no such parent or the tree would be too deep
   */
  create(
    organisationId: number,
    unit: { readonly parentId: OuId; readonly name: string },
    now: number,
  ): Promise<OuRecord>;
  /**
   * Renames or moves a unit. All below it get their new paths, and API keys that are limited to one of them follow (with a wake-up). What is stored
   * about the past (activity, logs) keeps the path of its time, and every device gets a new target state. The same name and parent change nothing.
   * Null when there is none.
   * @throws Fault as `create`; unprocessable for the root, and for a move into its own subtree
   */
  update(
    organisationId: number,
    id: string,
    changes: { readonly name?: string; readonly parentId?: OuId },
    now: number,
  ): Promise<OuRecord | null>;
  /**
   * Deletes a unit that nothing needs any more; false when there is none. It is needed by users, enrolled devices, units below it, enrollment tokens that can
   * still be redeemed, and by valid API keys and active accounts that are limited to it. Spent tokens are deleted with it; unenrolled devices move to the unit
   * above.
   * @throws Fault ou_not_empty that says what there is, unprocessable for the root
   */
  delete(organisationId: number, id: string, now: number): Promise<boolean>;
}

export interface OuCounts {
  readonly userCount: number;
  readonly deviceCount: number;
}

export interface CampusRecord extends CampusDefinition {
  readonly id: CampusId;
  readonly organisationId: number;
  readonly geofence: { readonly lat: number; readonly lon: number; readonly radiusMeters: number } | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export type CampusInput = Pick<
  CampusRecord,
  'name' | 'cidrs' | 'gatewayMacs' | 'bssids' | 'ssids' | 'geofence'
>;

/** Every change bumps the organisation's settingsVersion in the same transaction. */
export interface CampusStore {
  list(organisationId: number): Promise<readonly CampusRecord[]>;
  get(organisationId: number, id: string): Promise<CampusRecord | null>;
  /** @throws Fault already_exists when the name is taken */
  create(organisationId: number, id: CampusId, input: CampusInput, now: number): Promise<CampusRecord>;
  /** Null when there is none. @throws Fault already_exists when the name is taken */
  update(
    organisationId: number,
    id: string,
    changes: Partial<CampusInput>,
    now: number,
  ): Promise<CampusRecord | null>;
  delete(organisationId: number, id: string): Promise<boolean>;
}

export interface EnrollmentTokenRecord {
  readonly id: EnrollmentTokenId;
  readonly organisationId: number;
  readonly name: string;
  readonly ouId: OuId;
  readonly ouPath: string;
  /** Null = any number. */
  readonly maxUses: number | null;
  readonly uses: number;
  readonly expiresAt: number | null;
  /** Re-enrolls devices of its unit without their old keys. */
  readonly reEnroll: boolean;
  /** The one device that it is for; null = any. Only with `reEnroll`. */
  readonly deviceId: DeviceId | null;
  readonly createdAt: number;
}

export interface EnrollmentTokenStore {
  /** @param secretHash SHA-256 of the token's secret, base64url */
  create(
    token: Omit<EnrollmentTokenRecord, 'uses' | 'ouPath'> & { readonly secretHash: string },
  ): Promise<EnrollmentTokenRecord>;
  list(organisationId: number): Promise<readonly EnrollmentTokenRecord[]>;
  get(organisationId: number, id: string): Promise<EnrollmentTokenRecord | null>;
  /** Also a token that can no longer be redeemed; null when unknown or deleted. Counts no use. */
  bySecret(secretHash: string): Promise<EnrollmentTokenRecord | null>;
  /** Counts one use. Null when unknown, used up, expired or deleted; the caller must not learn which. */
  redeem(secretHash: string, now: number): Promise<EnrollmentTokenRecord | null>;
  delete(organisationId: number, id: string): Promise<boolean>;
}
