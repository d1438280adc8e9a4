import type { CommandRunner } from '../../ports/command-runner.ts';
import type { HostInfo } from '../../ports/host-info.ts';
import type { Gateway, Network, Wifi } from '../../ports/system-facts.ts';
import { placeAddresses } from '../host-info.ts';
import { macAddress } from '../mac-address.ts';
import { listField, numberField, readJson, textField } from './powershell.ts';

export interface NetworkDependencies {
  readonly run: CommandRunner;
  readonly host: HostInfo;
}

/** Default routes with their metric, and the neighbours' hardware addresses. Names of columns are not translated, unlike ipconfig's. */
const NETWORK_SCRIPT = `[pscustomobject]@{
  routes=@(Get-NetRoute -DestinationPrefix '0.0.0.0/0','::/0' -ErrorAction SilentlyContinue |
    Select-Object NextHop,InterfaceAlias,@{n='Metric';e={$_.RouteMetric+$_.InterfaceMetric}});
  neighbours=@(Get-NetNeighbor -ErrorAction SilentlyContinue |
    Where-Object {$_.LinkLayerAddress -and $_.State -ne 'Unreachable'} | Select-Object IPAddress,InterfaceAlias,LinkLayerAddress)
} | ConvertTo-Json -Depth 3 -Compress`;

export async function readNetwork({ run, host }: NetworkDependencies): Promise<Network> {
  return {
    addresses: placeAddresses(host.interfaces()),
    defaultGateways: parseGateways(await readJson(run, NETWORK_SCRIPT)),
    wifi: parseNetsh((await run.run(['netsh.exe', 'wlan', 'show', 'interfaces'])).stdout),
  };
}

function parseGateways(answer: unknown): readonly Gateway[] {
  const neighbours = listField(answer, 'neighbours');
  return listField(answer, 'routes')
    .flatMap((route) => {
      const address = textField(route, 'NextHop')?.split('%')[0];
      const name = textField(route, 'InterfaceAlias');
      // A VPN's route has no next hop: 0.0.0.0 or ::.
      if (address === undefined || name === null || address === '0.0.0.0' || address === '::') return [];
      return [{ address, interface: name, metric: numberField(route, 'Metric') ?? 0 }];
    })
    .sort((a, b) => a.metric - b.metric)
    .map(({ address, interface: name }) => {
      const of = neighbours.find(
        (one) =>
          textField(one, 'IPAddress')?.split('%')[0] === address && textField(one, 'InterfaceAlias') === name,
      );
      return { address, interface: name, mac: macAddress(textField(of, 'LinkLayerAddress')) };
    });
}

/** Only `SSID` and `BSSID` (`AP BSSID` since Windows 11 24H2) are the same in every language. Not connected, they are missing. */
function parseNetsh(text: string): Wifi | null {
  const ssid = /^\s+SSID\s*: ?(.*?)\r?$/m.exec(text)?.[1];
  const bssid = macAddress(/^\s+(?:AP )?BSSID\s*: ?(\S+)\s*$/m.exec(text)?.[1]);
  if (bssid === null) return null;
  return { ssid: ssid || null, bssid };
}
