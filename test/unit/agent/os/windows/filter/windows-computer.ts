import { firewallRules, rulesDigest } from '../../../../../../agent/os/windows/filter/firewall-rules.ts';
import { registryValues, valueId } from '../../../../../../agent/os/windows/filter/registry-values.ts';
import {
  PUT_ALL_BACK_SCRIPT,
  PUT_SOME_BACK_SCRIPT,
  READ_SCRIPT,
  REMOVE_NRPT_SCRIPT,
  REMOVE_RULES_SCRIPT,
  REPLACE_RULES_SCRIPT,
  SET_VALUES_SCRIPT,
  WRITE_NRPT_SCRIPT,
} from '../../../../../../agent/os/windows/filter/scripts.ts';
import { field, listField, powershell, textField } from '../../../../../../agent/os/windows/powershell.ts';
import type { CommandResult, CommandRunner } from '../../../../../../agent/ports/command-runner.ts';
import type { FilterWish } from '../../../../../../agent/ports/filter-control.ts';

/** What READ_SCRIPT prints, as an object to change. */
export interface Reading {
  rules: { hive: string; id: string; version: number; names: string[]; servers: string; options: number }[];
  policyHive: boolean;
  values: { key: string; name: string; kind: string; data: unknown }[];
  marks: string[];
  firewall: {
    DisplayName: string;
    Description: string;
    Enabled: string;
    Action: string;
    Direction: string;
    Status: string;
  }[];
  profiles: { Name: string; Enabled: string; LocalRules: string }[];
  holders: { address: string; pid: number; program: string }[];
  winhttp: string;
}

const OUR_RULE = '{DAC28A1B-4DF7-4110-B5B5-660502E50EC8}';

/** As docs/ and MS-GPNRPT, MS-FASP, netsh's documentation say that it prints; never taken down on a Windows. */
export function freshReading(): Reading {
  return {
    rules: [],
    policyHive: false,
    values: [],
    marks: [],
    firewall: [],
    profiles: ['Domain', 'Private', 'Public'].map((Name) => ({
      Name,
      Enabled: 'True',
      LocalRules: 'NotConfigured',
    })),
    holders: [],
    winhttp:
      'Aktuelle erweiterte WinHTTP-Proxyeinstellungen:  {   "ProxyIsEnabled": false,   "Proxy": "",   "ProxyBypass": "",   "AutoConfigIsEnabled": false,   "AutoconfigUrl": "",   "AutoDetect": true }',
  };
}

/** The same computer after all steps of a wish. */
export function enforcedReading(wish: FilterWish): Reading {
  const rules = firewallRules(wish);
  const values = registryValues(wish);
  return {
    ...freshReading(),
    rules: [{ hive: 'local', id: OUR_RULE, version: 2, names: ['.'], servers: '127.0.0.1', options: 8 }],
    values: values.map(({ key, name, kind, data }) => ({ key, name, kind, data })),
    marks: values.map(valueId),
    firewall: rules.map(({ name }) => ({
      DisplayName: `Schoolgate-${name}-3`,
      Description: `Schoolgate ${rulesDigest(rules)}`,
      Enabled: 'True',
      Action: 'Block',
      Direction: 'Outbound',
      Status: 'OK',
    })),
    winhttp: `{"Proxy":"","ProxyBypass":"","AutoconfigUrl":"${wish.browser.pacUrl}","AutoDetect":false}`,
  };
}

/**
 * A computer that does what each script promises, so that plans can be followed to their end. It stands in for PowerShell, it does not test it.
 * `refuse`: scripts that fail.
 */
