import type { CampusState } from '../../../contracts/device/campus.ts';
import type { ConnectivityStatus, PresenceRecord } from '../../../contracts/device/presence.ts';
import type { Platform } from '../../../contracts/enrollment/enrollment.ts';
import type { CampusId, CommandId, DeviceId, OuId } from '../../../contracts/ids.ts';
import type { ProtectionState } from '../../../contracts/mqtt/messages.ts';
import { searchKey, textKey } from '../../../kit/text-key.ts';
import type { DeviceLock, DeviceRecord, HeldFiles } from '../../ports/devices.ts';

/** A row of `devices`, with the path of its unit. */
export interface DeviceRow extends LockRow, PresenceRow {
  readonly id: DeviceId;
  readonly organisation_id: number;
  readonly name: string;
  readonly name_key: string;
  readonly ou_id: OuId;
  readonly ou_path: string;
  readonly user: string | null;
  readonly user_key: string | null;
  readonly campus: CampusState;
  readonly campus_id: CampusId | null;
  readonly battery: number | null;
  readonly platform: Platform;
  readonly os_version: string;
  readonly serial: string | null;
  readonly asset_tag: string | null;
  readonly agent_version: string;
  readonly tags: string;
  readonly protection_state: ProtectionState;
  readonly protection_policy_version: number | null;
  readonly protection_since: number | null;
  readonly policy_hash: string | null;
  readonly categories_version: number | null;
  readonly categories_hash: string | null;
  readonly public_key: string | null;
  readonly connection_epoch: number;
  readonly command_sequence: number;
  readonly target_version: number;
  readonly target_confirmed: number;
  readonly enrolled_at: number;
  readonly created_at: number;
  readonly updated_at: number;
  readonly version: number;
}

export interface PresenceRow {
  readonly status: ConnectivityStatus;
  readonly last_seen_at: number;
  readonly disconnected_at: number | null;
  readonly disconnect_reason: PresenceRecord['disconnectReason'];
}

interface LockRow {
  readonly lock_wanted: number;
  readonly lock_confirmed: number;
  readonly lock_rank: number;
  readonly lock_since: number | null;
  readonly lock_until: number | null;
  readonly lock_message: string | null;
  readonly lock_requested_by: string | null;
  readonly lock_command_id: CommandId | null;
  readonly lock_sequence: number;
  readonly lock_duration_minutes: number | null;
  readonly lock_pin: string | null;
}

/** Names in a query that selects `DeviceRow`s from `devices`. */
export const DEVICE_COLUMNS = 'devices.*, (SELECT path FROM ous WHERE ous.id = devices.ou_id) AS ou_path';

/** The columns that a device record fills. */
export const DEVICE_PARAMETERS = [
  'id',
  'organisation_id',
  'name',
  'name_key',
  'search_key',
  'ou_id',
  'user',
  'user_key',
  'campus',
  'campus_id',
  'battery',
  'platform',
  'os_version',
  'serial',
  'asset_tag',
  'agent_version',
  'tags',
  'protection_state',
  'protection_policy_version',
  'protection_since',
  'policy_hash',
  'categories_version',
  'categories_hash',
  'lock_wanted',
  'lock_confirmed',
  'lock_since',
  'lock_until',
  'lock_message',
  'lock_requested_by',
  'lock_command_id',
  'lock_sequence',
  'lock_duration_minutes',
  'lock_pin',
  'public_key',
  'status',
  'last_seen_at',
  'disconnected_at',
  'disconnect_reason',
  'connection_epoch',
  'command_sequence',
  'target_version',
  'target_confirmed',
  'enrolled_at',
  'created_at',
  'updated_at',
  'version',
] as const;

type Parameters = Readonly<Record<(typeof DEVICE_PARAMETERS)[number], string | number | null>>;
type LockParameters = Pick<Parameters, Extract<keyof Parameters, `lock_${string}`>>;

