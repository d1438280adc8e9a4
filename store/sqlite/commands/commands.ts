import { sql } from 'kysely';
import { type CommandStatus, type CommandType, mayBecome } from '../../../contracts/device/command.ts';
import type { BatchId, CommandId, DeviceId } from '../../../contracts/ids.ts';
import type { CommandFilter, CommandRecord, CommandStep, CommandStore } from '../../ports/commands.ts';
import type { ListQuery } from '../../ports/list.ts';
import { afterStep } from '../../rules/end-commands.ts';
import type { Context } from '../connection/context.ts';
import { type Condition, isOneOf, type ListSource } from '../connection/list-query.ts';
import { type Repository, reads, writes } from '../connection/repository.ts';
import { isInOus } from '../devices/device-list.ts';

interface CommandRow {
  readonly id: CommandId;
  readonly organisation_id: number;
  readonly device_id: DeviceId;
  readonly sequence: number;
  readonly type: CommandType;
  readonly params: string;
  readonly status: CommandStatus;
  readonly created_at: number;
  readonly expires_at: number;
  readonly sent_at: number | null;
  readonly acknowledged_at: number | null;
  readonly completed_at: number | null;
  readonly result: string | null;
  readonly error: string | null;
  readonly requested_by: string | null;
  readonly batch_id: BatchId | null;
}

const SORTABLE: ListSource<CommandRow, 'createdAt'>['sortable'] = {
  createdAt: { column: 'created_at', nullable: false },
};

export function createCommandStore({ db, lists }: Pick<Context, 'db' | 'lists'>): Repository<CommandStore> {
  const insert = db.prepare<[Record<string, unknown>]>(
    `INSERT INTO commands (id, organisation_id, device_id, sequence, type, params, status, created_at, expires_at, sent_at, acknowledged_at,
       completed_at, result, error, requested_by, batch_id)
     VALUES (:id, :organisationId, :deviceId, :sequence, :type, :params, :status, :createdAt, :expiresAt, :sentAt, :acknowledgedAt,
       :completedAt, :result, :error, :requestedBy, :batchId)`,
  );
  const find = db.prepare<[id: string], CommandRow>('SELECT * FROM commands WHERE id = ?');
  const step = db.prepare<[Record<string, unknown>]>(
    `UPDATE commands SET status = :status, sent_at = :sentAt, acknowledged_at = :acknowledgedAt, completed_at = :completedAt,
       result = :result, error = :error
     WHERE id = :id`,
  );
  const openOf = db.prepare<[deviceId: string], CommandRow>(
    `SELECT * FROM commands WHERE device_id = ? AND status IN ('queued', 'sent', 'acknowledged') ORDER BY sequence`,
  );
  const lockOrderedAfter = db.prepare<[deviceId: string, at: number]>(
    `SELECT 1 FROM commands WHERE device_id = ? AND created_at > ? AND type IN ('lock', 'unlock') AND status <> 'cancelled' LIMIT 1`,
  );
  // Connected devices first, so that many offline ones do not hide them.
  const undelivered = db
    .prepare<[now: number, limit: number], DeviceId>(
      `SELECT d.id FROM devices d
       WHERE d.id IN (SELECT device_id FROM commands WHERE status IN ('queued', 'sent') AND expires_at > ?) AND d.unenrolled_at IS NULL
       ORDER BY d.connection_epoch < 0 OR d.disconnected_at IS NOT NULL, d.status = 'offline', d.id LIMIT ?`,
    )
    .pluck();
  const due = db.prepare<[now: number, limit: number], CommandRow>(
    `SELECT * FROM commands WHERE status IN ('queued', 'sent', 'acknowledged') AND expires_at <= ? ORDER BY expires_at, id LIMIT ?`,
  );

  const advance = (id: CommandId, request: CommandStep): CommandRecord | null => {
    const row = find.get(id);
    if (row === undefined || !mayBecome(row.status, request.to)) return null;
    const command = afterStep(commandOf(row), request);
    step.run(parametersOf(command));
    return command;
  };

  return {
    create: writes((command) => void insert.run(parametersOf(command))),
    get: reads((organisationId, id) => {
      const row = find.get(id);
      return row?.organisation_id === organisationId ? commandOf(row) : null;
    }),
    list: reads((query) => {
      const conditions = [sql`organisation_id = ${query.organisationId}`, ...conditionsOf(query)];
      const page = lists.read<CommandRow, 'createdAt'>(
        { table: 'commands', columns: sql.raw('*'), sortable: SORTABLE, conditions },
        query,
      );
      return { ...page, rows: page.rows.map(commandOf) };
    }),
    advance: writes(advance),
    advanceMany: writes((ids, request) =>
      ids.map((id) => advance(id, request)).filter((command) => command !== null),
    ),
    openOf: reads((deviceId) => openOf.all(deviceId).map(commandOf)),
    lockOrderedAfter: reads((deviceId, at) => lockOrderedAfter.get(deviceId, at) !== undefined),
    devicesWithUndelivered: reads((now, limit) => undelivered.all(now, limit)),
    ...createCancellable({ db }),
    due: reads((now, limit) => due.all(now, limit).map(commandOf)),
  };
}

