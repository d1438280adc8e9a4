import type { FilterStep, FilterWish } from '../../../ports/filter-control.ts';
import { isOurPac } from '../../own-pac.ts';
import { powershell, scriptInput } from '../powershell.ts';
import type { WindowsFilterState, WinHttpProxy } from './filter-state.ts';
import { heldAt } from './filter-state.ts';
import { FIREWALL_GROUP, firewallRules, rulesDigest } from './firewall-rules.ts';
import { holds, type RegistryValue, registryValues, valueId } from './registry-values.ts';
import {
  PUT_ALL_BACK_SCRIPT,
  PUT_SOME_BACK_SCRIPT,
  REMOVE_NRPT_SCRIPT,
  REMOVE_RULES_SCRIPT,
  REPLACE_RULES_SCRIPT,
  SET_VALUES_SCRIPT,
  WRITE_NRPT_SCRIPT,
} from './scripts.ts';

/** NRPT has no port: the worker listens on port 53 here. */
const RESOLVER = '127.0.0.1';

/** As group policy would do it by itself within two hours; `/wait:0` does not wait for the end. */
const REFRESH_POLICY = ['gpupdate.exe', '/target:computer', '/force', '/wait:0'] as const;

/** WinHTTP as Windows comes. */
const WIN_HTTP_DEFAULT: WinHttpProxy = {
  proxy: '',
  proxyBypass: '',
  autoConfigUrl: '',
  autoDetect: true,
};

/** What the computer lacks for a wish. Pure. `have` null = it cannot be read: then everything. */
export function planFilter(wish: FilterWish, have: WindowsFilterState | null): readonly FilterStep[] {
  if (wish.mode === 'off') return planOff(have);
  return [...nameResolution(have), ...firewall(wish, have), ...values(wish, have), ...winHttp(wish, have)];
}

function nameResolution(have: WindowsFilterState | null): readonly FilterStep[] {
  const hives = have?.policyHive === true ? ['local', 'policy'] : ['local'];
  const whole = hives.every((hive) =>
    have?.nrpt.some(
      (rule) =>
        rule.ours &&
        rule.hive === hive &&
        rule.version === 2 &&
        rule.names.length === 1 &&
        rule.names[0] === '.' &&
        rule.servers === RESOLVER &&
        rule.options === 8,
    ),
  );
  if (whole) return [];
  const write: FilterStep = {
    id: 'windows-nrpt',
    what: 'send all look-ups of the computer to the filter (NRPT rule)',
    cmd: powershell(WRITE_NRPT_SCRIPT),
    stdin: scriptInput({ servers: RESOLVER }),
    undo: [powershell(REMOVE_NRPT_SCRIPT)],
  };
  return have?.policyHive === true ? [write, refreshPolicy()] : [write];
}

function refreshPolicy(): FilterStep {
  return { id: 'windows-gpupdate', what: 'have group policy read anew', cmd: REFRESH_POLICY, undo: [] };
}

function firewall(wish: FilterWish, have: WindowsFilterState | null): readonly FilterStep[] {
  const rules = firewallRules(wish);
  const digest = rulesDigest(rules);
  const there = have?.firewall ?? [];
  const inForce = new Set(
    there
      .filter(({ whole, description }) => whole && description === `Schoolgate ${digest}`)
      .map(({ name }) => name.replace(/-\d{1,8}$/, '')),
  );
  const whole =
    there.length === rules.length && rules.every(({ name }) => inForce.has(`${FIREWALL_GROUP}-${name}`));
  if (whole) return [];
  return [
    {
      id: 'windows-firewall',
      what: `replace the firewall rules of the group ${FIREWALL_GROUP}`,
      cmd: powershell(REPLACE_RULES_SCRIPT),
      stdin: scriptInput({ rules, digest }),
      undo: [powershell(REMOVE_RULES_SCRIPT)],
    },
  ];
}

function values(wish: FilterWish, have: WindowsFilterState | null): readonly FilterStep[] {
  const held = have?.values ?? [];
  const wanted = registryValues(wish, held);
  const missing = wanted.filter((value) => !holds(heldAt(held, value), value));
  const wantedIds = new Set(wanted.map(valueId));
  const stale = (have?.marks ?? []).filter((id) => !wantedIds.has(id));
  const undo = [powershell(PUT_ALL_BACK_SCRIPT)];
  const steps: FilterStep[] = [];
  if (missing.length > 0)
    steps.push({
      id: 'windows-values',
      what: `set ${count(missing)} of browsers and system: ${namesOf(missing)}`,
      cmd: powershell(SET_VALUES_SCRIPT),
      stdin: scriptInput({ values: missing }),
      undo,
    });
  if (stale.length > 0)
    steps.push({
      id: 'windows-values-stale',
      what: 'put back settings that are no longer wanted',
      cmd: powershell(PUT_SOME_BACK_SCRIPT),
      stdin: scriptInput({ only: stale }),
      undo,
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

function winHttp({ browser }: FilterWish, have: WindowsFilterState | null): readonly FilterStep[] {
  const before = have?.winHttp ?? null;
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

/** Run without a shell: netsh gets the JSON as one argument. */
function winHttpCommand({ proxy, proxyBypass, autoConfigUrl, autoDetect }: WinHttpProxy): readonly string[] {
  const settings = {
    Proxy: proxy,
    ProxyBypass: proxyBypass,
    AutoconfigUrl: autoConfigUrl,
    AutoDetect: autoDetect,
  };
  return [
    'netsh.exe',
    'winhttp',
    'set',
    'advproxy',
    'setting-scope=machine',
    `settings=${JSON.stringify(settings)}`,
  ];
}

/** Takes away what is ours. What was replaced comes back by the marks in the registry. */
export function planOff(have: WindowsFilterState | null): readonly FilterStep[] {
  const ours = have?.nrpt.filter((rule) => rule.ours) ?? [];
  const steps: FilterStep[] = [];
  if (have === null || ours.length > 0)
    steps.push(removal('windows-nrpt-off', 'remove the NRPT rule', powershell(REMOVE_NRPT_SCRIPT)));
  if (ours.some(({ hive }) => hive === 'policy')) steps.push(refreshPolicy());
  if (have === null || have.firewall.length > 0)
    steps.push(removal('windows-firewall-off', 'remove the firewall rules', powershell(REMOVE_RULES_SCRIPT)));
  if (have === null || have.marks.length > 0)
    steps.push(
      removal('windows-values-off', 'put settings back as they were', powershell(PUT_ALL_BACK_SCRIPT)),
    );
  if (have?.winHttp !== null && have?.winHttp !== undefined && isOurPac(have.winHttp.autoConfigUrl))
    steps.push(
      removal('windows-winhttp-off', 'take the proxy of services away', winHttpCommand(WIN_HTTP_DEFAULT)),
    );
  return steps;
}

function removal(id: string, what: string, cmd: readonly string[]): FilterStep {
  return { id, what, cmd, undo: [] };
}
