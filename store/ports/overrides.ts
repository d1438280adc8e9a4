import type { DeviceId, OuId, OverrideId } from '../../contracts/ids.ts';
import type { BundleOverride } from '../../contracts/policy/model.ts';
import type { ListPage, ListQuery } from './list.ts';

export const OVERRIDE_SCOPES = ['student', 'device', 'ou', 'session'] as const;
export type OverrideScopeType = (typeof OVERRIDE_SCOPES)[number];

/** A temporary allow of a site, as stored. Times are epoch milliseconds. */
export interface OverrideRecord {
  readonly id: OverrideId;
  readonly organisationId: number;
  /** `id`: `usr_…`, `dev_…`, `ou_…` or `cls_…`. */
  readonly scope: { readonly type: OverrideScopeType; readonly id: string };
  /** Normalised host; its subdomains are included. */
  readonly site: string;
  readonly reason: string | null;
  /** The lowest unit above its scope. A person limited to a unit sees the overrides of that unit's subtree. */
  readonly placeOuId: OuId;
  readonly expiresAt: number;
  /** Null while it is in force. */
  readonly endedAt: number | null;
  /** `ended`: a person took it back before its time. */
  readonly endedBy: 'expired' | 'ended' | null;
  readonly createdBy: string;
  /** It is in force from here. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

export const OVERRIDE_STATUSES = ['active', 'expired', 'ended'] as const;
export type OverrideStatus = (typeof OVERRIDE_STATUSES)[number];

export interface OverrideFilter {
  /** `ended`: taken back before its time. Without a status the list has those of the other two. */
  readonly status?: readonly OverrideStatus[];
  readonly scopeType?: readonly OverrideScopeType[];
  readonly scopeId?: readonly string[];
  readonly site?: readonly string[];
  readonly withinOuPath?: string;
}
export type OverrideSortField = 'createdAt' | 'expiresAt' | 'site';

/** How many overrides one device gets, the newest first: more than a helpdesk makes in a week. */
export const MAX_OVERRIDES_OF_DEVICE = 200;

export interface OverrideStore {
  create(override: Omit<OverrideRecord, 'endedAt' | 'endedBy' | 'updatedAt'>): Promise<OverrideRecord>;
  get(organisationId: number, id: string): Promise<OverrideRecord | null>;
  list(query: ListQuery<OverrideFilter, OverrideSortField>): Promise<ListPage<OverrideRecord>>;
  /** Null when it is no longer in force, so that it ends once. */
  end(
    id: OverrideId,
    step: { readonly by: 'expired' | 'ended'; readonly at: number },
  ): Promise<OverrideRecord | null>;
  /** In force, but their time is over; of any organisation, earliest first. */
  due(now: number, limit: number): Promise<readonly OverrideRecord[]>;
  /** When the next one expires; null when none is in force. */
  nextExpiryAt(): Promise<number | null>;
  /** Deletes at most `limit` of those that were over before, of any organisation. @returns how many */
  purge(before: number, limit: number): Promise<number>;
  /** All that were in force at a moment, now or past, with present names (addresses, paths). */
  inForce(organisationId: number, at: number): Promise<readonly BundleOverride[]>;
  /** The overrides that a device gets: its own, those of the person signed in, of the units of both, and of the sessions that apply to it. */
  claiming(deviceId: DeviceId, now: number): Promise<readonly BundleOverride[]>;
  /** Gives every device in its scope a new version of its target state. @returns those devices, to be woken */
  touchDevices(id: OverrideId): Promise<readonly DeviceId[]>;
}
