import { calendarDay } from '../../contracts/policy/schedule.ts';
import type { SETTING_SOURCES } from '../../contracts/rest/organisation.ts';
import type { Sealer } from '../../kit/sealing.ts';
import type {
  Holiday,
  OrganisationSettingName,
  OrganisationSettings,
  OrganisationSettingsRecord,
  RecordSettingName,
} from '../ports/organisation-settings.ts';
import { DEFAULT_ORGANISATION_ID, type OrganisationRecord } from '../ports/organisations.ts';
import type { Repositories } from '../ports/store.ts';

/** What the configuration file, the environment and flags say. */
export interface FileSettings {
  /** Null in the place of a setting of the record: they say nothing, and it stays as it is. */
  readonly values: Omit<OrganisationSettings, RecordSettingName> & {
    readonly [Name in RecordSettingName]: OrganisationSettings[Name] | null;
  };
  /** Settings that somebody set there, rather than their defaults. */
  readonly chosen: ReadonlySet<OrganisationSettingName>;
  /** Mail goes over TLS from its start also where the port is not 465 (`smtps://`). */
  readonly mailIsSecure: boolean;
}

/** The settings in force. */
export interface EffectiveSettings {
  /** Secrets that were set here are sealed: `openSecret`. */
  readonly values: OrganisationSettings;
  readonly sources: Readonly<Record<OrganisationSettingName, (typeof SETTING_SOURCES)[number]>>;
  readonly mailIsSecure: boolean;
}

export type SecretName = 'mail.password' | 'singleSignOn.clientSecret';

/** Asked by parts of the server whenever they need a setting. */
export interface SettingsSource {
  readonly file: FileSettings;
  /** The settings of the school itself, as the store has them. */
  read(): Promise<EffectiveSettings>;
}

export function createSettingsSource(
  store: Pick<Repositories, 'organisations' | 'organisationSettings'>,
  file: FileSettings,
): SettingsSource {
  return { file, read: () => settingsOf(store, DEFAULT_ORGANISATION_ID, file) };
}

/** The settings in force of an organisation. @throws Error when there is no such organisation */
async function settingsOf(
  store: Pick<Repositories, 'organisations' | 'organisationSettings'>,
  organisationId: number,
  file: FileSettings,
): Promise<EffectiveSettings> {
  const organisation = await store.organisations.get(organisationId);
  if (organisation === null) throw new Error(`there is no organisation ${organisationId}`);
  return effectiveSettings(file, await store.organisationSettings.get(organisationId), organisation);
}

/** What was set here, else what the file says. */
export function effectiveSettings(
  file: FileSettings,
  { values: here }: Pick<OrganisationSettingsRecord, 'values'>,
  organisation: OrganisationRecord,
): EffectiveSettings {
  const values: OrganisationSettings = {
    ...file.values,
    ...withoutSecretsOfOthers(file, here),
    ...here,
    ...recordSettings(organisation),
  };
  const sourceOf = (name: OrganisationSettingName) => {
    if (name in here) return 'here';
    return file.chosen.has(name) ? 'file' : 'default';
  };
  const names = Object.keys(values) as OrganisationSettingName[];
  return {
    values,
    sources: Object.fromEntries(names.map((name) => [name, sourceOf(name)])) as EffectiveSettings['sources'],
    mailIsSecure:
      'mail.host' in here || 'mail.port' in here ? values['mail.port'] === 465 : file.mailIsSecure,
  };
}

export function recordSettings({
  name,
  timezone,
  accountDomain,
  helpLine,
}: OrganisationRecord): Pick<OrganisationSettings, RecordSettingName> {
  return { name, timeZone: timezone, accountDomain, helpLine };
}

/** Which other settings a secret belongs to: it is sent to nobody else. */
export const SECRET_OWNERS: Readonly<Record<SecretName, readonly OrganisationSettingName[]>> = {
  'mail.password': ['mail.host', 'mail.user'],
  'singleSignOn.clientSecret': ['singleSignOn.issuer', 'singleSignOn.clientId'],
};
export const SECRET_NAMES = Object.keys(SECRET_OWNERS) as readonly SecretName[];

/** A secret of the file is for the server that the file names, and for no other that was set here. */
function withoutSecretsOfOthers(
  file: FileSettings,
  here: Partial<OrganisationSettings>,
): Partial<OrganisationSettings> {
  const foreign = SECRET_NAMES.filter((secret) =>
    SECRET_OWNERS[secret].some((owner) => owner in here && here[owner] !== file.values[owner]),
  );
  return Object.fromEntries(foreign.map((name) => [name, null]));
}

/** A secret as it is stored. */
export function sealSecret(sealer: Sealer, name: SecretName, text: string): string {
  return sealer.seal(text, contextOf(name));
}

/** @throws Error when it was sealed with another master key */
export function openSecret(
  sealer: Sealer,
  { values, sources }: EffectiveSettings,
  name: SecretName,
): string | null {
  const value = values[name];
  return value === null || sources[name] !== 'here' ? value : sealer.open(value, contextOf(name));
}

function contextOf(name: SecretName): string {
  return `setting ${name}`;
}

const DAY_MS = 86_400_000;

/** Each date of the holidays once, in order. */
export function datesOf(holidays: readonly Holiday[]): readonly string[] {
  const days = new Set<number>();
  for (const { from, to } of holidays) {
    const first = calendarDay(from);
    const last = calendarDay(to);
    if (first === null || last === null) continue;
    for (let day = first; day <= last; day++) days.add(day);
  }
  return [...days].sort((a, b) => a - b).map((day) => new Date(day * DAY_MS).toISOString().slice(0, 10));
}
