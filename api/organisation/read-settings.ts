import { calendarDay } from '../../contracts/policy/schedule.ts';
import type { OrganizationPatch } from '../../contracts/rest/organisation.ts';
import { Fault, type FieldError } from '../../kit/fault.ts';
import { readUpstreams } from '../../kit/filtering-readers.ts';
import {
  readDays,
  readDomain,
  readDomains,
  readFlag,
  readGivenRole,
  readIssuer,
  readLogLevel,
  readMailAddresses,
  readOptionalHost,
  readOptionalText,
  readPort,
  readSender,
  readText,
  readTimezone,
} from '../../kit/setting-readers.ts';
import type {
  GroupRole,
  Holiday,
  OrganisationSettingName,
  OrganisationSettings,
} from '../../store/ports/organisation-settings.ts';
import { datesOf } from '../../store/rules/organisation-settings.ts';

/** Values to be set, by name; null in the place of one = it is taken back to what the file says. */
export type SettingChanges = ReadonlyMap<OrganisationSettingName, { readonly value: unknown } | null>;

/** As many dates as a policy's schedule may except. */
const MAX_HOLIDAY_DATES = 400;
/** Characters of a field error. */
const MAX_DETAIL = 500;

/** The readers of the configuration file, of values that the schema has checked. They throw a RangeError whose message completes "name …". */
const READERS: {
  readonly [Name in OrganisationSettingName]: (value: unknown) => OrganisationSettings[Name];
} = {
  name: readText,
  timeZone: (value) => needed(readTimezone(value)),
  accountDomain: (value) => needed(readDomain(value)),
  helpLine: readOptionalText,
  schoolHours: (value) => readHours(value as OrganisationSettings['schoolHours']),
  holidays: (value) => readHolidays(value as readonly Holiday[]),
  'retention.logsDays': readDays,
  'retention.activityDays': readDays,
  'retention.alertsDays': readDays,
  'retention.deviceEventsDays': readDays,
  'retention.auditDays': readDays,
  logLevel: readLogLevel,
  resolvers: readUpstreams,
  'mail.host': readOptionalHost,
  'mail.port': readPort,
  'mail.user': readOptionalText,
  'mail.password': readSecret,
  'mail.from': readSender,
  'mail.reportRecipients': readMailAddresses,
  'singleSignOn.issuer': readIssuer,
  'singleSignOn.clientId': readOptionalText,
  'singleSignOn.clientSecret': readSecret,
  'singleSignOn.allowedDomains': readDomains,
  'singleSignOn.newAccountRole': (value) => (value === 'none' ? null : readGivenRole(value)),
  'singleSignOn.groupRoles': (value) => value as readonly GroupRole[],
  'singleSignOn.trustEmail': readFlag,
};

const SETTING_NAMES = Object.keys(READERS) as readonly OrganisationSettingName[];

/** Reads the settings of a patch. @throws Fault validation_failed with one field error for each value that is none */
export function readSettings(patch: Omit<OrganizationPatch, 'plan'>): SettingChanges {
  const changes = new Map<OrganisationSettingName, { readonly value: unknown } | null>();
  const errors: FieldError[] = [];
  for (const name of SETTING_NAMES) {
    const value = valueIn(patch, name);
    if (value === undefined) continue;
    try {
      changes.set(name, value === null ? null : { value: READERS[name](value) });
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      const detail = `${name} ${error.message}.`.slice(0, MAX_DETAIL);
      errors.push({ in: 'body', pointer: pointerOf(name), code: 'invalid_setting', detail });
    }
  }
  if (errors.length > 0)
    throw new Fault('validation_failed', errors[0]?.detail ?? '', { extras: { errors } });
  return changes;
}

/** `mail.host` is at `#/mail/host`. */
export function pointerOf(name: OrganisationSettingName): string {
  return `#/${name.replace('.', '/')}`;
}

/** What a patch says of a setting; undefined = nothing. Null in the place of a group is null for each of its members. */
function valueIn(patch: object, name: OrganisationSettingName): unknown {
  let value: unknown = patch;
  for (const part of name.split('.')) {
    if (value === undefined || value === null) return value;
    value = (value as Readonly<Record<string, unknown>>)[part];
  }
  return value;
}

function needed(value: string | null): string {
  if (value === null) throw new RangeError('must not be empty');
  return value;
}

/** A secret is taken as it is, with its blanks. */
function readSecret(value: unknown): string | null {
  return value === '' ? null : String(value);
}

function readHours(windows: OrganisationSettings['schoolHours']): OrganisationSettings['schoolHours'] {
  for (const { from, to } of windows)
    if (from === to)
      throw new RangeError(`must hold windows that end at another time than they begin, not ${from}`);
  return windows;
}

function readHolidays(holidays: readonly Holiday[]): readonly Holiday[] {
  let days = 0;
  for (const { from, to } of holidays) {
    const [first, last] = [calendarDay(from), calendarDay(to)];
    if (first === null || last === null || last < first)
      throw new RangeError(`must hold dates whose last day is not before the first, not ${from} to ${to}`);
    days += last - first + 1;
    // Before they are counted one by one: a span may be thousands of years long.
    if (days > 4 * MAX_HOLIDAY_DATES) throw new RangeError(TOO_MANY);
  }
  if (datesOf(holidays).length > MAX_HOLIDAY_DATES) throw new RangeError(TOO_MANY);
  return holidays.map(({ from, to, name }) => ({ from, to, name: name.trim() }));
}

const TOO_MANY = `must hold at most ${MAX_HOLIDAY_DATES} days: leave out those of past years`;
