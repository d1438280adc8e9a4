import type { CommandStatus, CommandType } from '../../contracts/device/command.ts';
import type { BatchId, CommandId, DeviceId } from '../../contracts/ids.ts';
import type { ListPage, ListQuery } from './list.ts';

export interface CommandRecord {
  readonly id: CommandId;
  readonly organisationId: number;
  readonly deviceId: DeviceId;
  /** Per device, in the order of making. */
  readonly sequence: number;
  readonly type: CommandType;
  /** Without secrets. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly status: CommandStatus;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly sentAt: number | null;
  readonly acknowledgedAt: number | null;
  readonly completedAt: number | null;
  readonly result: Readonly<Record<string, unknown>> | null;
  readonly error: { readonly code: string; readonly detail: string } | null;
  /** Id of the key (or account) that asked. */
  readonly requestedBy: string | null;
  /** The batch that made it; null = it was made by itself. */
  readonly batchId: BatchId | null;
}

export interface CommandFilter {
  readonly deviceId?: string;
  readonly status?: readonly CommandStatus[];
  readonly type?: readonly CommandType[];
  /** All that are in this batch, also those that it did not make. */
  readonly batchId?: string;
  readonly withinOuPath?: string;
}

export interface CommandStep {
  readonly to: CommandStatus;
  readonly at: number;
  readonly result?: Readonly<Record<string, unknown>> | null;
  readonly error?: { readonly code: string; readonly detail: string } | null;
}

export interface CommandStore {
  create(command: CommandRecord): Promise<void>;
  get(organisationId: number, id: string): Promise<CommandRecord | null>;
  /** A `range` bounds `createdAt`. */
  list(query: ListQuery<CommandFilter, 'createdAt'>): Promise<ListPage<CommandRecord>>;
  /**
   * Takes a step of the life cycle, guarded by `mayBecome`, and sets the time that belongs to it (`sentAt`, …; a step that skips one leaves it
   * null). @returns the command after the step, or null when it does not exist or the step is not allowed any more
   */
  advance(id: CommandId, step: CommandStep): Promise<CommandRecord | null>;
  /** Takes the same step of many. @returns those that took it, after it, in the order of the ids */
  advanceMany(ids: readonly CommandId[], step: CommandStep): Promise<readonly CommandRecord[]>;
  /** Open commands of a device (queued, sent, acknowledged) in order of sequence. */
  openOf(deviceId: DeviceId): Promise<readonly CommandRecord[]>;
  /** Whether a lock or unlock was ordered for a device after a moment and not taken back. */
  lockOrderedAfter(deviceId: DeviceId, at: number): Promise<boolean>;
  /** Devices (of those given) that have queued or unacknowledged commands, for delivery after a wake-up was lost. */
  devicesWithUndelivered(now: number, limit: number): Promise<readonly DeviceId[]>;
  /**
   * Queued commands of a batch that no other order needs: a batch made each, and every batch that it is in has been cancelled. In the order of their ids,
   * from behind `after`; null = from the first.
   */
  cancellableOf(
    batchId: BatchId,
    page: { readonly after: CommandId | null; readonly limit: number },
  ): Promise<readonly CommandRecord[]>;
  /** Open commands whose expiry has passed, oldest first. */
  due(now: number, limit: number): Promise<readonly CommandRecord[]>;
}
