import type { PolicyId } from '../../../contracts/ids.ts';
import { byText } from '../../../contracts/policy/match.ts';
import type { PolicySettings } from '../../../contracts/policy/settings.ts';
import type { PolicyFields, PolicyRecord, PolicyTarget, PolicyTargetIds } from '../../ports/policies.ts';

/** A row of a present or a past policy. */
export interface PolicyRow {
  readonly id: PolicyId;
  readonly organisation_id: number;
  readonly name: string;
  readonly built_in: number;
  readonly enabled: number;
  readonly priority: number;
  readonly body: string;
  readonly version: number;
  readonly created_at: number;
  readonly updated_at: number;
}

/** Empty settings are left out, as in versions from before there were settings. */
type Body = Omit<PolicyFields, 'name' | 'enabled' | 'priority' | 'settings'> &
  Partial<Pick<PolicyFields, 'settings'>>;

/** The fields in one order and nothing else, so that equal policies are equal texts. */
export function bodyText(fields: PolicyFields): string {
  const { description, defaultAction, target, schedule, rules } = fields;
  const settings = orderedSettings(fields.settings);
  const body: Body = {
    description,
    defaultAction,
    target: {
      everyone: target.everyone,
      ous: target.ous,
      users: target.users,
      devices: target.devices,
    },
    schedule:
      schedule === null
        ? null
        : {
            timezone: schedule.timezone,
            windows: schedule.windows.map(({ days, from, to }) => ({ days, from, to })),
            exceptDates: schedule.exceptDates,
            ...(schedule.during === undefined ? {} : { during: schedule.during }),
            ...(schedule.exceptHolidays === undefined ? {} : { exceptHolidays: schedule.exceptHolidays }),
          },
    rules: rules.map(({ id, effect, locked, reason, campus, match }) => ({
      id,
      effect,
      locked,
      reason,
      campus,
      match: {
        domains: match.domains,
        categories: match.categories,
        urls: match.urls,
        apps: match.apps,
      },
    })),
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
  };
  return JSON.stringify(body);
}

function orderedSettings(settings: PolicySettings): PolicySettings {
  return Object.fromEntries(
    Object.entries(settings)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => byText(a, b)),
  );
}

/** @param nameTarget adds present names to the ids of a target */
export function policyOf(
  row: PolicyRow,
  nameTarget: (target: PolicyTargetIds) => PolicyTarget,
): PolicyRecord {
  const { description, defaultAction, target, schedule, rules, settings } = JSON.parse(row.body) as Body;
  return {
    id: row.id,
    organisationId: row.organisation_id,
    name: row.name,
    description,
    enabled: row.enabled === 1,
    priority: row.priority,
    defaultAction,
    target,
    named: nameTarget(target),
    schedule,
    rules,
    settings: settings ?? {},
    builtIn: row.built_in === 1,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
