import type { OutputOf } from '../../channel/calls.ts';
import type { HostInfo } from '../../ports/host-info.ts';
import type { Gateway, Hardware, Network, Power, Session, SystemFacts } from '../../ports/system-facts.ts';
import { hardwareText } from '../hardware-text.ts';
import { placeAddresses } from '../host-info.ts';
import { macAddress } from '../mac-address.ts';
import type { HostTakes } from './host/protocol.ts';
import type { WindowsHost } from './host/windows-host.ts';
import { type FoundKey, textIn } from './registry.ts';
import { systemInformation } from './smbios.ts';

export interface SystemFactsDependencies {
  readonly windows: WindowsHost;
  readonly host: HostInfo;
}

/** Windows 10 and 11, by the native host. What it does not answer is unknown. */
export function createSystemFacts({ windows, host }: SystemFactsDependencies): SystemFacts {
  return {
    hardware: () => readHardware(windows, host),
    power: async (): Promise<Power> => {
      const found = await windows.call('power', null).catch(unknown);
      return { batteryPercent: found?.batteryPercent ?? null, charging: found?.charging ?? null };
    },
    session: async () => sessionOf(await windows.call('session', null).catch(unknown)),
    network: async (): Promise<Network> => {
      const found = await windows.call('network', null).catch(unknown);
      return {
        addresses: placeAddresses(host.interfaces()),
        defaultGateways: gatewaysOf(found?.interfaces ?? []),
        wifi:
          found?.wifi == null ? null : { ssid: found.wifi.ssid || null, bssid: macAddress(found.wifi.bssid) },
      };
    },
  };
}

/** The value of a fact that Windows does not tell. A missing host is logged where it is opened. */
function unknown(): null {
  return null;
}

const CRYPTOGRAPHY = 'SOFTWARE\\Microsoft\\Cryptography';
const CURRENT_VERSION = 'SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion';
/** The first build that Microsoft calls Windows 11; the registry has called it Windows 10 ever since. */
const WINDOWS_11 = 22_000;

async function readHardware(windows: WindowsHost, host: HostInfo): Promise<Hardware> {
  const [firmware, registry] = await Promise.all([
    windows.call('firmware', null).catch(unknown),
    windows.call('registry.read', { keys: [CRYPTOGRAPHY, CURRENT_VERSION] }).catch(unknown),
  ]);
  const system = systemInformation(Buffer.from(firmware?.smbios ?? '', 'hex'));
  const keyOf = (key: string): FoundKey | undefined => registry?.keys.find((found) => found.key === key);
  const guid = textIn(keyOf(CRYPTOGRAPHY), 'MachineGuid')?.toLowerCase() ?? '';
  return {
    machineId: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(guid) ? guid : null,
    serial: hardwareText(system?.serial),
    model: hardwareText(system?.product),
    manufacturer: hardwareText(system?.manufacturer),
    hostname: host.hostname(),
    platform: 'windows',
    osVersion: versionOf(keyOf(CURRENT_VERSION)),
  };
}

/** "Microsoft Windows 11 Education 10.0.26100". */
function versionOf(found: FoundKey | undefined): string | null {
  const build = textIn(found, 'CurrentBuildNumber') ?? textIn(found, 'CurrentBuild');
  const product = textIn(found, 'ProductName')?.trim() ?? '';
  if (product === '' || build === null) return product === '' ? null : product;
  const named = Number(build) >= WINDOWS_11 ? product.replace('Windows 10', 'Windows 11') : product;
  return `${named.startsWith('Microsoft') ? '' : 'Microsoft '}${named} 10.0.${build}`;
}

/** The sign-in name where the account has one (a domain's, Entra's), for it is the address by which the school knows the student; else DOMAIN\name. */
function sessionOf(found: OutputOf<HostTakes, 'session'>): Session {
  if (found === null) return { user: null, sessionId: null };
  const account = found.domain ? `${found.domain}\\${found.user}` : found.user;
  return { user: found.upn || account, sessionId: String(found.session) };
}

type Interfaces = OutputOf<HostTakes, 'network'>['interfaces'];

/** Those of the interfaces that are up, preferred ones first. A VPN without a next hop has none. */
function gatewaysOf(interfaces: Interfaces): readonly Gateway[] {
  return interfaces
    .filter(({ up }) => up)
    .sort((a, b) => a.metric - b.metric)
    .flatMap(({ name, gateways }) =>
      gateways.flatMap(({ address, mac }): readonly Gateway[] => {
        const plain = address.split('%')[0] ?? '';
        return plain === '' || plain === '0.0.0.0' || plain === '::'
          ? []
          : [{ address: plain, interface: name, mac: macAddress(mac) }];
      }),
    );
}
