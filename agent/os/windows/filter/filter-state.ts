import { field, listField, numberField, textField } from '../powershell.ts';
import { type HeldValue, valueId } from './registry-values.ts';
import { NRPT_RULE } from './scripts.ts';

/** What READ_SCRIPT found. */
export interface WindowsFilterState {
  readonly nrpt: readonly NrptRule[];
  /** Whether group policy has rules of its own: then the local ones do not count. */
  readonly policyHive: boolean;
  /** Of those asked for, the ones that are there. */
  readonly values: readonly HeldValue[];
  /** Ids of the values that we set. */
  readonly marks: readonly string[];
  readonly firewall: readonly HeldRule[];
  readonly profiles: readonly FirewallProfile[];
  /** Who listens on port 53. */
  readonly holders: readonly PortHolder[];
  /** Null = this Windows has no such setting. */
  readonly winHttp: WinHttpProxy | null;
}

export interface NrptRule {
  readonly hive: 'local' | 'policy';
  readonly ours: boolean;
  readonly version: number | null;
  readonly names: readonly string[];
  readonly servers: string;
  readonly options: number | null;
}

export interface HeldRule {
  readonly name: string;
  readonly description: string;
  /** On, blocking what goes out, and in force. */
  readonly whole: boolean;
}

export interface FirewallProfile {
  readonly name: string;
  readonly on: boolean;
  readonly localRules: boolean;
}

export interface PortHolder {
  readonly address: string;
  readonly pid: number;
  readonly program: string;
}

export interface WinHttpProxy {
  readonly proxy: string;
  readonly proxyBypass: string;
  readonly autoConfigUrl: string;
  readonly autoDetect: boolean;
}

/** Null = the answer is none: PowerShell failed, or printed something else. */
export function parseState(answer: unknown): WindowsFilterState | null {
  if (typeof field(answer, 'policyHive') !== 'boolean' || !Array.isArray(field(answer, 'profiles')))
    return null;
  return {
    nrpt: listField(answer, 'rules').map(nrptRule),
    policyHive: field(answer, 'policyHive') === true,
    values: listField(answer, 'values').flatMap(heldValue),
    marks: listField(answer, 'marks').filter((mark) => typeof mark === 'string'),
    firewall: listField(answer, 'firewall').map((rule) => ({
      name: textField(rule, 'DisplayName') ?? '',
      description: textField(rule, 'Description') ?? '',
      whole:
        textField(rule, 'Enabled') === 'True' &&
        textField(rule, 'Action') === 'Block' &&
        textField(rule, 'Direction') === 'Outbound' &&
        textField(rule, 'Status') === 'OK',
    })),
    profiles: listField(answer, 'profiles').map((profile) => ({
      name: textField(profile, 'Name') ?? '?',
      on: textField(profile, 'Enabled') === 'True',
      localRules: textField(profile, 'LocalRules') !== 'False',
    })),
    holders: listField(answer, 'holders').map((holder) => ({
      address: textField(holder, 'address') ?? '',
      pid: numberField(holder, 'pid') ?? 0,
      program: textField(holder, 'program') ?? '',
    })),
    winHttp: parseWinHttp(textField(answer, 'winhttp') ?? ''),
  };
}

function nrptRule(rule: unknown): NrptRule {
  return {
    hive: textField(rule, 'hive') === 'policy' ? 'policy' : 'local',
    ours: textField(rule, 'id')?.toUpperCase() === NRPT_RULE,
    version: numberField(rule, 'version'),
    names: listField(rule, 'names').filter((name) => typeof name === 'string'),
    servers: textField(rule, 'servers') ?? '',
    options: numberField(rule, 'options'),
  };
}

function heldValue(value: unknown): readonly HeldValue[] {
  const key = textField(value, 'key');
  const name = textField(value, 'name');
  const kind = textField(value, 'kind');
  return key === null || name === null || kind === null
    ? []
    : [{ key, name, kind, data: field(value, 'data') }];
}

/** The JSON in what `netsh winhttp show advproxy` prints below a heading in the language of Windows. */
function parseWinHttp(text: string): WinHttpProxy | null {
  const json = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  try {
    const settings: unknown = JSON.parse(json);
    if (typeof settings !== 'object' || settings === null) return null;
    // Documentation and output differ in the case of these names.
    const byName = new Map(Object.entries(settings).map(([name, value]) => [name.toLowerCase(), value]));
    const textOf = (name: string): string => {
      const value: unknown = byName.get(name);
      return typeof value === 'string' ? value : '';
    };
    return {
      proxy: textOf('proxy'),
      proxyBypass: textOf('proxybypass'),
      autoConfigUrl: textOf('autoconfigurl'),
      autoDetect: byName.get('autodetect') === true,
    };
  } catch {
    // Before Windows 11 there is no such command, and netsh says so in the user's language.
    return null;
  }
}

/** The value of this place, as it was read. */
export function heldAt(
  values: readonly HeldValue[],
  place: Pick<HeldValue, 'key' | 'name'>,
): HeldValue | undefined {
  const id = valueId(place);
  return values.find((value) => valueId(value) === id);
}
