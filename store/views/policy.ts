import type { Policy } from '../../contracts/rest/policies.ts';
import type { PolicyRecord } from '../ports/policies.ts';
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
