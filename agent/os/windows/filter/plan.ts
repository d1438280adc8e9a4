import type { FilterGoal, FilterStep } from '../../../ports/filter-control.ts';
import { isOurPac } from '../../own-pac.ts';
import { digestOf, type HostFilter, isHeld, type WorkerIdentity } from '../engine-rules.ts';
import type { WindowsCall } from '../host-call.ts';
import { isPrivate, PRIVATE_SDDL } from '../protected-folder.ts';
import { registryWrites } from '../registry.ts';
import { filterSet, guardSet, PORTAL_OPENING, PORTAL_SECONDS, portalFilters } from './engine-sets.ts';
import type { WindowsFilterReading } from './filter-reading.ts';
import { puttingBack, settingValues } from './marks.ts';
import { isWholeRule, type NrptHive, removedRule, writtenRule } from './nrpt.ts';
import { heldAt, holds, placeOf, type RegistryValue, registryValues } from './registry-values.ts';
import { storeApps, storeAppsOff } from './store-apps.ts';
import { WIN_HTTP_DEFAULT, winHttpCommand } from './win-http.ts';

/** A step of the native host. */
type HostStep = Extract<FilterStep, { readonly host: unknown }> & { readonly host: readonly WindowsCall[] };

const READ_RESOLVER: WindowsCall = { name: 'resolver.refresh', input: null };
/** Windows does this by itself within two hours. */
const READ_POLICY: WindowsCall = { name: 'policy.refresh', input: null };

/** The sets of the filter; the lock's is another (network-lock.ts). */
const SETS = {
  filter: { id: 'windows-firewall', what: 'the filters of the firewall' },
  guard: { id: 'windows-guard', what: 'the guard of our own ports' },
} as const;
type FilterSetName = keyof typeof SETS;
const SET_NAMES: readonly FilterSetName[] = ['filter', 'guard'];

/**
 * The steps that bring the computer to a goal. Pure. `have` null = it cannot be read: then all steps but those for the settings of browsers and
 * system, because what these replace must be known before.
 */
export function planFilter(
  goal: FilterGoal,
  have: WindowsFilterReading | null,
  { worker, stateFolder }: PlannedFor,
): readonly FilterStep[] {
  if (goal.mode === 'off') return planOff(have);
  return [
    ...ownFolder(stateFolder, have),
    ...nameResolution(have),
    ...set('filter', filterSet(goal, worker), have),
    ...set('guard', guardSet(goal, worker), have),
    ...portal(goal, have),
    // Store apps come last, because an error about an app must not keep anything else from being set.
    ...(have === null ? [] : [...values(goal, have), ...winHttp(goal, have), ...storeApps(have)]),
  ];
}

/** Whose computer it is planned for. */
export interface PlannedFor {
  readonly worker: WorkerIdentity;
  readonly stateFolder: string;
}

/** The folder was made private when the agent started. This step is needed when somebody has changed that. */
function ownFolder(path: string, have: WindowsFilterReading | null): readonly HostStep[] {
  if (have === null || (have.folder !== null && isPrivate(have.folder))) return [];
  return [
    {
      id: 'windows-state-folder',
      what: "give the agent's own folder its rights back",
      host: [{ name: 'protect', input: { path, sddl: PRIVATE_SDDL } }],
    },
  ];
}

function nameResolution(have: WindowsFilterReading | null): readonly HostStep[] {
  const hives: readonly NrptHive[] = have?.policyHive === true ? ['local', 'policy'] : ['local'];
  const whole = hives.every((hive) => have?.nrpt.some((rule) => rule.hive === hive && isWholeRule(rule)));
  if (whole) return [];
  return [
    {
      id: 'windows-nrpt',
      what: 'send all look-ups of the computer to the filter (NRPT rule)',
      host: [...registryWrites(hives.flatMap(writtenRule)), ...refreshes(hives)],
    },
  ];
}

/** Has the resolver read its rules again. It takes rules of group policy only when group policy is refreshed. */
function refreshes(hives: readonly NrptHive[]): readonly WindowsCall[] {
  return hives.includes('policy') ? [READ_RESOLVER, READ_POLICY] : [READ_RESOLVER];
}

function set(
  name: FilterSetName,
  filters: HostFilter[],
  have: WindowsFilterReading | null,
): readonly HostStep[] {
  const held = have?.engine?.[name];
  if (held !== undefined && isHeld(held, name, filters)) return [];
  const { id, what } = SETS[name];
  return [{ id, what: `replace ${what}`, host: [replace(name, filters)] }];
}

function replace(name: FilterSetName, filters: HostFilter[]): WindowsCall {
  return { name: 'wfp.replace', input: { set: name, digest: digestOf(name, filters), filters } };
}

