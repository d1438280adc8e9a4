import type { CommandStatus, CommandType } from '../../contracts/device/command.ts';
import type { PinHash } from '../../contracts/device/lock.ts';
import type { BatchId, CommandId, DeviceId } from '../../contracts/ids.ts';
import type { CommandRequest } from '../../contracts/rest/requests.ts';
import type { IdempotencyKey } from './api-keys.ts';
import type { ListPage, ListQuery } from './list.ts';

export interface BatchRejection {
  readonly deviceId: string;
  readonly code: 'not_found' | 'command_not_supported';
  readonly detail: string;
}

/** One request that gave many devices a command. A lock that was open before may belong to several batches. */
export interface CommandBatchRecord {
  readonly id: BatchId;
  readonly organisationId: number;
  readonly type: CommandType;
  /** Without a PIN. Null = the batch was made before requests were kept. */
  readonly request: CommandRequest | null;
  readonly hasPin: boolean;
  readonly rejected: readonly BatchRejection[];
  readonly requestedBy: string | null;
  readonly createdAt: number;
  /** The batch whose commands this one repeats. */
  readonly retryOf: BatchId | null;
  readonly cancelledAt: number | null;
}

/** How the rest of a batch is carried out. */
export interface BatchOrderRecord {
  /** Without a PIN. */
  readonly request: CommandRequest;
  /** Hashes of the PIN: the devices of the batch take them in turn and begin again after the last; null = there is no PIN. */
  readonly pins: readonly PinHash[] | null;
  /** The unit to which the caller is limited; null = the whole organisation. */
  readonly ouPath: string | null;
  /** The idempotency key whose answer the finished batch is. */
  readonly answers: IdempotencyKey | null;
}

/** The results of some devices of a batch. */
export interface BatchProgress {
  readonly commandIds: readonly CommandId[];
  readonly rejected: readonly BatchRejection[];
}

/** A batch that is not done, and the next of its devices. */
export interface UnfinishedBatch {
  readonly batch: CommandBatchRecord;
  readonly order: BatchOrderRecord;
  readonly deviceIds: readonly string[];
  /** The place of the first of these devices among those given to `keepOrder`; 0 when none is left. */
  readonly firstWaiting: number;
}

/** A batch with its commands by status. */
export interface CommandBatchView {
  readonly batch: CommandBatchRecord;
  readonly counts: Readonly<Partial<Record<CommandStatus, number>>>;
  /** How many devices have not had their turn. */
  readonly waiting: number;
  /** How many devices had not had their turn when the batch was cancelled. */
  readonly skipped: number;
}

export interface CommandBatchFilter {
  readonly type?: readonly CommandType[];
  readonly requestedBy?: readonly string[];
  /** Running = a command is open, or a device has not had its turn. */
  readonly status?: 'running' | 'done';
  /** Only batches of which every device is in this unit now. */
  readonly withinOuPath?: string;
}

export interface CommandBatchStore {
  create(batch: CommandBatchRecord, commandIds: readonly CommandId[]): Promise<void>;
  /** @param withinOuPath the result is also null when a device of the batch is outside of this unit now */
  get(organisationId: number, id: string, withinOuPath: string | null): Promise<CommandBatchView | null>;
  /** A `range` bounds `createdAt`. */
  list(query: ListQuery<CommandBatchFilter, 'createdAt'>): Promise<ListPage<CommandBatchView>>;
  /**
   * Devices whose command of this batch has one of the statuses, in the order of the commands. Devices of batches that repeat this one are left out, whatever
   * became of them there.
   */
  toRetry(id: BatchId, statuses: readonly CommandStatus[]): Promise<readonly DeviceId[]>;
  /** Marks a batch as cancelled, at the first moment if that is done again, and takes the turn from all devices that have not had it. */
  cancel(id: BatchId, at: number): Promise<void>;
  /** Stores what remains to be done of a batch, until `endOrder`. */
  keepOrder(id: BatchId, order: BatchOrderRecord, deviceIds: readonly string[]): Promise<void>;
  /** The next devices of a batch, in their order; null when its order has ended. */
  unfinished(id: BatchId, limit: number): Promise<UnfinishedBatch | null>;
  /** Stores the results of the next `devices` devices. To be called inside the transaction of those results. */
  progress(id: BatchId, devices: number, progress: BatchProgress): Promise<void>;
  endOrder(id: BatchId): Promise<void>;
  /** Batches whose order has not ended, oldest first. */
  allUnfinished(limit: number): Promise<readonly BatchId[]>;
}
