import type { DeviceId, OuId, PolicyId, RuleId, UserId } from '../../contracts/ids.ts';
import type { Action, Rule, Schedule } from '../../contracts/policy/model.ts';
import type { PolicySettings } from '../../contracts/policy/settings.ts';
import type { ListPage, ListQuery } from './list.ts';

/** Whom a policy is for, by ids, so that it still applies after a rename or a move. */
export interface PolicyTargetIds {
  readonly everyone: boolean;
  readonly ous: readonly OuId[];
  readonly users: readonly UserId[];
  readonly devices: readonly DeviceId[];
}

/** The same with present names. What no longer exists is left out, except devices, since a device gets its id back when it enrolls again. */
export interface PolicyTarget {
  readonly everyone: boolean;
  readonly ous: readonly { readonly id: OuId; readonly path: string }[];
  readonly users: readonly { readonly id: UserId; readonly email: string }[];
  readonly devices: readonly DeviceId[];
}

/** A schedule that may refer to the times of the school. Devices get them in plain windows and dates. */
export interface PolicySchedule extends Schedule {
  /** The windows are the school hours, in the organisation's time zone. It has no windows of its own then. */
  readonly during?: 'school-hours';
  /** No window begins in the holidays of the organisation either. */
  readonly exceptHolidays?: true;
}

/** What people decide of a policy. */
export interface PolicyFields {
  readonly name: string;
  readonly description: string | null;
  readonly enabled: boolean;
  readonly priority: number;
  readonly defaultAction: Action;
  readonly target: PolicyTargetIds;
  readonly schedule: PolicySchedule | null;
  readonly rules: readonly (Rule & { readonly id: RuleId })[];
  /** Settings of the devices while it is on; empty = it sets none. */
  readonly settings: PolicySettings;
}

export interface PolicyRecord extends PolicyFields {
  readonly id: PolicyId;
  readonly organisationId: number;
  /** The default policy, which cannot be deleted. */
  readonly builtIn: boolean;
  readonly named: PolicyTarget;
  /** The organisation's count of policy changes at this policy's last one: the ETag. */
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface PolicyFilter {
  readonly id?: string;
  readonly enabled?: boolean;
  /** Part of name or description, without regard to case. */
  readonly q?: string;
  /** OU paths: policies whose target names one of them, or one below. */
  readonly ouPaths?: readonly string[];
  /** Only policies that name somebody within this unit and nobody outside of it. */
  readonly withinOuPath?: string;
}
export type PolicySortField = 'name' | 'priority' | 'updatedAt' | 'version';

/**
 * Policies with all their past versions. One counter per organisation numbers every change, deletions too, and each change bumps the
 * organisation's settingsVersion in the same transaction. At every moment at most one version of a policy is in force.
 */
export interface PolicyStore {
  get(organisationId: number, id: string): Promise<PolicyRecord | null>;
  list(query: ListQuery<PolicyFilter, PolicySortField>): Promise<ListPage<PolicyRecord>>;
  /** All present policies, disabled ones too, by id. */
  current(organisationId: number): Promise<readonly PolicyRecord[]>;
  /** The versions that were in force at a past moment (epoch milliseconds), by id, with present names in their targets. */
  asOf(organisationId: number, at: number): Promise<readonly PolicyRecord[]>;
  /** The number of the organisation's last policy change. */
  version(organisationId: number): Promise<number>;
  /** Adds present names to a target that is not stored. */
  nameTarget(organisationId: number, target: PolicyTargetIds): Promise<PolicyTarget>;
  /** Every rule id that any version of a policy has had. */
  ruleIds(organisationId: number, id: string): Promise<readonly RuleId[]>;
  create(
    making: { readonly id: PolicyId; readonly organisationId: number; readonly now: number },
    fields: PolicyFields,
  ): Promise<PolicyRecord>;
  /** Null when there is none. Returns the policy unchanged, without a new number, when nothing differs. */
  update(organisationId: number, id: string, fields: PolicyFields, now: number): Promise<PolicyRecord | null>;
  /**
   * Deletes a policy; its versions stay.
   * @returns the deleted policy, with the number of its deletion; null when there is none
   * @throws Fault policy_in_use when built in
   */
  delete(organisationId: number, id: string, now: number): Promise<PolicyRecord | null>;
}
