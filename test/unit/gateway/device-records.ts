import type { DeviceId, OuId } from '../../../contracts/ids.ts';
import type { DeviceRecord } from '../../../store/ports/devices.ts';
import { newDevice } from '../../../store/rules/device-changes.ts';

export const DEVICE_ID: DeviceId = 'dev_7zzzzzzzzzzzzzzzzzzzzzzzzz';

/** A device as it is after its enrollment, but for what is named. */
export function deviceRecord(changes: Partial<DeviceRecord> = {}): DeviceRecord {
  const device = newDevice(
    {
      id: DEVICE_ID,
      organisationId: 1,
      ouId: 'ou_7zzzzzzzzzzzzzzzzzzzzzzzzz' as OuId,
      publicKey: 'key',
      hardware: {
        machineId: 'm',
        serial: null,
        hostname: 'laptop',
        platform: 'linux',
        osVersion: '12',
        manufacturer: null,
        model: null,
      },
      agentVersion: '1.0.0',
      now: 1_000_000,
    },
    '/High',
  );
  return { ...device, ...changes };
}