export function windowsComputer(
  state: Reading,
  refuse: readonly string[] = [],
): CommandRunner & { readonly ran: string[]; readonly state: Reading } {
  const ran: string[] = [];
  const was = new Map<string, Reading['values'][number] | null>();
  const answers = new Map<string, (input: unknown) => string>([
    [READ_SCRIPT, () => JSON.stringify(state)],
    [WRITE_NRPT_SCRIPT, (input) => writeRule(state, textField(input, 'servers') ?? '')],
    [REMOVE_NRPT_SCRIPT, () => keep(state, 'rules', ({ id }) => id !== OUR_RULE)],
    [REPLACE_RULES_SCRIPT, (input) => replaceRules(state, input)],
    [REMOVE_RULES_SCRIPT, () => keep(state, 'firewall', () => false)],
    [SET_VALUES_SCRIPT, (input) => setValues(state, was, input)],
    [PUT_ALL_BACK_SCRIPT, () => putBack(state, was, state.marks)],
    [PUT_SOME_BACK_SCRIPT, (input) => putBack(state, was, listField(input, 'only').map(String))],
  ]);
  return {
    ran,
    state,
    run(cmd, options = {}) {
      for (const [script, answer] of answers) {
        if (powershell(script).join(' ') !== cmd.join(' ')) continue;
        ran.push(nameOf(script));
        if (refuse.includes(script)) return result({ code: 1, stderr: 'Zugriff verweigert\r\nmehr' });
        const input: unknown = options.stdin === undefined ? null : JSON.parse(options.stdin);
        return result({ stdout: answer(input) });
      }
      ran.push(cmd.slice(0, 3).join(' '));
      if (cmd[0] === 'netsh.exe') state.winhttp = (cmd.at(-1) ?? '').replace('settings=', '');
      return result({});
    },
  };
}

function result(part: Partial<CommandResult>): Promise<CommandResult> {
  return Promise.resolve({ code: 0, stdout: '', stderr: '', ...part });
}

function nameOf(script: string): string {
  const scripts = {
    READ_SCRIPT,
    WRITE_NRPT_SCRIPT,
    REMOVE_NRPT_SCRIPT,
    REPLACE_RULES_SCRIPT,
    REMOVE_RULES_SCRIPT,
    SET_VALUES_SCRIPT,
    PUT_ALL_BACK_SCRIPT,
    PUT_SOME_BACK_SCRIPT,
  };
  return Object.entries(scripts).find(([, text]) => text === script)?.[0] ?? '?';
}

function keep<K extends 'rules' | 'firewall'>(
  state: Reading,
  name: K,
  which: (one: Reading[K][number]) => boolean,
): string {
  const list: Reading[K][number][] = state[name];
  list.splice(0, list.length, ...list.filter(which));
  return '';
}

function writeRule(state: Reading, servers: string): string {
  keep(state, 'rules', ({ id }) => id !== OUR_RULE);
  for (const hive of state.policyHive ? ['local', 'policy'] : ['local'])
    state.rules.push({ hive, id: OUR_RULE, version: 2, names: ['.'], servers, options: 8 });
  return '';
}

function replaceRules(state: Reading, input: unknown): string {
  state.firewall = listField(input, 'rules').map((rule) => ({
    DisplayName: `Schoolgate-${textField(rule, 'name')}-1`,
    Description: `Schoolgate ${textField(input, 'digest')}`,
    Enabled: 'True',
    Action: 'Block',
    Direction: 'Outbound',
    Status: 'OK',
  }));
  return '';
}

type Was = Map<string, Reading['values'][number] | null>;

function setValues(state: Reading, was: Was, input: unknown): string {
  for (const value of listField(input, 'values')) {
    const [key, name, kind] = ['key', 'name', 'kind'].map((one) => textField(value, one) ?? '');
    const id = `${key}|${name}`;
    const at = state.values.findIndex((one) => valueId(one) === id);
    if (!state.marks.includes(id)) {
      state.marks.push(id);
      was.set(id, state.values[at] ?? null);
    }
    const made = { key: key ?? '', name: name ?? '', kind: kind ?? '', data: field(value, 'data') };
    if (at >= 0) state.values[at] = made;
    else state.values.push(made);
  }
  return '';
}

function putBack(state: Reading, was: Was, ids: readonly string[]): string {
  for (const id of [...ids]) {
    const before = was.get(id);
    state.values = state.values.flatMap((one) => (valueId(one) === id ? (before ?? []) : one));
    state.marks = state.marks.filter((mark) => mark !== id);
  }
  return '';
}
