import type { CommandRunner } from '../../ports/command-runner.ts';
import type { HostInfo } from '../../ports/host-info.ts';
import type { Hardware, Power, SystemFacts } from '../../ports/system-facts.ts';
import { hardwareText } from '../hardware-text.ts';
import { percent } from '../percent.ts';
import { readConsole } from './console.ts';
import { readNetwork } from './network.ts';

export interface SystemFactsDependencies {
  readonly run: CommandRunner;
  readonly host: HostInfo;
}

/** macOS, from its own tools. Tested on recorded output only; not yet run on a Mac. */
export function createSystemFacts({ run, host }: SystemFactsDependencies): SystemFacts {
  return {
    hardware: () => readHardware(run, host),
    power: async () => parsePmset((await run.run(['pmset', '-g', 'batt'])).stdout),
    session: async () => {
      const console = await readConsole({ run });
      return { user: console?.user ?? null, sessionId: console === null ? null : String(console.uid) };
    },
    network: () => readNetwork({ run, host }),
  };
}

async function readHardware(run: CommandRunner, host: HostInfo): Promise<Hardware> {
  const platform = (await run.run(['ioreg', '-rd1', '-c', 'IOPlatformExpertDevice'])).stdout;
  const version = (await run.run(['sw_vers'])).stdout;
  const machineId = ioregText(platform, 'IOPlatformUUID')?.toLowerCase() ?? null;
  const name = /^ProductName:\s*(.+)$/m.exec(version)?.[1]?.trim();
  const number = /^ProductVersion:\s*(.+)$/m.exec(version)?.[1]?.trim();
  return {
    machineId:
      machineId !== null && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(machineId) ? machineId : null,
    serial: hardwareText(ioregText(platform, 'IOPlatformSerialNumber')),
    model: hardwareText(ioregText(platform, 'model')),
    manufacturer: hardwareText(ioregText(platform, 'manufacturer')),
    hostname: host.hostname(),
    platform: 'macos',
    osVersion: name === undefined || number === undefined ? null : `${name} ${number}`,
  };
}

/** `"IOPlatformSerialNumber" = "C02X…"`, or as data: `"model" = <"MacBookAir10,1">`. */
function ioregText(text: string, key: string): string | null {
  return new RegExp(`^[\\s|]*"${key}" = <?"([^"]*)">?\\s*$`, 'm').exec(text)?.[1] ?? null;
}

/** ` -InternalBattery-0 (id=…)	85%; discharging; 4:21 remaining present: true`. Other lines are UPSes and the like. */
function parsePmset(text: string): Power {
  const batteries = [...text.matchAll(/-InternalBattery-\d+.*?\t\s*(\d{1,3})%;\s*([A-Za-z ]+)/g)];
  const percents = batteries.flatMap(([, level]) => percent(Number(level), 100) ?? []);
  return {
    // A Mac has one; were there more, pmset does not tell their sizes.
    batteryPercent: percent(
      percents.reduce((sum, value) => sum + value, 0),
      100 * percents.length,
    ),
    charging: chargingOf(batteries.map(([, , status = '']) => status.trim().toLowerCase())),
  };
}

function chargingOf(statuses: readonly string[]): boolean | null {
  if (statuses.some((status) => status === 'charging' || status === 'finishing charge')) return true;
  return statuses.some((status) => ['discharging', 'charged', 'not charging', 'ac attached'].includes(status))
    ? false
    : null;
}