/** Renewed at each check, because it ends by itself. */
function portal(goal: FilterGoal, have: WindowsFilterReading | null): readonly HostStep[] {
  const filters = portalFilters(goal);
  if (filters.length === 0) return closedPortal(have);
  const what = 'keep the captive portal open';
  return [{ id: 'windows-portal', what, host: [open(filters)], unknown: true }];
}

function closedPortal(have: WindowsFilterReading | null): readonly HostStep[] {
  const isOpen = have?.engine?.filter.openings.some(({ name }) => name === PORTAL_OPENING);
  if (isOpen !== true) return [];
  return [{ id: 'windows-portal-off', what: 'shut the captive portal', host: [open([])] }];
}

function open(filters: HostFilter[]): WindowsCall {
  const digest = digestOf('filter', filters);
  return {
    name: 'wfp.open',
    input: { set: 'filter', opening: PORTAL_OPENING, digest, filters, seconds: PORTAL_SECONDS },
  };
}

function values(goal: FilterGoal, have: WindowsFilterReading): readonly HostStep[] {
  const wanted = registryValues(goal, have.values);
  const missing = wanted.filter((value) => !holds(heldAt(have.values, value), value));
  const wantedPlaces = new Set(wanted.map(placeOf));
  const stale = have.marks.filter(({ id }) => !wantedPlaces.has(id.toLowerCase()));
  const steps: HostStep[] = [];
  if (missing.length > 0)
    steps.push({
      id: 'windows-values',
      what: `set ${count(missing)} of browsers and system: ${namesOf(missing)}`,
      host: registryWrites(settingValues(missing, have)),
    });
  if (stale.length > 0)
    steps.push({
      id: 'windows-values-stale',
      what: 'put back settings that are no longer wanted',
      host: registryWrites(puttingBack(stale)),
    });
  return steps;
}

function count({ length }: readonly RegistryValue[]): string {
  return length === 1 ? '1 setting' : `${length} settings`;
}

/** The first few, for a log line that stays readable. */
function namesOf(missing: readonly RegistryValue[]): string {
  const first = missing.slice(0, 3).map(({ key, name }) => `${key.replace('SOFTWARE\\', '')}\\${name}`);
  return missing.length > first.length ? `${first.join(', ')}, …` : first.join(', ');
}

function winHttp({ browser }: FilterGoal, { winHttp: before }: WindowsFilterReading): readonly FilterStep[] {
  // An older Windows has no such setting (see problems), and what cannot be read could not be put back.
  if (before === null || before.autoConfigUrl === browser.pacUrl) return [];
  return [
    {
      id: 'windows-winhttp',
      what: 'set the proxy of services (WinHTTP)',
      cmd: winHttpCommand({ ...WIN_HTTP_DEFAULT, autoConfigUrl: browser.pacUrl, autoDetect: false }),
      undo: [winHttpCommand(before)],
    },
  ];
}

/** Takes away what is ours. What was replaced comes back by the marks in the registry; where these cannot be read, it waits. */
export function planOff(have: WindowsFilterReading | null): readonly FilterStep[] {
  const steps: FilterStep[] = [...ruleOff(have), ...SET_NAMES.flatMap((name) => setOff(name, have))];
  steps.push(...closedPortal(have));
  if (have !== null && have.marks.length > 0)
    steps.push({
      id: 'windows-values-off',
      what: 'put settings back as they were',
      host: registryWrites(puttingBack(have.marks)),
    });
  if (have !== null) steps.push(...storeAppsOff(have));
  if (have !== null && have.winHttp !== null && isOurPac(have.winHttp.autoConfigUrl))
    steps.push({
      id: 'windows-winhttp-off',
      what: 'take the proxy of services away',
      cmd: winHttpCommand(WIN_HTTP_DEFAULT),
      undo: [],
    });
  return steps;
}

function ruleOff(have: WindowsFilterReading | null): readonly HostStep[] {
  const ours =
    have === null
      ? ([{ hive: 'local' }, { hive: 'policy' }] as const)
      : have.nrpt.filter((rule) => rule.ours);
  if (ours.length === 0) return [];
  const changes = ours.flatMap((rule) => removedRule(rule.hive, 'values' in rule ? rule.values : undefined));
  const hives = ours.map(({ hive }) => hive);
  return [
    {
      id: 'windows-nrpt-off',
      what: 'remove the NRPT rule',
      host: [...registryWrites(changes), ...refreshes(hives)],
    },
  ];
}

function setOff(name: FilterSetName, have: WindowsFilterReading | null): readonly HostStep[] {
  if (have?.engine?.[name].filters === 0) return [];
  const { id, what } = SETS[name];
  return [{ id: `${id}-off`, what: `take ${what} away`, host: [replace(name, [])] }];
}
