import { type FoundKey, isSameName, type RegistryChange, textIn, valueIn } from '../registry.ts';

/** Where rules of the name resolution policy table are kept (MS-GPNRPT section 2.2.2); where group policy has any, the local ones do not count. */
export const NRPT_HIVES = {
  local: 'SYSTEM\\CurrentControlSet\\Services\\Dnscache\\Parameters\\DnsPolicyConfig',
  policy: 'SOFTWARE\\Policies\\Microsoft\\Windows NT\\DNSClient\\DnsPolicyConfig',
} as const;
export type NrptHive = keyof typeof NRPT_HIVES;

/** The name of our rule. It never changes: a rule with this name is ours. */
export const NRPT_RULE = '{DAC28A1B-4DF7-4110-B5B5-660502E50EC8}';

/** NRPT has no port: the worker listens on port 53 here. */
const RESOLVER = '127.0.0.1';

/** `.` = all names; `ConfigOptions` 8 = only `GenericDNSServers` counts. */
const VALUES = [
  { name: 'Version', kind: 'DWord', data: 2 },
  { name: 'Name', kind: 'MultiString', data: ['.'] },
  { name: 'GenericDNSServers', kind: 'String', data: RESOLVER },
  { name: 'ConfigOptions', kind: 'DWord', data: 8 },
  { name: 'Comment', kind: 'String', data: 'Schoolgate' },
] as const;

export interface NrptRule {
  readonly hive: NrptHive;
  readonly ours: boolean;
  readonly version: number | null;
  readonly names: readonly string[];
  readonly servers: string;
  readonly options: number | null;
  /** Names of all its values. */
  readonly values: readonly string[];
}

/** A rule as it stands in the registry. */
export function nrptRule(hive: NrptHive, found: FoundKey): NrptRule {
  const numberOf = (name: string): number | null => {
    const data = valueIn(found, name)?.data;
    return typeof data === 'number' ? data : null;
  };
  const names = valueIn(found, 'Name')?.data;
  return {
    hive,
    ours: isSameName(found.key, ruleKey(hive)),
    version: numberOf('Version'),
    names: Array.isArray(names) ? names : [],
    servers: textIn(found, 'GenericDNSServers') ?? '',
    options: numberOf('ConfigOptions'),
    values: found.values.map(({ name }) => name),
  };
}

/** Whether it is our rule as we write it. */
export function isWholeRule(rule: NrptRule): boolean {
  return (
    rule.ours &&
    rule.version === 2 &&
    rule.names.length === 1 &&
    rule.names[0] === '.' &&
    rule.servers === RESOLVER &&
    rule.options === 8
  );
}

/** The rule survives crash and restart: then nothing resolves until the agent is back. */
export function writtenRule(hive: NrptHive): readonly RegistryChange[] {
  return VALUES.map(({ name, kind, data }) => ({
    set: ruleKey(hive),
    name,
    kind,
    data: typeof data === 'object' ? [...data] : data,
  }));
}

/** @param names of the values that it has; by default those that we write */
export function removedRule(
  hive: NrptHive,
  names: readonly string[] = VALUES.map(({ name }) => name),
): readonly RegistryChange[] {
  return [...names.map((name) => ({ remove: ruleKey(hive), name })), { prune: ruleKey(hive) }];
}

function ruleKey(hive: NrptHive): string {
  return `${NRPT_HIVES[hive]}\\${NRPT_RULE}`;
}
