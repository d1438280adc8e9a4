import type { FileReader } from '../../ports/file-reader.ts';
import type { Power } from '../../ports/system-facts.ts';
import { percent } from '../percent.ts';

const FOLDER = '/sys/class/power_supply';

interface Battery {
  /** µWh; null when the driver only gives a percentage. */
  readonly energy: { readonly now: number; readonly full: number } | null;
  readonly percent: number | null;
  readonly status: string;
}

/** Reads the laptop's batteries from /sys/class/power_supply (kernel: Documentation/ABI/testing/sysfs-class-power). */
export async function readPower({ files }: { readonly files: FileReader }): Promise<Power> {
  const batteries: Battery[] = [];
  for (const name of await files.list(FOLDER)) {
    const battery = await readBattery(files, `${FOLDER}/${name}`);
    if (battery !== null) batteries.push(battery);
  }
  return { batteryPercent: totalPercent(batteries), charging: anyCharging(batteries) };
}

async function readBattery(files: FileReader, folder: string): Promise<Battery | null> {
  const text = async (name: string): Promise<string> =>
    ((await files.readText(`${folder}/${name}`)) ?? '').trim();
  const isBattery = (await text('type')) === 'Battery';
  // Scope "Device" is a mouse, a keyboard, a headset; an empty second bay says present 0.
  if (!isBattery || (await text('scope')) === 'Device' || (await text('present')) === '0') return null;
  const capacity = wholeNumber(await text('capacity'));
  return {
    energy: await readEnergy(text),
    percent: capacity === null ? null : percent(capacity, 100),
    status: await text('status'),
  };
}

/** Drivers give energy (µWh), or charge (µAh), which its voltage (µV) turns into energy, so that two kinds can be added. */
async function readEnergy(text: (name: string) => Promise<string>): Promise<Battery['energy']> {
  const now = wholeNumber(await text('energy_now'));
  const full = wholeNumber(await text('energy_full'));
  if (now !== null && full !== null && full > 0) return { now, full };
  const chargeNow = wholeNumber(await text('charge_now'));
  const chargeFull = wholeNumber(await text('charge_full'));
  const voltage = wholeNumber(await text('voltage_min_design')) ?? wholeNumber(await text('voltage_now'));
  if (chargeNow === null || chargeFull === null || chargeFull === 0 || voltage === null || voltage === 0)
    return null;
  return { now: (chargeNow * voltage) / 1e6, full: (chargeFull * voltage) / 1e6 };
}

function totalPercent(batteries: readonly Battery[]): number | null {
  const [first] = batteries;
  if (first === undefined) return null;
  // One battery: the driver's own figure is the one that the desktop shows.
  if (batteries.length === 1 && first.percent !== null) return first.percent;
  const energies = batteries.flatMap(({ energy }) => energy ?? []);
  if (energies.length === batteries.length) {
    return percent(
      energies.reduce((sum, { now }) => sum + now, 0),
      energies.reduce((sum, { full }) => sum + full, 0),
    );
  }
  const percents = batteries.flatMap((battery) => battery.percent ?? []);
  return percent(
    percents.reduce((sum, value) => sum + value, 0),
    100 * percents.length,
  );
}

function anyCharging(batteries: readonly Battery[]): boolean | null {
  if (batteries.some(({ status }) => status === 'Charging')) return true;
  return batteries.some(({ status }) => ['Discharging', 'Full', 'Not charging'].includes(status))
    ? false
    : null;
}

function wholeNumber(text: string): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}
