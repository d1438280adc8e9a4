import type { CommandRunner } from '../../ports/command-runner.ts';
import type { HostInfo } from '../../ports/host-info.ts';
import type { Gateway, Network, Wifi } from '../../ports/system-facts.ts';
import { placeAddresses } from '../host-info.ts';
import { macAddress } from '../mac-address.ts';

export interface NetworkDependencies {
  readonly run: CommandRunner;
  readonly host: HostInfo;
}

/** The addresses come from Node; the default gateways from route(8), their hardware addresses from arp(8) and ndp(8). */
export async function readNetwork({ run, host }: NetworkDependencies): Promise<Network> {
  const gateways: Gateway[] = [];
  const v4 = parseRoute((await run.run(['route', '-n', 'get', 'default'])).stdout);
  if (v4 !== null)
    gateways.push({ ...v4, mac: parseArp((await run.run(['arp', '-n', v4.address])).stdout, v4.address) });
  const v6 = parseRoute((await run.run(['route', '-n', 'get', '-inet6', 'default'])).stdout);
  if (v6 !== null) gateways.push({ ...v6, mac: parseNdp((await run.run(['ndp', '-an'])).stdout, v6) });
  return {
    addresses: placeAddresses(host.interfaces()),
    defaultGateways: gateways,
    wifi: await readWifi(run),
  };
}

/** `gateway: 10.0.0.1` and `interface: en0`. A VPN's route has a link (`link#21`) instead of a gateway: none then. */
function parseRoute(text: string): Omit<Gateway, 'mac'> | null {
  const address = /^\s*gateway: ([0-9a-f.:]+)(?:%\S+)?\s*$/im.exec(text)?.[1];
  const name = /^\s*interface: (\S+)\s*$/m.exec(text)?.[1];
  return address === undefined || name === undefined ? null : { address, interface: name };
}

/** `? (10.0.0.1) at b4:fb:e4:1:87:3f on en0 ifscope [ethernet]`, or `at (incomplete)`. */
function parseArp(text: string, address: string): string | null {
  for (const [, of, mac] of text.matchAll(/\(([0-9.]+)\) at (\S+)/g))
    if (of === address) return macAddress(mac);
  return null;
}

/** `fe80::1%en0  b4:fb:e4:1:87:3f  en0 23h59m58s S R` */
function parseNdp(text: string, gateway: Omit<Gateway, 'mac'>): string | null {
  for (const line of text.split('\n')) {
    const [neighbour = '', mac, name] = line.trim().split(/\s+/);
    if (neighbour.split('%')[0] === gateway.address && name === gateway.interface) return macAddress(mac);
  }
  return null;
}

/**
 * ipconfig(8) knows the network since macOS 14 or so, but hides its name (`<redacted>`) from programs without the location right;
 * networksetup(8) knew it before macOS 15.
 */
async function readWifi(run: CommandRunner): Promise<Wifi | null> {
  const ports = (await run.run(['networksetup', '-listallhardwareports'])).stdout;
  const device = /Hardware Port: (?:Wi-Fi|AirPort)\s*\nDevice: (\S+)/.exec(ports)?.[1];
  if (device === undefined) return null;
  const wifi = parseSummary((await run.run(['ipconfig', 'getsummary', device])).stdout);
  if (wifi?.ssid !== null && wifi !== null) return wifi;
  const name = /^Current Wi-Fi Network: (.+)$/m.exec(
    (await run.run(['networksetup', '-getairportnetwork', device])).stdout,
  )?.[1];
  if (name !== undefined) return { ssid: name, bssid: wifi?.bssid ?? null };
  return wifi;
}

/** Null: not connected, or not Wi-Fi. */
function parseSummary(text: string): Wifi | null {
  if (!/^\s*InterfaceType : WiFi\s*$/m.test(text) || /^\s*LinkStatusActive : FALSE\s*$/m.test(text))
    return null;
  const ssid = /^\s*SSID : (.+)$/m.exec(text)?.[1];
  const bssid = /^\s*BSSID : (\S+)\s*$/m.exec(text)?.[1];
  if (ssid === undefined && bssid === undefined) return null;
  return { ssid: ssid === undefined || ssid === '<redacted>' ? null : ssid, bssid: macAddress(bssid) };
}
