import type { FileReader } from '../../ports/file-reader.ts';
import type { Hardware } from '../../ports/system-facts.ts';
import { hardwareText } from '../hardware-text.ts';

/**
 * Reads /etc/machine-id (machine-id(5)), the firmware's tables in /sys/class/dmi/id (the serial: root only) or, on boards without
 * them, the device tree, and os-release(5).
 */
export async function readHardware({ files }: { readonly files: FileReader }): Promise<Hardware> {
  const dmi = async (name: string): Promise<string | null> =>
    hardwareText(await files.readText(`/sys/class/dmi/id/${name}`));
  const tree = async (name: string): Promise<string | null> =>
    hardwareText(await files.readText(`/proc/device-tree/${name}`));
  return {
    machineId: await readMachineId(files),
    serial: (await dmi('product_serial')) ?? (await dmi('board_serial')) ?? (await tree('serial-number')),
    model: (await dmi('product_name')) ?? (await tree('model')),
    manufacturer: (await dmi('sys_vendor')) ?? (await dmi('board_vendor')),
    hostname: (await files.readText('/proc/sys/kernel/hostname'))?.trim() ?? 'localhost',
    platform: 'linux',
    osVersion: readOsName(
      (await files.readText('/etc/os-release')) ?? (await files.readText('/usr/lib/os-release')) ?? '',
    ),
  };
}

/** Anything but 32 hexadecimal digits, such as the word "uninitialized" of a fresh image, is no id. */
async function readMachineId(files: FileReader): Promise<string | null> {
  for (const path of ['/etc/machine-id', '/var/lib/dbus/machine-id']) {
    const id = (await files.readText(path))?.trim().toLowerCase();
    if (id !== undefined && /^[0-9a-f]{32}$/.test(id) && !/^0+$/.test(id)) return id;
  }
  return null;
}

function readOsName(osRelease: string): string | null {
  const values = new Map(
    osRelease.split('\n').flatMap((line): [string, string][] => {
      const [, key, value] = /^([A-Z_]+)=["']?(.*?)["']?\s*$/.exec(line) ?? [];
      return key === undefined || value === undefined || value === '' ? [] : [[key, value]];
    }),
  );
  return values.get('PRETTY_NAME') ?? values.get('NAME') ?? null;
}
