import type { CampusState } from '../../contracts/device/campus.ts';
import type { LockState, PinHash } from '../../contracts/device/lock.ts';
import type { ConnectivityStatus, OfflineReason, PresenceRecord } from '../../contracts/device/presence.ts';
import type { HardwareFacts, Platform } from '../../contracts/enrollment/enrollment.ts';
import type { CampusId, CommandId, DeviceId, OuId } from '../../contracts/ids.ts';
import type { ProtectionState } from '../../contracts/mqtt/messages.ts';
import type { ListPage, ListQuery, TextSearch } from './list.ts';

/** A device as stored. Times are epoch milliseconds of the server. */
export interface DeviceRecord extends PresenceRecord {
  readonly id: DeviceId;
  readonly organisationId: number;
  readonly name: string;
  readonly ouId: OuId;
  readonly ouPath: string;
  /** E-mail form; null = nobody signed in. */
  readonly user: string | null;
  readonly campus: CampusState;
  readonly campusId: CampusId | null;
  readonly battery: number | null;
  readonly platform: Platform;
  readonly osVersion: string;
  readonly serial: string | null;
  readonly assetTag: string | null;
  readonly agentVersion: string;
  readonly tags: readonly string[];
  readonly protection: {
    readonly state: ProtectionState;
    readonly policyVersion: number | null;
    readonly since: number | null;
  };
  readonly held: HeldFiles;
  readonly lock: DeviceLock;
  /**
   * Raw Ed25519 key, base64url; null once unenrolled. While a restore holds the key, `held:` stands before it (store/rules/held-key.ts) and it proves nothing.
   */
  readonly publicKey: string | null;
  /** Epoch of the newest connection that was accepted; -1 before the first. */
  readonly connectionEpoch: number;
  /** Last number given to a command of this device. */
  readonly commandSequence: number;
  /** Counts the changes of this device's own part of the target state. */
  readonly targetVersion: number;
  /** Target version that the device last reported as taken over. */
  readonly targetConfirmed: number;
  readonly enrolledAt: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Grows with every change that an administrator or integrator makes: the ETag. */
  readonly version: number;
}

/** The hashes that a device reports. */
export interface HeldFiles {
  /** Of its policy bundle; null = none. */
  readonly policyHash: string | null;
  /** Its category index; null = none. */
  readonly categories: { readonly version: number; readonly hash: string } | null;
}

export interface DeviceLock {
  /** What the server wants. */
  readonly wanted: boolean;
  /** What the device last confirmed. */
  readonly confirmed: boolean;
  /** When the state shown last changed. */
  readonly since: number | null;
  readonly until: number | null;
  readonly message: string | null;
  readonly requestedBy: string | null;
  /** The lock or unlock command behind `wanted`. */
  readonly commandId: CommandId | null;
  /** Its sequence number; 0 = never. */
  readonly sequence: number;
  readonly durationMinutes: number | null;
  readonly pin: PinHash | null;
}

export interface DeviceFilter {
  readonly status?: readonly ConnectivityStatus[];
  readonly campus?: readonly CampusState[];
  readonly user?: readonly string[];
  /** OU paths; each with its subtree. */
  readonly ouPaths?: readonly string[];
  /** A limit of the caller's key, on top of `ouPaths`. */
  readonly withinOuPath?: string;
  readonly platform?: readonly Platform[];
  readonly protection?: readonly ProtectionState[];
  readonly lock?: readonly LockState[];
  readonly tag?: readonly string[];
  /** Part of name, user, serial or asset tag, without regard to case. */
  readonly q?: string;
  readonly minBattery?: number;
  readonly maxBattery?: number;
  readonly policyVersion?: readonly number[];
  readonly minPolicyVersion?: number;
  readonly maxPolicyVersion?: number;
  /** The reason told for the present protection. */
  readonly protectionReason?: readonly string[];
  readonly agentVersion?: readonly string[];
  /** Beginnings of `osVersion`, without regard to the case of A to Z. */
  readonly os?: readonly string[];
  readonly lastSeenBefore?: number;
  /** In its present state since before; a device that tells no moment does not match. */
  readonly protectionSinceBefore?: number;
  readonly lockSinceBefore?: number;
  /** Does not enforce this policy version or a newer one (`enforces` of store/rules/policy-gaps.ts). */
  readonly notEnforcing?: number;
}
/** `protection` sorts by name, `lock` from unlocked over unlocking and locking to locked, `ou` by path. */
export type DeviceSortField =
  | 'name'
  | 'lastSeen'
  | 'battery'
  | 'status'
  | 'protection'
  | 'lock'
  | 'user'
  | 'ou';

/** How many devices are alike in what a summary tells. */
export interface DeviceCell {
  /** As shown (`statusShown`). */
  readonly status: ConnectivityStatus;
  readonly protection: ProtectionState;
  readonly lock: LockState;
  readonly policyVersion: number | null;
  readonly count: number;
}

/** A page of the faces of devices that were seen lately, by the moment. */
export interface DeviceFacesQuery {
  readonly organisationId: number;
  /** Behind this one, in the order of `lastSeenAt` and `id`. */
  readonly after: { readonly lastSeenAt: number; readonly id: string };
  readonly limit: number;
}

/** What of a device a person sees change, as a text to be compared. It holds neither the moment it was seen nor what people have set. */
export interface DeviceFace {
  readonly id: DeviceId;
  readonly lastSeenAt: number;
  readonly ouPath: string;
  readonly face: string;
}

