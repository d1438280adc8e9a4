import { lockState } from '../../contracts/device/lock.ts';
import { statusShown } from '../../contracts/device/presence.ts';
import type { Device } from '../../contracts/rest/resources.ts';
import type { DeviceLock, DeviceRecord } from '../ports/devices.ts';
import { timestamp, timestampOrNull } from './timestamp.ts';

/** A device as API users and webhook receivers see it at a moment. The lock's PIN is shown to nobody. */
export function toDevice(record: DeviceRecord, nowMs: number): Device {
  return {
    id: record.id,
    name: record.name,
    status: statusShown(record, nowMs),
    user: record.user,
    lastSeen: timestamp(record.lastSeenAt),
    campus: record.campus,
    battery: record.battery,
    ou: record.ouPath,
    platform: record.platform,
    osVersion: record.osVersion,
    serial: record.serial,
    assetTag: record.assetTag,
    agentVersion: record.agentVersion,
    protection: { ...record.protection, since: timestampOrNull(record.protection.since) },
    lock: toLock(record.lock),
    enrolledAt: timestamp(record.enrolledAt),
    createdAt: timestamp(record.createdAt),
    updatedAt: timestamp(record.updatedAt),
    tags: [...record.tags],
  };
}

function toLock(lock: DeviceLock): Device['lock'] {
  return {
    state: lockState(lock),
    since: timestampOrNull(lock.since),
    until: timestampOrNull(lock.until),
    message: lock.message,
    requestedBy: lock.requestedBy,
  };
}