function createCancellable({ db }: Pick<Context, 'db'>): Pick<Repository<CommandStore>, 'cancellableOf'> {
  // Another order needs a command that no batch made, or that is in a batch which stands.
  const cancellable = db.prepare<
    [{ readonly batchId: string; readonly after: string; readonly limit: number }],
    CommandRow
  >(
    `SELECT c.* FROM command_batch_members m JOIN commands c ON c.id = m.command_id
     WHERE m.batch_id = :batchId AND m.command_id > :after AND c.status = 'queued' AND c.batch_id IS NOT NULL AND NOT EXISTS (
       SELECT 1 FROM command_batch_members o JOIN command_batches b ON b.id = o.batch_id
       WHERE o.command_id = m.command_id AND b.cancelled_at IS NULL)
     ORDER BY m.command_id LIMIT :limit`,
  );
  return {
    cancellableOf: reads((batchId, { after, limit }) =>
      cancellable.all({ batchId, after: after ?? '', limit }).map(commandOf),
    ),
  };
}

function conditionsOf({
  filter,
  range,
  organisationId,
}: Pick<ListQuery<CommandFilter, 'createdAt'>, 'filter' | 'range' | 'organisationId'>): readonly Condition[] {
  const conditions: Condition[] = [];
  if (range !== undefined) conditions.push(sql`created_at >= ${range.from} and created_at < ${range.to}`);
  if (filter.batchId !== undefined)
    conditions.push(
      sql`id in (select command_id from command_batch_members where batch_id = ${filter.batchId})`,
    );
  if (filter.deviceId !== undefined) conditions.push(sql`device_id = ${filter.deviceId}`);
  if (filter.status !== undefined) conditions.push(isOneOf('status', filter.status));
  if (filter.type !== undefined) conditions.push(isOneOf('type', filter.type));
  if (filter.withinOuPath !== undefined) {
    conditions.push(
      sql`device_id in (select id from devices where ${isInOus('ou_id', organisationId, [filter.withinOuPath])})`,
    );
  }
  return conditions;
}

function parametersOf(command: CommandRecord): Record<string, unknown> {
  return {
    ...command,
    params: JSON.stringify(command.params),
    result: command.result === null ? null : JSON.stringify(command.result),
    error: command.error === null ? null : JSON.stringify(command.error),
  };
}

function commandOf(row: CommandRow): CommandRecord {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    deviceId: row.device_id,
    sequence: row.sequence,
    type: row.type,
    params: JSON.parse(row.params),
    status: row.status,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    sentAt: row.sent_at,
    acknowledgedAt: row.acknowledged_at,
    completedAt: row.completed_at,
    result: row.result === null ? null : JSON.parse(row.result),
    error: row.error === null ? null : JSON.parse(row.error),
    requestedBy: row.requested_by,
    batchId: row.batch_id,
  };
}
