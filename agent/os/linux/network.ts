import type { CommandRunner } from '../../ports/command-runner.ts';
import type { FileReader } from '../../ports/file-reader.ts';
import type { HostInfo } from '../../ports/host-info.ts';
import type { Gateway, Network } from '../../ports/system-facts.ts';
import { placeAddresses } from '../host-info.ts';
import { macAddress } from '../mac-address.ts';
import { readWifi } from './wifi.ts';

export interface NetworkDependencies {
  readonly files: FileReader;
  readonly run: CommandRunner;
  readonly host: HostInfo;
}

interface Route {
  readonly address: string;
  readonly interface: string;
  readonly metric: number;
}

/** Flags of both route tables (linux/route.h): usable, and by way of a gateway. */
const UP_AND_GATEWAY = 0x0003;

/** Reads routes and neighbours from /proc/net. Starts programs only for an IPv6 gateway's hardware address and for Wi-Fi. */
export async function readNetwork({ files, run, host }: NetworkDependencies): Promise<Network> {
  const routes4 = ipv4Gateways((await files.readText('/proc/net/route')) ?? '');
  const routes6 = ipv6Gateways((await files.readText('/proc/net/ipv6_route')) ?? '');
  const macs = ipv4Neighbours((await files.readText('/proc/net/arp')) ?? '');
  if (routes6.length > 0)
    for (const [key, mac] of ipv6Neighbours((await run.run(['ip', '-6', '-j', 'neigh', 'show'])).stdout))
      macs.set(key, mac);
  return {
    addresses: placeAddresses(host.interfaces()),
    defaultGateways: [...byMetric(routes4), ...byMetric(routes6)].map(
      (route): Gateway => ({
        address: route.address,
        interface: route.interface,
        mac: macs.get(neighbourKey(route.address, route.interface)) ?? null,
      }),
    ),
    wifi: await readWifi({ files, run }),
  };
}

function byMetric(routes: readonly Route[]): readonly Route[] {
  return [...routes].sort((a, b) => a.metric - b.metric);
}

/** `wlp2s0 00000000 0100000A 0003 0 0 600 00000000 …`: addresses as hexadecimal words in the order of the processor, here little-endian. */
function ipv4Gateways(table: string): readonly Route[] {
  return table.split('\n').flatMap((line): Route[] => {
    const [name, destination, gateway, flags = '', , , metric, mask] = line.trim().split(/\s+/);
    if (name === undefined || destination !== '00000000' || mask !== '00000000' || !isGatewayRoute(flags))
      return [];
    if (gateway === undefined || !/^[0-9A-F]{8}$/i.test(gateway)) return [];
    const address = [...Buffer.from(gateway, 'hex')].reverse().join('.');
    return [{ address, interface: name, metric: decimal(metric) }];
  });
}

/** `dest bits source bits gateway metric refs use flags name`, all hexadecimal. */
function ipv6Gateways(table: string): readonly Route[] {
  return table.split('\n').flatMap((line): Route[] => {
    const [destination, bits, , , gateway = '', metric = '', , , flags = '', name] = line.trim().split(/\s+/);
    if (name === undefined || bits !== '00' || !/^0{32}$/.test(destination ?? '') || !isGatewayRoute(flags))
      return [];
    if (!/^[0-9a-f]{32}$/i.test(gateway)) return [];
    const address = ipv6Text(gateway);
    return address === null ? [] : [{ address, interface: name, metric: Number.parseInt(metric, 16) || 0 }];
  });
}

function isGatewayRoute(flags: string): boolean {
  return /^[0-9a-f]{4,8}$/i.test(flags) && (Number.parseInt(flags, 16) & UP_AND_GATEWAY) === UP_AND_GATEWAY;
}

function decimal(text: string | undefined): number {
  return text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : 0;
}

/** The short form (RFC 5952) of 32 hexadecimal digits. */
function ipv6Text(digits: string): string | null {
  const groups = digits.match(/.{4}/g);
  if (groups === null) return null;
  return new URL(`http://[${groups.join(':')}]/`).hostname.slice(1, -1);
}

/** /proc/net/arp: `10.0.0.1 0x1 0x2 b4:fb:e4:01:87:3f * wlp2s0`. Flags 0x0: not answered. */
function ipv4Neighbours(table: string): Map<string, string> {
  const macs = new Map<string, string>();
  for (const line of table.split('\n')) {
    const [address, , flags, text, , name] = line.trim().split(/\s+/);
    const mac = macAddress(text);
    if (address !== undefined && name !== undefined && mac !== null && flags !== '0x0')
      macs.set(neighbourKey(address, name), mac);
  }
  return macs;
}

function ipv6Neighbours(json: string): readonly (readonly [string, string])[] {
  return neighbourList(json).flatMap((entry): [string, string][] => {
    if (
      typeof entry !== 'object' ||
      entry === null ||
      !('dst' in entry) ||
      !('dev' in entry) ||
      !('lladdr' in entry)
    )
      return [];
    const { dst, dev, lladdr } = entry;
    const mac = typeof lladdr === 'string' ? macAddress(lladdr) : null;
    return typeof dst === 'string' && typeof dev === 'string' && mac !== null
      ? [[neighbourKey(dst, dev), mac]]
      : [];
  });
}

function neighbourList(json: string): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(json);
    return Array.isArray(list) ? list : [];
  } catch {
    // No ip(8), or one without -j: the gateway's hardware address stays unknown.
    return [];
  }
}

function neighbourKey(address: string, name: string): string {
  return `${address} ${name}`;
}
