import type { PolicyBundle, SchoolHours } from '../../contracts/policy/bundle.ts';
import type { OrganisationSettings, OrganisationSettingsRecord } from '../ports/organisation-settings.ts';
import { datesOf } from './organisation-settings.ts';

/** What the server adds to every bundle, beside the school's policies. */
export type BundleDefaults = Pick<
  PolicyBundle,
  'dohAddresses' | 'upstreams' | 'gameWords' | 'gameProcesses' | 'connectivityUrl'
> & {
  /** When lessons are, in local time of the organisation; null = always. */
  readonly schoolHours: readonly SchoolHours[] | null;
  /** Local dates (`YYYY-MM-DD`) without lessons. */
  readonly holidays: readonly string[];
};

/** What the server adds to bundles, with what was set here in the place of the file's. */
export function bundleDefaultsWith(
  defaults: BundleDefaults,
  { values }: Pick<OrganisationSettingsRecord, 'values'>,
): BundleDefaults {
  const { schoolHours, resolvers, holidays = [] } = values;
  return {
    ...defaults,
    schoolHours: schoolHours === undefined ? defaults.schoolHours : hoursOrAlways(schoolHours),
    upstreams: resolvers === undefined ? defaults.upstreams : [...resolvers],
    holidays: datesOf(holidays),
  };
}

function hoursOrAlways(hours: OrganisationSettings['schoolHours']): BundleDefaults['schoolHours'] {
  return hours.length === 0 ? null : hours;
}
