import ipaddr from 'ipaddr.js';
import type { CommandRunner } from '../../../ports/command-runner.ts';
import type { FileReader } from '../../../ports/file-reader.ts';

const LEASES = '/run/systemd/netif/leases';
const RESOLV_CONF = '/etc/resolv.conf';

/**
 * The resolvers that the network gave, preferred ones first, each once: systemd-resolved's, NetworkManager's, systemd-networkd's leases, /etc/resolv.conf, and the
 * gateway as the last resort. Loopback addresses are left out: 127.0.0.53 as an upstream makes a loop, and what is ours stands there. A
 * link-local address comes with its interface as zone (RFC 4007), for some home routers announce no other; without one it leads nowhere and is left out. Never rejects.
 */
export async function readNetworkResolvers({
  run,
  reader,
}: {
  readonly run: CommandRunner;
  readonly reader: FileReader;
}): Promise<readonly string[]> {
  const output = async (cmd: readonly string[]): Promise<string> => {
    const result = await run.run(cmd);
    return result.code === 0 ? result.stdout : '';
  };
  const [resolved, manager, leases, resolvConf, routes4, routes6] = await Promise.all([
    output(['resolvectl', 'dns']),
    output(['nmcli', '-t', '-f', 'IP4.DNS,IP6.DNS', 'device', 'show']),
    readLeases(reader),
    reader.readText(RESOLV_CONF),
    output(['ip', '-4', 'route', 'show', 'default']),
    output(['ip', '-6', 'route', 'show', 'default']),
  ]);
  return usable([
    ...fromResolvectl(resolved),
    ...fromNmcli(manager),
    ...leases.flatMap(fromLease),
    ...fromResolvConf(resolvConf ?? ''),
    ...fromRoutes(routes4),
    ...fromRoutes(routes6),
  ]);
}

async function readLeases(reader: FileReader): Promise<readonly string[]> {
  const names = await reader.list(LEASES);
  const texts = await Promise.all(names.map((name) => reader.readText(`${LEASES}/${name}`)));
  return texts.filter((text) => text !== null);
}

/** `Link 2 (wlp2s0): 10.0.0.1 1.1.1.1:5353#dns.example`; the global line holds what the computer's owner set, and what is ours. */
function fromResolvectl(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => {
    const [, zone = '', entries = ''] = /^Link \d+ \(([^)]+)\):(.*)$/.exec(line) ?? [];
    return entries.split(/\s+/).map((entry) => withZone(entry.replace(/#.*$/, ''), zone));
  });
}

/** `IP4.DNS[1]:10.0.0.1`; terse mode puts a backslash before the colons of an IPv6 address. */
function fromNmcli(text: string): readonly string[] {
  return text
    .split('\n')
    .flatMap((line) => /^IP[46]\.DNS\[\d+\]:(.+)$/.exec(line)?.[1] ?? [])
    .map((address) => address.replaceAll('\\', ''));
}

/** systemd-networkd keeps a lease as lines of NAME=value. */
function fromLease(text: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('DNS='))
    .flatMap((line) => line.slice('DNS='.length).split(/\s+/));
}

/** resolv.conf(5) */
function fromResolvConf(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => /^\s*nameserver\s+(\S+)/.exec(line)?.[1] ?? []);
}

function fromRoutes(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => {
    const [, address, zone = ''] = /^default via (\S+)(?:.* dev (\S+))?/.exec(line) ?? [];
    return address === undefined ? [] : [withZone(address, zone)];
  });
}

/** A link-local address with the name of its interface as zone, in place of any other zone. */
function withZone(text: string, zone: string): string {
  const [address = ''] = text.split('%');
  const isLinkLocal = ipaddr.IPv6.isValid(address) && ipaddr.IPv6.parse(address).range() === 'linkLocal';
  return isLinkLocal && zone !== '' ? `${address}%${zone}` : text;
}

/** As the kernel names interfaces (IFNAMSIZ); a number is none that a socket takes. */
const ZONE = /^(?!\d+$)[\w.-]{1,15}$/;

function zonedAddress(text: string): string | null {
  const [address = '', zone = ''] = text.split('%');
  if (!ipaddr.IPv6.isValid(address) || !ZONE.test(zone)) return null;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.range() === 'linkLocal' ? `${parsed.toString()}%${zone}` : null;
}

function usable(texts: readonly string[]): readonly string[] {
  const addresses = new Set<string>();
  for (const text of texts) {
    const zoned = zonedAddress(text);
    if (zoned !== null) addresses.add(zoned);
    const isAddress = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
    if (!isAddress || text.includes('%')) continue;
    const address = ipaddr.process(text);
    if (!['loopback', 'unspecified', 'multicast', 'linkLocal', 'broadcast'].includes(address.range()))
      addresses.add(address.toString());
  }
  return [...addresses];
}
