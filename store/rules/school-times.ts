import type { SchoolHours } from '../../contracts/policy/bundle.ts';
import { type Schedule, WEEKDAYS } from '../../contracts/policy/model.ts';
import type { PolicySchedule } from '../ports/policies.ts';
import type { Repositories } from '../ports/store.ts';
import { type BundleDefaults, bundleDefaultsWith } from './bundle-defaults.ts';
import { SHIPPED_BUNDLE_DEFAULTS } from './shipped-bundle-defaults.ts';

/** The times of a school, to which schedules of policies may refer. */
export interface SchoolTimes extends Pick<BundleDefaults, 'schoolHours' | 'holidays'> {
  /** IANA name. */
  readonly timezone: string;
}

/** Reads the times of an organisation: what was set over the API, else what the file says. */
export type ReadSchoolTimes = (
  repositories: Pick<Repositories, 'organisations' | 'organisationSettings'>,
  organisationId: number,
) => Promise<SchoolTimes>;

/** @param defaults those of the file; default: the shipped ones */
export function createSchoolTimes(defaults: BundleDefaults = SHIPPED_BUNDLE_DEFAULTS): ReadSchoolTimes {
  return async ({ organisations, organisationSettings }, organisationId) => {
    const organisation = await organisations.get(organisationId);
    const { schoolHours, holidays } = bundleDefaultsWith(
      defaults,
      await organisationSettings.get(organisationId),
    );
    return { timezone: organisation?.timezone ?? 'UTC', schoolHours, holidays };
  };
}

/** Lessons that are always: each day from midnight to midnight. */
const ALWAYS: readonly SchoolHours[] = [{ days: [...WEEKDAYS], from: '00:00', to: '00:00' }];

/** As many as a bundle may hold (contracts/policy/bundle.ts). */
const MAX_EXCEPT_DATES = 400;

/**
 * A schedule with the school's times in the place of the words that refer to them, so that devices know nothing of such words. Without them it is the same
 * object. When there are more excepted dates than a device takes, the earliest are left out.
 */
export function plainSchedule(schedule: PolicySchedule | null, times: SchoolTimes): Schedule | null {
  if (schedule === null) return null;
  const { during, exceptHolidays, timezone, windows, exceptDates } = schedule;
  if (during === undefined && exceptHolidays === undefined) return schedule;
  const inLessons = during === 'school-hours';
  return {
    timezone: inLessons ? times.timezone : timezone,
    windows: inLessons ? (times.schoolHours ?? ALWAYS) : windows,
    exceptDates:
      exceptHolidays === true
        ? [...new Set([...exceptDates, ...times.holidays])].sort().slice(-MAX_EXCEPT_DATES)
        : exceptDates,
  };
}