export function deviceOf(row: DeviceRow): DeviceRecord {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    name: row.name,
    ouId: row.ou_id,
    ouPath: row.ou_path,
    user: row.user,
    campus: row.campus,
    campusId: row.campus_id,
    battery: row.battery,
    platform: row.platform,
    osVersion: row.os_version,
    serial: row.serial,
    assetTag: row.asset_tag,
    agentVersion: row.agent_version,
    tags: JSON.parse(row.tags),
    protection: {
      state: row.protection_state,
      policyVersion: row.protection_policy_version,
      since: row.protection_since,
    },
    held: heldOf(row),
    lock: lockOf(row),
    publicKey: row.public_key,
    ...presenceOf(row),
    connectionEpoch: row.connection_epoch,
    commandSequence: row.command_sequence,
    targetVersion: row.target_version,
    targetConfirmed: row.target_confirmed,
    enrolledAt: row.enrolled_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  };
}

export function presenceOf(row: PresenceRow): PresenceRecord {
  return {
    status: row.status,
    lastSeenAt: row.last_seen_at,
    disconnectedAt: row.disconnected_at,
    disconnectReason: row.disconnect_reason,
  };
}

function heldOf({ policy_hash, categories_version, categories_hash }: DeviceRow): HeldFiles {
  const none = categories_version === null || categories_hash === null;
  return {
    policyHash: policy_hash,
    categories: none ? null : { version: categories_version, hash: categories_hash },
  };
}

function lockOf(row: LockRow): DeviceLock {
  return {
    wanted: row.lock_wanted === 1,
    confirmed: row.lock_confirmed === 1,
    since: row.lock_since,
    until: row.lock_until,
    message: row.lock_message,
    requestedBy: row.lock_requested_by,
    commandId: row.lock_command_id,
    sequence: row.lock_sequence,
    durationMinutes: row.lock_duration_minutes,
    pin: row.lock_pin === null ? null : JSON.parse(row.lock_pin),
  };
}

/** A device record as parameters named like the columns. */
export function deviceParameters(device: DeviceRecord): Parameters {
  return {
    id: device.id,
    organisation_id: device.organisationId,
    name: device.name,
    name_key: textKey(device.name),
    search_key: searchKey([device.name, device.serial, device.assetTag]),
    ou_id: device.ouId,
    user: device.user,
    user_key: device.user === null ? null : textKey(device.user),
    campus: device.campus,
    campus_id: device.campusId,
    battery: device.battery,
    platform: device.platform,
    os_version: device.osVersion,
    serial: device.serial,
    asset_tag: device.assetTag,
    agent_version: device.agentVersion,
    tags: JSON.stringify(device.tags),
    protection_state: device.protection.state,
    protection_policy_version: device.protection.policyVersion,
    protection_since: device.protection.since,
    ...heldParameters(device.held),
    ...lockParameters(device.lock),
    public_key: device.publicKey,
    status: device.status,
    last_seen_at: device.lastSeenAt,
    disconnected_at: device.disconnectedAt,
    disconnect_reason: device.disconnectReason,
    connection_epoch: device.connectionEpoch,
    command_sequence: device.commandSequence,
    target_version: device.targetVersion,
    target_confirmed: device.targetConfirmed,
    enrolled_at: device.enrolledAt,
    created_at: device.createdAt,
    updated_at: device.updatedAt,
    version: device.version,
  };
}

/** Named like the columns. */
export function heldParameters({
  policyHash,
  categories,
}: HeldFiles): Pick<Parameters, 'policy_hash' | 'categories_version' | 'categories_hash'> {
  return {
    policy_hash: policyHash,
    categories_version: categories?.version ?? null,
    categories_hash: categories?.hash ?? null,
  };
}

function lockParameters(lock: DeviceLock): LockParameters {
  return {
    lock_wanted: lock.wanted ? 1 : 0,
    lock_confirmed: lock.confirmed ? 1 : 0,
    lock_since: lock.since,
    lock_until: lock.until,
    lock_message: lock.message,
    lock_requested_by: lock.requestedBy,
    lock_command_id: lock.commandId,
    lock_sequence: lock.sequence,
    lock_duration_minutes: lock.durationMinutes,
    lock_pin: lock.pin === null ? null : JSON.stringify(lock.pin),
  };
}
