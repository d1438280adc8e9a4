import { preferredHost } from '../addresses.ts';
import { isWildcard } from '../config/settings.ts';
import type { MachineNames } from './hosts.ts';
import { canonicalHost } from './issue.ts';

/** The hosts that people and devices are told to use: the public hosts, the listening host, else what the machine prefers. Never empty. */
export function namedHosts(
  settings: { readonly host: string; readonly publicHosts: readonly string[] },
  machine: MachineNames,
): readonly string[] {
  const named = [preferredHost(settings, machine), ...settings.publicHosts];
  if (!isWildcard(settings.host)) named.push(settings.host);
  return [...new Set(named.map(canonicalHost))].sort();
}
