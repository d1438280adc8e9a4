import { createHash } from 'node:crypto';
import type { HardwareFacts } from '../../contracts/enrollment/enrollment.ts';
import type { DeviceId, OuId } from '../../contracts/ids.ts';
import type { DeviceLock, DeviceRecord, DeviceStore, HeldFiles, NewDevice } from '../ports/devices.ts';

/** No connection of this enrollment was accepted yet. */
const NO_EPOCH = -1;

const NEVER_LOCKED: DeviceLock = {
  wanted: false,
  confirmed: false,
  since: null,
  until: null,
  message: null,
  requestedBy: null,
  commandId: null,
  sequence: 0,
  durationMinutes: null,
  pin: null,
};

const NOTHING_HELD: HeldFiles = { policyHash: null, categories: null };

const NOTHING_KNOWN = { state: 'unknown', policyVersion: null, since: null } as const;

/**
 * Identifies hardware: a digest of machine id and serial. Only the digest is kept after the enrollment, so that an unenrolled device gets its id back though
 * its hardware facts are deleted.
 */
export function hardwareIdentity(hardware: Pick<HardwareFacts, 'machineId' | 'serial'>): string {
  return createHash('sha256')
    .update(JSON.stringify([hardware.machineId, hardware.serial]))
    .digest('base64url');
}

/** A new device. It is offline until its first message. */
export function newDevice(device: NewDevice, ouPath: string): DeviceRecord {
  const { hardware, now } = device;
  return {
    id: device.id,
    organisationId: device.organisationId,
    name: hardware.hostname.slice(0, 120),
    ouId: device.ouId,
    ouPath,
    user: null,
    campus: 'unknown',
    campusId: null,
    battery: null,
    platform: hardware.platform,
    osVersion: hardware.osVersion,
    serial: hardware.serial,
    assetTag: null,
    agentVersion: device.agentVersion,
    tags: [],
    protection: NOTHING_KNOWN,
    held: NOTHING_HELD,
    lock: NEVER_LOCKED,
    publicKey: device.publicKey,
    status: 'offline',
    lastSeenAt: now,
    disconnectedAt: null,
    disconnectReason: null,
    connectionEpoch: NO_EPOCH,
    commandSequence: 0,
    targetVersion: 1,
    targetConfirmed: 0,
    enrolledAt: now,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
}

/**
 * A device that is enrolled again. What people decided stays: name, place, tags, and a wanted lock, so that a new installation does not unlock a laptop. What
 * the old installation reported is deleted: the new one has confirmed nothing.
 */
export function reEnrolledDevice(known: DeviceRecord, device: NewDevice): DeviceRecord {
  const { hardware, now } = device;
  return {
    ...known,
    publicKey: device.publicKey,
    platform: hardware.platform,
    osVersion: hardware.osVersion,
    serial: hardware.serial,
    agentVersion: device.agentVersion,
    user: null,
    campus: 'unknown',
    campusId: null,
    battery: null,
    protection: NOTHING_KNOWN,
    held: NOTHING_HELD,
    lock: { ...known.lock, confirmed: false, since: known.lock.confirmed ? now : known.lock.since },
    lastSeenAt: Math.max(known.lastSeenAt, now),
    disconnectedAt: null,
    disconnectReason: null,
    connectionEpoch: NO_EPOCH,
    targetVersion: known.targetVersion + 1,
    targetConfirmed: 0,
    enrolledAt: now,
    updatedAt: now,
    version: known.version + 1,
  };
}

/**
 * An unenrolled device that comes back: a new enrollment with the old id, in the unit of the token. Counters go on, so that nothing old can be replayed to it.
 */
export function revivedDevice(known: DeviceRecord, device: NewDevice, ouPath: string): DeviceRecord {
  return {
    ...newDevice(device, ouPath),
    id: known.id,
    lock: { ...NEVER_LOCKED, sequence: known.lock.sequence },
    commandSequence: known.commandSequence,
    targetVersion: known.targetVersion + 1,
    createdAt: known.createdAt,
    version: known.version + 1,
  };
}

/** An unenrolled device: without key, hardware facts, user and lock. */
export function unenrolledDevice(known: DeviceRecord, now: number): DeviceRecord {
  return {
    ...known,
    publicKey: null,
    serial: null,
    user: null,
    status: 'offline',
    held: NOTHING_HELD,
    lock: { ...NEVER_LOCKED, sequence: known.lock.sequence },
    targetVersion: known.targetVersion + 1,
    updatedAt: now,
    version: known.version + 1,
  };
}

export type DeviceChanges = Parameters<DeviceStore['update']>[2];

/** A device after a change that people asked for. */
export function changedDevice(
  known: DeviceRecord,
  changes: DeviceChanges,
  place: { readonly ouId: OuId; readonly ouPath: string; readonly now: number },
): DeviceRecord {
  return {
    ...known,
    name: changes.name ?? known.name,
    assetTag: changes.assetTag === undefined ? known.assetTag : changes.assetTag,
    tags: changes.tags ?? known.tags,
    ouId: place.ouId,
    ouPath: place.ouPath,
    // Other policies may apply to it there.
    targetVersion: known.targetVersion + (place.ouId === known.ouId ? 0 : 1),
    updatedAt: place.now,
    version: known.version + 1,
  };
}

/** A device with another lock. Its target state gets a new version if the device has something to learn from it. */
export function relockedDevice(known: DeviceRecord, lock: DeviceLock): DeviceRecord {
  const news = JSON.stringify(toldToDevice(known.lock)) !== JSON.stringify(toldToDevice(lock));
  return { ...known, lock, targetVersion: known.targetVersion + (news ? 1 : 0) };
}

function toldToDevice({
  wanted,
  until,
  message,
  commandId,
  sequence,
  durationMinutes,
  pin,
}: DeviceLock): readonly unknown[] {
  const pinParts = pin === null ? null : [pin.salt, pin.hash, pin.cost, pin.blockSize, pin.parallelization];
  return [wanted, until, message, commandId, sequence, durationMinutes, pinParts];
}

/** The newest item of each device in a batch; of two with the same time, the later in the batch. */
export function newestOfEach<Item extends { readonly deviceId: DeviceId; readonly lastSeenAt: number }>(
  batch: readonly Item[],
): readonly Item[] {
  const newest = new Map<DeviceId, Item>();
  for (const item of batch) {
    const known = newest.get(item.deviceId);
    if (known === undefined || item.lastSeenAt >= known.lastSeenAt) newest.set(item.deviceId, item);
  }
  return [...newest.values()];
}
