import type { Organization, OrganizationPatch } from '../../contracts/rest/organisation.ts';
import { Fault } from '../../kit/fault.ts';
import type { Sealer } from '../../kit/sealing.ts';
import type {
  OrganisationSettingName,
  OrganisationSettings,
  OrganisationSettingsRecord,
  RecordSettingName,
} from '../../store/ports/organisation-settings.ts';
import { DEFAULT_ORGANISATION_ID, type OrganisationRecord } from '../../store/ports/organisations.ts';
import type { Repositories, Transaction } from '../../store/ports/store.ts';
import {
  type EffectiveSettings,
  effectiveSettings,
  type FileSettings,
  recordSettings,
  SECRET_NAMES,
  SECRET_OWNERS,
  type SecretName,
  sealSecret,
} from '../../store/rules/organisation-settings.ts';
import type { Caller } from '../http/authentication/caller.ts';
import { fieldFault, notFound } from '../input/field-fault.ts';
import { reachOf, requireWholeOrganisation } from '../input/reach.ts';
import { pointerOf, readSettings, type SettingChanges } from './read-settings.ts';
import { toOrganization } from './shown-settings.ts';
import { conflictIn } from './sign-in-and-mail.ts';

/** What the settings of an organisation are stored as. */
interface Stored {
  readonly organisation: OrganisationRecord;
  readonly here: OrganisationSettingsRecord;
}

/** Settings that bundles hold. Those of the organisation's record renew bundles by themselves. */
const IN_BUNDLES: readonly OrganisationSettingName[] = ['schoolHours', 'holidays', 'resolvers'];

/** Settings of the server that decide who signs in, and where secrets go. */
const OF_OWNERS = /^(mail|singleSignOn)\./;

/** @throws Fault ou_not_permitted; not_found for another organisation than the server's own */
export async function settingsInReach(
  repositories: Pick<Repositories, 'organisations' | 'organisationSettings'>,
  caller: Caller,
): Promise<Stored> {
  requireWholeOrganisation(reachOf(caller));
  const { organisationId } = caller;
  const organisation =
    organisationId === DEFAULT_ORGANISATION_ID ? await repositories.organisations.get(organisationId) : null;
  if (organisation === null) throw notFound('organisation');
  return { organisation, here: await repositories.organisationSettings.get(organisationId) };
}

export function shownSettings({ organisation, here }: Stored, file: FileSettings): Organization {
  return toOrganization(effectiveSettings(file, here, organisation), organisation, here);
}

/**
 * Sets settings, or takes them back to what the file says. Nothing is written when nothing changes. Everything that depends on them is told after the commit.
 * @throws Fault validation_failed, insufficient_scope
 */
export async function changeSettings(
  tx: Transaction,
  { file, sealer }: { readonly file: FileSettings; readonly sealer: Sealer },
  {
    caller,
    known,
    patch: { plan, ...patch },
    now,
  }: {
    readonly caller: Caller;
    readonly known: Stored;
    readonly patch: OrganizationPatch;
    readonly now: number;
  },
): Promise<Stored> {
  const changes = readSettings(patch);
  const wanted = overlay(known, file, changes, sealer);
  const organisation: OrganisationRecord = {
    ...known.organisation,
    ...recordChanges(known, file, changes),
    plan: plan ?? known.organisation.plan,
  };
  const before = effectiveSettings(file, known.here, known.organisation);
  const after = effectiveSettings(file, wanted, organisation);
  if (plan !== undefined || isForOwners(changes, before, after)) requireOwner(caller);
  checkSettings({ before, after, changes });
  if (isSame([wanted, organisation], [only(known.here), known.organisation])) return known;

  const { id, name, timezone, accountDomain, helpLine } = organisation;
  await tx.organisations.update(id, { name, timezone, accountDomain, helpLine, plan: organisation.plan });
  const here = await tx.organisationSettings.put(id, wanted, now);
  if (IN_BUNDLES.some((name) => !isSame(wanted.values[name], known.here.values[name])))
    await tx.organisations.renewBundles(id);
  for (const kind of ['settings', 'all_devices', 'api_keys', 'accounts'] as const) tx.wake({ kind });
  return { organisation: (await tx.organisations.get(id)) ?? organisation, here };
}