/** What a heartbeat changes; the newest of a device wins. */
export interface HeartbeatWrite {
  readonly deviceId: DeviceId;
  readonly lastSeenAt: number;
  readonly user: string | null;
  readonly battery: number | null;
  readonly campus: CampusState;
  readonly campusId: CampusId | null;
  readonly osVersion: string;
  readonly agentVersion: string;
  readonly protection: ProtectionState;
  readonly protectionSince: number | null;
  readonly policyVersion: number;
  /** Absent = nothing. */
  readonly held?: HeldFiles;
  readonly targetConfirmed: number;
}

export interface NewDevice {
  readonly id: DeviceId;
  readonly organisationId: number;
  readonly ouId: OuId;
  readonly publicKey: string;
  readonly hardware: HardwareFacts;
  readonly agentVersion: string;
  readonly now: number;
}

export interface DeviceStore {
  get(organisationId: number, id: string): Promise<DeviceRecord | null>;
  /** Of any organisation: for the gateway, which learns the organisation from the device. */
  find(id: string): Promise<DeviceRecord | null>;
  list(query: ListQuery<DeviceFilter, DeviceSortField>): Promise<ListPage<DeviceRecord>>;
  /** Whose name or signed-in person begins with the text, then those with all of its words in name, serial or asset tag. */
  search(search: TextSearch): Promise<readonly DeviceRecord[]>;
  /**
   * Enrolls hardware. Known hardware (the same machine id and serial within the organisation) gets its device id back, with the new key and a fresh connection
   * epoch; unknown hardware becomes a new device named after its host. What people decided stays (name, unit, tags, a wanted lock); what the old installation
   * reported or confirmed is deleted. An unenrolled device comes back unlocked and in the given unit; its counters go on.
   * @throws Fault unprocessable when there is no such unit
   */
  enroll(device: NewDevice): Promise<{ readonly device: DeviceRecord; readonly reEnrolled: boolean }>;
  /** The device of this hardware, if it is enrolled; else null. Hardware is compared as in `enroll`. */
  ofHardware(
    organisationId: number,
    hardware: Pick<HardwareFacts, 'machineId' | 'serial'>,
  ): Promise<DeviceRecord | null>;
  /** Changes what people may change; bumps version and updatedAt. `ouId` moves it. Null when there is none. */
  update(
    organisationId: number,
    id: string,
    changes: {
      readonly name?: string;
      readonly ouId?: OuId;
      readonly assetTag?: string | null;
      readonly tags?: readonly string[];
    },
    now: number,
  ): Promise<DeviceRecord | null>;
  /**
   * Deletes key, user, lock and hardware, except a digest by which it is known again, and hides the device from `get`, `find` and `list`; its history stays.
   * False when there is none.
   */
  unenroll(organisationId: number, id: string, now: number): Promise<boolean>;
  /** An authenticated connection: its epoch replaces the stored one; disconnectedAt is cleared. Does not touch `status`. */
  connected(id: DeviceId, connection: { readonly epoch: number; readonly at: number }): Promise<void>;
  /** Stores the end of a connection if its epoch is still the stored one. Only the first sign of an end is stored. @returns whether it was the stored epoch */
  disconnected(
    id: DeviceId,
    end: { readonly epoch: number; readonly at: number; readonly reason: OfflineReason },
  ): Promise<boolean>;
  /** Sets `status`; false when it had this status already. */
  setStatus(id: DeviceId, status: ConnectivityStatus, at: number): Promise<boolean>;
  /** Writes a batch. lastSeenAt never goes back. Unknown ids are skipped. */
  writeHeartbeats(batch: readonly HeartbeatWrite[]): Promise<void>;
  /** Only moves lastSeenAt forward: for messages other than heartbeats. */
  touch(batch: readonly { readonly deviceId: DeviceId; readonly lastSeenAt: number }[]): Promise<void>;
  /** Takes the next command sequence number of a device. @throws Fault not_found when there is none */
  nextCommandSequence(id: DeviceId): Promise<number>;
  /** Replaces the lock. Bumps targetVersion when the device has something to learn from it: any member but `confirmed`, `since` and `requestedBy`. */
  setLock(id: DeviceId, lock: DeviceLock): Promise<void>;
  /** Devices whose key a restore holds, because it could not know whether it was revoked since the backup (StoreAdapter.beginTimeline). By name. */
  withHeldKey(organisationId: number): Promise<readonly DeviceRecord[]>;
  /** Makes held keys valid again. @param ids null = all @returns how many */
  releaseKeys(organisationId: number, ids: readonly string[] | null): Promise<number>;
  faces(query: DeviceFacesQuery): Promise<readonly DeviceFace[]>;
  /** Devices by connection, protection, lock and policy version: every combination that there is, the most frequent first. */
  summary(organisationId: number, filter: DeviceFilter): Promise<readonly DeviceCell[]>;
  /** Stores the reason that a device told for a protection. It counts while the device reports that protection, until the device is enrolled again. */
  setProtectionReason(id: DeviceId, told: { readonly state: string; readonly reason: string }): Promise<void>;
  /** The reasons told for the present protection, of those of the given devices that told one. */
  protectionReasons(ids: readonly DeviceId[]): Promise<ReadonlyMap<DeviceId, string>>;
  /** All devices whose status is `online`, with what presence needs of them. */
  online(): Promise<readonly (PresenceRecord & { readonly id: DeviceId })[]>;
  /** How many there are, are shown online (`statusShown`), and are locked (wanted and confirmed). */
  count(
    organisationId: number,
  ): Promise<{ readonly total: number; readonly online: number; readonly locked: number }>;
}
