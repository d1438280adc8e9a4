import { hostname, networkInterfaces } from 'node:os';
import { isHost } from '../../kit/setting-readers.ts';
import { isWildcard } from '../config/settings.ts';
import { canonicalHost } from './issue.ts';

/** Where the server is set to listen, and the hosts by which it is reached from outside. */
interface ListenPlaces {
  readonly host: string;
  readonly publicHosts: readonly string[];
}

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
 * The hosts that the server's certificate must cover: this machine by its own names, the listening host, the public hosts, and every interface when it listens
 * on all of them. In one spelling, sorted, without repetition.
 */
export function wantedHosts(settings: ListenPlaces, machine: MachineNames): readonly string[] {
  const wanted = ['localhost', '127.0.0.1', '::1', machine.hostname, ...settings.publicHosts];
  if (isWildcard(settings.host)) wanted.push(...machine.addresses);
  else wanted.push(settings.host);
  return [...new Set(wanted.filter(isHost).map(canonicalHost))].sort();
}

/** The host that people and devices use to reach the server. */
export function preferredHost({ host, publicHosts }: ListenPlaces, machine: MachineNames): string {
  const [named] = publicHosts;
  if (named !== undefined) return named;
  if (!isWildcard(host)) return host;
  return machine.addresses[0] ?? (isHost(machine.hostname) ? machine.hostname : 'localhost');
}

/** The hosts that people and devices use: the public hosts, the listening host, else the preferred host of the machine. Never empty. */
export function namedHosts(settings: ListenPlaces, machine: MachineNames): readonly string[] {
  const named = [preferredHost(settings, machine), ...settings.publicHosts];
  if (!isWildcard(settings.host)) named.push(settings.host);
  return [...new Set(named.map(canonicalHost))].sort();
}
