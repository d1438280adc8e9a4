import type { CommandStatus, CommandType } from '../../contracts/device/command.ts';
import type { BatchId, CommandId } from '../../contracts/ids.ts';

export interface BatchRejection {
  readonly deviceId: string;
  readonly code: 'not_found' | 'command_not_supported';
  readonly detail: string;
}

/** One request that gave many devices a command. A lock that was open before may belong to several. */
export interface CommandBatchRecord {
  readonly id: BatchId;
  readonly organisationId: number;
  readonly type: CommandType;
  readonly rejected: readonly BatchRejection[];
  readonly requestedBy: string | null;
  readonly createdAt: number;
}

export interface CommandBatchStore {
  create(batch: CommandBatchRecord, commandIds: readonly CommandId[]): Promise<void>;
  /**
   * The batch with its commands by status. @param withinOuPath it is null too when a device of it is elsewhere now
   */
  get(
    organisationId: number,
    id: string,
    withinOuPath: string | null,
  ): Promise<{
    readonly batch: CommandBatchRecord;
    readonly counts: Readonly<Partial<Record<CommandStatus, number>>>;
  } | null>;
}
