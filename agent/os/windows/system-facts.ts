import type { CommandRunner } from '../../ports/command-runner.ts';
import type { HostInfo } from '../../ports/host-info.ts';
import type { Hardware, Power, SystemFacts } from '../../ports/system-facts.ts';
import { hardwareText } from '../hardware-text.ts';
import { percent } from '../percent.ts';
import { readConsole } from './console.ts';
import { readNetwork } from './network.ts';
import { field, listField, numberField, readJson, textField } from './powershell.ts';

export interface SystemFactsDependencies {
  readonly run: CommandRunner;
  readonly host: HostInfo;
}

/**
 * Windows 10 and 11, by PowerShell's CIM classes: one start of PowerShell a question, about half a second each. Tested on recorded
 * output only; not yet run on Windows.
 */
export function createSystemFacts({ run, host }: SystemFactsDependencies): SystemFacts {
  return {
    hardware: () => readHardware(run, host),
    power: async () => parsePower(await readJson(run, POWER_SCRIPT)),
    session: async () => {
      const console = await readConsole({ run });
      return { user: console?.user ?? null, sessionId: console?.sessionId ?? null };
    },
    network: () => readNetwork({ run, host }),
  };
}

const HARDWARE_SCRIPT = `[pscustomobject]@{
  product=(Get-CimInstance Win32_ComputerSystemProduct | Select-Object Name,Vendor,IdentifyingNumber);
  bios=(Get-CimInstance Win32_BIOS | Select-Object SerialNumber,Manufacturer);
  system=(Get-CimInstance Win32_OperatingSystem | Select-Object Caption,Version)
} | ConvertTo-Json -Depth 3 -Compress`;

const MACHINE_GUID = [
  'reg.exe',
  'query',
  'HKLM\\SOFTWARE\\Microsoft\\Cryptography',
  '/v',
  'MachineGuid',
  '/reg:64',
];

async function readHardware(run: CommandRunner, host: HostInfo): Promise<Hardware> {
  const guid = /MachineGuid\s+REG_SZ\s+([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/i.exec(
    (await run.run(MACHINE_GUID)).stdout,
  )?.[1];
  const answer = await readJson(run, HARDWARE_SCRIPT);
  const product = field(answer, 'product');
  const system = field(answer, 'system');
  const name = [textField(system, 'Caption')?.trim(), textField(system, 'Version')].filter((part) => part);
  return {
    machineId: guid?.toLowerCase() ?? null,
    serial:
      hardwareText(textField(field(answer, 'bios'), 'SerialNumber')) ??
      hardwareText(textField(product, 'IdentifyingNumber')),
    model: hardwareText(textField(product, 'Name')),
    manufacturer: hardwareText(textField(product, 'Vendor')),
    hostname: host.hostname(),
    platform: 'windows',
    osVersion: name.length === 0 ? null : name.join(' '),
  };
}

/**
 * Win32_Battery is always there but does not tell whether a battery on mains fills; the driver's own classes (root/wmi) do, and give
 * the capacities, but not on every laptop.
 */
const POWER_SCRIPT = `$wmi=@{Namespace='root/wmi'; ErrorAction='SilentlyContinue'}; [pscustomobject]@{
  batteries=@(Get-CimInstance Win32_Battery | Select-Object EstimatedChargeRemaining,BatteryStatus);
  status=@(Get-CimInstance @wmi -ClassName BatteryStatus | Select-Object InstanceName,Charging,RemainingCapacity);
  full=@(Get-CimInstance @wmi -ClassName BatteryFullChargedCapacity | Select-Object InstanceName,FullChargedCapacity)
} | ConvertTo-Json -Depth 3 -Compress`;

function parsePower(answer: unknown): Power {
  const batteries = listField(answer, 'batteries');
  if (batteries.length === 0) return { batteryPercent: null, charging: null };
  const status = listField(answer, 'status');
  const percents = batteries.flatMap(
    (battery) => percent(numberField(battery, 'EstimatedChargeRemaining') ?? Number.NaN, 100) ?? [],
  );
  const average = percent(
    percents.reduce((sum, value) => sum + value, 0),
    100 * percents.length,
  );
  return {
    batteryPercent: batteries.length === 1 ? (average ?? weighted(answer)) : (weighted(answer) ?? average),
    charging:
      status.length > 0 ? status.some((one) => field(one, 'Charging') === true) : chargingOf(batteries),
  };
}

/** All batteries' charge over all their capacity (mWh); null when one is missing. */
function weighted(answer: unknown): number | null {
  const full = listField(answer, 'full');
  let charge = 0;
  let capacity = 0;
  for (const status of listField(answer, 'status')) {
    const of = full.find((one) => textField(one, 'InstanceName') === textField(status, 'InstanceName'));
    const now = numberField(status, 'RemainingCapacity');
    const most = numberField(of, 'FullChargedCapacity');
    if (now === null || most === null) return null;
    charge += now;
    capacity += most;
  }
  return percent(charge, capacity);
}

/** Win32_Battery.BatteryStatus: 6-9 charging; 1, 4, 5 discharging; 3 full; 2 on mains, which says nothing about filling. */
function chargingOf(batteries: readonly unknown[]): boolean | null {
  const codes = batteries.map((battery) => numberField(battery, 'BatteryStatus') ?? 0);
  if (codes.some((code) => code >= 6 && code <= 9)) return true;
  return codes.every((code) => [1, 3, 4, 5].includes(code)) ? false : null;
}
