import { hostname, networkInterfaces } from 'node:os';
import { isHost } from '../config/readers.ts';
import { isWildcard } from '../config/settings.ts';
import { canonicalHost } from './issue.ts';

/** What this machine is called and how it is reached. */
export interface MachineNames {
  readonly hostname: string;
  /** Addresses of its interfaces, without loopback and link-local ones. */
  readonly addresses: readonly string[];
}

export function readMachineNames(): MachineNames {
  const addresses = Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
    .map(({ address }) => address);
  return { hostname: hostname(), addresses };
}

/**
 * The hosts that the server's certificate is to be good for: this machine by its own names, the listening host, the public hosts, and
 * every interface when it listens on all of them. In one spelling, sorted, without repetition.
 */
export function wantedHosts(
  settings: { readonly host: string; readonly publicHosts: readonly string[] },
  machine: MachineNames,
): readonly string[] {
  const wanted = ['localhost', '127.0.0.1', '::1', machine.hostname, ...settings.publicHosts];
  if (isWildcard(settings.host)) wanted.push(...machine.addresses);
  else wanted.push(settings.host);
  return [...new Set(wanted.filter(isHost).map(canonicalHost))].sort();
}