/** The settings that are set here after the changes, secrets sealed, and what they replace. */
function overlay(
  { here, organisation }: Stored,
  file: FileSettings,
  changes: SettingChanges,
  sealer: Sealer,
): Pick<OrganisationSettingsRecord, 'values' | 'replaced'> {
  const values: Record<string, unknown> = { ...here.values };
  const replaced: Record<string, unknown> = { ...here.replaced };
  const standing = recordSettings(organisation);
  for (const [name, change] of changes) {
    if (change === null) {
      delete values[name];
      delete replaced[name];
      continue;
    }
    if (isOfRecord(name) && !(name in values)) replaced[name] = file.values[name] ?? standing[name];
    values[name] =
      isSecret(name) && typeof change.value === 'string'
        ? sealSecret(sealer, name, change.value)
        : change.value;
  }
  return { values, replaced };
}

const RECORD_MEMBERS = {
  name: 'name',
  timeZone: 'timezone',
  accountDomain: 'accountDomain',
  helpLine: 'helpLine',
} as const satisfies Record<RecordSettingName, keyof OrganisationRecord>;

/** Changes of the organisation's record. One that is taken back gets the value of the file, or that which stood there before it was set here. */
function recordChanges(
  { here }: Stored,
  file: FileSettings,
  changes: SettingChanges,
): Partial<OrganisationRecord> {
  const members: [string, unknown][] = [];
  for (const [name, change] of changes) {
    if (!isOfRecord(name)) continue;
    if (change !== null) members.push([RECORD_MEMBERS[name], change.value]);
    else if (name in here.values)
      members.push([RECORD_MEMBERS[name], file.values[name] ?? here.replaced[name] ?? null]);
  }
  return Object.fromEntries(members);
}

/** @throws Fault validation_failed for settings that do not fit together, and for a secret that would go to somebody else */
function checkSettings({
  before,
  after,
  changes,
}: {
  readonly before: EffectiveSettings;
  readonly after: EffectiveSettings;
  readonly changes: SettingChanges;
}): void {
  for (const secret of SECRET_NAMES) {
    const isMoved = SECRET_OWNERS[secret].some((owner) => before.values[owner] !== after.values[owner]);
    if (isMoved && after.sources[secret] === 'here' && after.values[secret] !== null && !changes.has(secret))
      throw fieldFault(
        pointerOf(secret),
        'secret_needed',
        `${secret} was set for another server or name: give it anew, or null.`,
      );
  }
  const isAsked = [...changes.keys()].some((name) => OF_OWNERS.test(name));
  const conflict = isAsked ? conflictIn(after) : null;
  if (conflict !== null)
    throw fieldFault(pointerOf(conflict.name), 'conflict', `${conflict.name} ${conflict.problem}.`);
}

/** Who signs in, where secrets go, and for how long it is known who did what. */
function isForOwners(changes: SettingChanges, before: EffectiveSettings, after: EffectiveSettings): boolean {
  const kept = 'retention.auditDays';
  return [...changes.keys()].some((name) => OF_OWNERS.test(name)) || after.values[kept] < before.values[kept];
}

/** @throws Fault insufficient_scope */
function requireOwner({ credential, scopes }: Caller): void {
  if (credential.kind === 'session' && credential.role === 'owner') return;
  throw new Fault(
    'insufficient_scope',
    'Mail, single sign-on, the plan and a shorter time for the audit are set by an owner who is signed in to the dashboard.',
    { extras: { requiredScopes: [], grantedScopes: scopes } },
  );
}

function only({ values, replaced }: OrganisationSettingsRecord) {
  return { values, replaced };
}

function isOfRecord(name: OrganisationSettingName): name is RecordSettingName {
  return name in RECORD_MEMBERS;
}

function isSecret(name: OrganisationSettingName): name is SecretName {
  return name in SECRET_OWNERS;
}

/** Whether two values are the same as JSON. Their members stand in the order in which they were set. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What the audit tells of settings: no secret, and that one was changed. */
export function audited(shown: Organization, changes: Iterable<keyof OrganisationSettings> = []) {
  const { sources: _sources, version: _version, ...settings } = shown;
  const secretsSet = [...changes].filter(isSecret);
  return secretsSet.length === 0 ? settings : { ...settings, secretsSet };
}
