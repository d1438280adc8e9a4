import type { FilterGoal } from '../../../ports/filter-control.ts';
import {
  CHROMIUM_BROWSERS,
  type ChromiumBrowser,
  chromiumPolicies,
  firefoxPolicies,
  type Policies,
  type PolicyValue,
} from '../../browser-policies.ts';
import type { FoundValue } from '../registry.ts';

/** A value of the registry, below HKEY_LOCAL_MACHINE. */
export interface RegistryValue {
  readonly key: string;
  readonly name: string;
  readonly kind: 'DWord' | 'String' | 'MultiString';
  readonly data: number | string | readonly string[];
}

/** A value that was read. If it is a JSON object of the school, ours is merged into it. */
export type HeldValue = Pick<RegistryValue, 'key'> & Readonly<FoundValue>;

const POLICIES = 'SOFTWARE\\Policies';
const DNS_CLIENT = `${POLICIES}\\Microsoft\\Windows NT\\DNSClient`;
const CONNECTIVITY = `${POLICIES}\\Microsoft\\Windows\\NetworkConnectivityStatusIndicator`;
const INTERNET_SETTINGS = 'Microsoft\\Windows\\CurrentVersion\\Internet Settings';
const FIREFOX = `${POLICIES}\\Mozilla\\Firefox`;
const CHROMIUM_KEYS: Readonly<Record<ChromiumBrowser, string>> = {
  chrome: `${POLICIES}\\Google\\Chrome`,
  chromium: `${POLICIES}\\Chromium`,
  edge: `${POLICIES}\\Microsoft\\Edge`,
  brave: `${POLICIES}\\BraveSoftware\\Brave`,
};

/** Lists are numbered values, in any numbers: ours leave the school's own entries, which begin at 1, as they are. */
const FIRST_OF_OUR_ENTRIES = 9_001;

/** Firefox takes these as JSON in one value, the rest as keys (https://mozilla.github.io/policy-templates/). */
const FIREFOX_JSON = ['Preferences', 'ExtensionSettings'];

/** Every registry value that a goal sets. Pure. */
export function registryValues(goal: FilterGoal, held: readonly HeldValue[] = []): readonly RegistryValue[] {
  return [
    ...dnsClientValues(),
    // Without it Windows looks for the internet by asking the interfaces' resolvers, which the filter shuts, and shows "No internet".
    number(CONNECTIVITY, 'UseGlobalDNS', 1),
    ...CHROMIUM_BROWSERS.flatMap((browser) =>
      chromiumValues(CHROMIUM_KEYS[browser], chromiumPolicies(browser, goal.browser)),
    ),
    ...firefoxValues(firefoxPolicies(goal.browser), held),
    ...internetSettings(goal.browser.pacUrl),
  ];
}

/** `DoHPolicy` 1 = no encrypted look-ups by Windows itself; LLMNR and asking all adapters at once go round the rule `.`. */
function dnsClientValues(): readonly RegistryValue[] {
  return [
    number(DNS_CLIENT, 'DisableSmartNameResolution', 1),
    number(DNS_CLIENT, 'EnableMulticast', 0),
    number(DNS_CLIENT, 'DoHPolicy', 1),
  ];
}

/** WinINET, for programs that ask Windows for the proxy: one setting for the computer, not one a user. */
function internetSettings(pacUrl: string): readonly RegistryValue[] {
  return [
    number(`${POLICIES}\\${INTERNET_SETTINGS}`, 'ProxySettingsPerUser', 0),
    text(`${POLICIES}\\${INTERNET_SETTINGS}`, 'AutoConfigURL', pacUrl),
    text(`SOFTWARE\\${INTERNET_SETTINGS}`, 'AutoConfigURL', pacUrl),
  ];
}

function chromiumValues(key: string, policies: Policies): readonly RegistryValue[] {
  return Object.entries(policies).flatMap(([name, value]) => {
    if (!isList(value)) return [scalarOr(key, name, value, text(key, name, JSON.stringify(value)))];
    return value.map((entry, index) =>
      text(`${key}\\${name}`, String(FIRST_OF_OUR_ENTRIES + index), String(entry)),
    );
  });
}

function firefoxValues(policies: Policies, held: readonly HeldValue[]): readonly RegistryValue[] {
  return Object.entries(policies).flatMap(([name, value]) => {
    if (FIREFOX_JSON.includes(name)) return [mergedJson(name, value, held)];
    if (isList(value) || typeof value !== 'object')
      return [scalarOr(FIREFOX, name, value, text(FIREFOX, name, JSON.stringify(value)))];
    return Object.entries(value).map(([inner, innerValue]) =>
      scalarOr(
        `${FIREFOX}\\${name}`,
        inner,
        innerValue,
        text(`${FIREFOX}\\${name}`, inner, JSON.stringify(innerValue)),
      ),
    );
  });
}

/** The school's own entries stay beside ours. */
function mergedJson(name: string, ours: PolicyValue, held: readonly HeldValue[]): RegistryValue {
  const there = heldAt(held, { key: FIREFOX, name })?.data;
  const theirs = objectOf(Array.isArray(there) ? there.join('\n') : there);
  const merged = { ...theirs, ...(typeof ours === 'object' ? ours : {}) };
  return { key: FIREFOX, name, kind: 'MultiString', data: [JSON.stringify(merged)] };
}

function objectOf(json: unknown): Readonly<Record<string, unknown>> {
  if (typeof json !== 'string') return {};
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    // No JSON: Firefox does not read it either.
    return {};
  }
}

function scalarOr(key: string, name: string, value: PolicyValue, other: RegistryValue): RegistryValue {
  if (typeof value === 'boolean') return number(key, name, value ? 1 : 0);
  if (typeof value === 'number') return number(key, name, value);
  return typeof value === 'string' ? text(key, name, value) : other;
}

function number(key: string, name: string, data: number): RegistryValue {
  return { key, name, kind: 'DWord', data };
}

function text(key: string, name: string, data: string): RegistryValue {
  return { key, name, kind: 'String', data };
}

function isList(value: PolicyValue): value is readonly PolicyValue[] {
  return Array.isArray(value);
}

/** Names a value, for the marks that say which ones are ours (marks.ts). */
export function valueId({ key, name }: Pick<RegistryValue, 'key' | 'name'>): string {
  return `${key}|${name}`;
}

/** The same for all spellings, because the registry ignores case. */
export function placeOf(value: Pick<RegistryValue, 'key' | 'name'>): string {
  return valueId(value).toLowerCase();
}

/** The value of this place, as it was read. */
export function heldAt(
  values: readonly HeldValue[],
  place: Pick<RegistryValue, 'key' | 'name'>,
): HeldValue | undefined {
  const wanted = placeOf(place);
  return values.find((value) => placeOf(value) === wanted);
}

/** Whether the registry holds it already. */
export function holds(held: HeldValue | undefined, { kind, data }: RegistryValue): boolean {
  return held?.kind === kind && JSON.stringify(held.data) === JSON.stringify(data);
}
