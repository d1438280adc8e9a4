import type { Policy as PolicyModel } from '../../contracts/policy/model.ts';
import type { Policy } from '../../contracts/rest/policies.ts';
import { textKey } from '../../kit/text-key.ts';
import type { PolicyRecord } from '../ports/policies.ts';
import { plainSchedule, type SchoolTimes } from '../rules/school-times.ts';
import { timestamp } from './timestamp.ts';

/** A policy as API users and webhook receivers see it: units by path, people by e-mail address. */
export function toPolicy(record: PolicyRecord): Policy {
  const { named, schedule } = record;
  return {
    id: record.id,
    name: record.name,
    description: record.description,
    enabled: record.enabled,
    priority: record.priority,
    defaultAction: record.defaultAction,
    target: {
      everyone: named.everyone,
      ous: named.ous.map(({ path }) => path),
      users: named.users.map(({ email }) => email),
      devices: [...named.devices],
    },
    schedule:
      schedule === null
        ? null
        : {
            timezone: schedule.timezone,
            windows: schedule.windows.map((window) => ({ ...window, days: [...window.days] })),
            exceptDates: [...schedule.exceptDates],
            ...(schedule.during === undefined ? {} : { during: schedule.during }),
            ...(schedule.exceptHolidays === undefined ? {} : { exceptHolidays: schedule.exceptHolidays }),
          },
    rules: record.rules.map(({ id, effect, locked, reason, campus, match }) => ({
      id,
      effect,
      locked,
      reason,
      campus: [...campus],
      match: {
        domains: [...match.domains],
        categories: [...match.categories],
        urls: [...match.urls],
        apps: [...match.apps],
      },
    })),
    settings: toSettings(record),
    version: record.version,
    createdAt: timestamp(record.createdAt),
    updatedAt: timestamp(record.updatedAt),
  };
}

function toSettings({ settings: { activityLevel, ...others } }: PolicyRecord): Policy['settings'] {
  return activityLevel == null ? others : { ...others, activityLevel };
}

/** A policy as `decide` takes it: units by path, people by their address in lower case, the school's times in plain windows and dates. */
export function toPolicyModel(record: PolicyRecord, times: SchoolTimes): PolicyModel {
  const { id, name, enabled, priority, defaultAction, named, schedule, rules, settings, version } = record;
  return {
    id,
    name,
    enabled,
    priority,
    defaultAction,
    target: {
      everyone: named.everyone,
      ous: named.ous.map(({ path }) => path),
      users: named.users.map(({ email }) => textKey(email)),
      devices: named.devices,
    },
    schedule: plainSchedule(schedule, times),
    rules,
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
    version,
  };
}
