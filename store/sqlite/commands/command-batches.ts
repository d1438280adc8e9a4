import { sql } from 'kysely';
import { type CommandStatus, type CommandType, OPEN_STATUSES } from '../../../contracts/device/command.ts';
import type { BatchId, DeviceId } from '../../../contracts/ids.ts';
import type {
  BatchRejection,
  CommandBatchFilter,
  CommandBatchRecord,
  CommandBatchStore,
  CommandBatchView,
} from '../../ports/command-batches.ts';
import type { ListQuery } from '../../ports/list.ts';
import { isWithinOu } from '../../rules/ou-path.ts';
import type { Context } from '../connection/context.ts';
import { type Condition, isOneOf, type ListSource } from '../connection/list-query.ts';
import { type Repository, reads, writes } from '../connection/repository.ts';
import { isInOus } from '../devices/device-list.ts';

interface BatchRow {
  readonly id: BatchId;
  readonly organisation_id: number;
  readonly type: CommandType;
  readonly request: string | null;
  readonly has_pin: number;
  readonly rejected: string;
  readonly requested_by: string | null;
  readonly created_at: number;
  readonly retry_of: BatchId | null;
  readonly cancelled_at: number | null;
  readonly skipped: number;
}

const SORTABLE: ListSource<BatchRow, 'createdAt'>['sortable'] = {
  createdAt: { column: 'created_at', nullable: false },
};

export function createCommandBatchStore({
  db,
  lists,
}: Pick<Context, 'db' | 'lists'>): Repository<CommandBatchStore> {
  const insert = db.prepare<[Record<string, unknown>]>(
    `INSERT INTO command_batches (id, organisation_id, type, request, has_pin, rejected, requested_by, created_at, retry_of, cancelled_at)
     VALUES (:id, :organisationId, :type, :request, :hasPin, :rejected, :requestedBy, :createdAt, :retryOf, :cancelledAt)`,
  );
  const addMember = db.prepare<[batchId: string, commandId: string]>(
    'INSERT INTO command_batch_members (batch_id, command_id) VALUES (?, ?)',
  );
  const find = db.prepare<[organisationId: number, id: string], BatchRow>(
    'SELECT * FROM command_batches WHERE organisation_id = ? AND id = ?',
  );
  const count = db.prepare<[batchId: string], { readonly status: CommandStatus; readonly count: number }>(
    'SELECT status, count FROM command_batch_counts WHERE batch_id = ? AND count > 0',
  );
  const units = db
    .prepare<[{ readonly id: string }], string>(
      `SELECT o.path FROM command_batch_units u JOIN ous o ON o.id = u.ou_id WHERE u.batch_id = :id AND u.devices > 0
       UNION SELECT o.path FROM command_batch_waiting w
       JOIN devices d ON d.id = w.device_id JOIN ous o ON o.id = d.ou_id WHERE w.batch_id = :id`,
    )
    .pluck();
  const waiting = db
    .prepare<[batchId: string], number>('SELECT count(*) FROM command_batch_waiting WHERE batch_id = ?')
    .pluck();

  const viewOf = (row: BatchRow): CommandBatchView => ({
    batch: batchOf(row),
    counts: Object.fromEntries(count.all(row.id).map(({ status, count }) => [status, count])),
    waiting: waiting.get(row.id) ?? 0,
    skipped: row.skipped,
  });

  return {
    create: writes((batch, commandIds) => {
      insert.run({
        ...batch,
        request: batch.request === null ? null : JSON.stringify(batch.request),
        hasPin: batch.hasPin ? 1 : 0,
        rejected: JSON.stringify(batch.rejected),
      });
      for (const id of commandIds) addMember.run(batch.id, id);
    }),
    get: reads((organisationId, id, withinOuPath) => {
      const row = find.get(organisationId, id);
      if (row === undefined) return null;
      if (withinOuPath !== null && !units.all({ id }).every((path) => isWithinOu(path, withinOuPath)))
        return null;
      return viewOf(row);
    }),
    list: reads((query) => {
      const page = lists.read<BatchRow, 'createdAt'>(
        {
          table: 'command_batches',
          columns: sql.raw('*'),
          sortable: SORTABLE,
          conditions: conditionsOf(query),
        },
        query,
      );
      return { ...page, rows: page.rows.map(viewOf) };
    }),
    ...createOrders({ db }),
    ...createEnds({ db }),
  };
}

interface OrderRow extends BatchRow {
  readonly ordered: string;
  readonly pins: string | null;
  readonly ou_path: string | null;
  readonly answers: string | null;
}

interface WaitingRow {
  readonly position: number;
  readonly device_id: string;
}

type Orders = Pick<
  Repository<CommandBatchStore>,
  'keepOrder' | 'unfinished' | 'progress' | 'endOrder' | 'allUnfinished'
>;

/** The remaining devices of batches. */
function createOrders({ db }: Pick<Context, 'db'>): Orders {
  const insert = db.prepare<[Record<string, unknown>]>(
    'INSERT INTO command_batch_orders (batch_id, request, pins, ou_path, answers) VALUES (:id, :request, :pins, :ouPath, :answers)',
  );
  // All in one statement: five thousand single ones take a tenth of a second.
  const addWaiting = db.prepare<[batchId: string, deviceIds: string]>(
    'INSERT INTO command_batch_waiting (batch_id, position, device_id) SELECT ?, key, value FROM json_each(?)',
  );
  const find = db.prepare<[id: string], OrderRow>(
    'SELECT b.*, o.request AS ordered, o.pins, o.ou_path, o.answers FROM command_batches b JOIN command_batch_orders o ON o.batch_id = b.id WHERE b.id = ?',
  );
  const next = db.prepare<[batchId: string, limit: number], WaitingRow>(
    'SELECT position, device_id FROM command_batch_waiting WHERE batch_id = ? ORDER BY position LIMIT ?',
  );
  const take = db.prepare<[{ readonly id: string; readonly devices: number }]>(
    `DELETE FROM command_batch_waiting WHERE batch_id = :id AND position IN (
       SELECT position FROM command_batch_waiting WHERE batch_id = :id ORDER BY position LIMIT :devices)`,
  );
  // An open lock may be in the batch already, from an earlier part; a new command cannot be.
  const addMember = db.prepare<[batchId: string, commandId: string]>(
    'INSERT OR IGNORE INTO command_batch_members (batch_id, command_id) VALUES (?, ?)',
  );
  const reject = db.prepare<[rejected: string, id: string]>(
    'UPDATE command_batches SET rejected = ? WHERE id = ?',
  );
  const remove = db.prepare<[batchId: string]>('DELETE FROM command_batch_orders WHERE batch_id = ?');
  const all = db
    .prepare<[limit: number], BatchId>('SELECT batch_id FROM command_batch_orders ORDER BY batch_id LIMIT ?')
    .pluck();

  return {
    keepOrder: writes((id, { request, pins, ouPath, answers }, deviceIds) => {
      const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
      insert.run({ id, request: JSON.stringify(request), pins: json(pins), ouPath, answers: json(answers) });
      addWaiting.run(id, JSON.stringify(deviceIds));
    }),
    unfinished: reads((id, limit) => {
      const row = find.get(id);
      if (row === undefined) return null;
      const devices = next.all(id, limit);
      return {
        batch: batchOf(row),
        order: {
          request: JSON.parse(row.ordered),
          pins: row.pins === null ? null : JSON.parse(row.pins),
          ouPath: row.ou_path,
          answers: row.answers === null ? null : JSON.parse(row.answers),
        },
        deviceIds: devices.map(({ device_id }) => device_id),
        firstWaiting: devices[0]?.position ?? 0,
      };
    }),
    progress: writes((id, devices, { commandIds, rejected }) => {
      take.run({ id, devices });
      for (const commandId of commandIds) addMember.run(id, commandId);
      if (rejected.length === 0) return;
      const before: readonly BatchRejection[] = JSON.parse(find.get(id)?.rejected ?? '[]');
      reject.run(JSON.stringify([...before, ...rejected]), id);
    }),
    endOrder: writes((id) => void remove.run(id)),
    allUnfinished: reads((limit) => all.all(limit)),
  };
}

/** Repeating and cancelling. */
function createEnds({ db }: Pick<Context, 'db'>): Pick<Repository<CommandBatchStore>, 'toRetry' | 'cancel'> {
  const retried = db
    .prepare<[{ readonly id: string; readonly statuses: string }], DeviceId>(
      `SELECT c.device_id FROM command_batch_members m JOIN commands c ON c.id = m.command_id
       WHERE m.batch_id = :id AND c.status IN (SELECT value FROM json_each(:statuses)) AND c.device_id NOT IN (
         SELECT rc.device_id FROM command_batches r JOIN command_batch_members rm ON rm.batch_id = r.id
         JOIN commands rc ON rc.id = rm.command_id WHERE r.retry_of = :id
         UNION SELECT w.device_id FROM command_batches r JOIN command_batch_waiting w ON w.batch_id = r.id WHERE r.retry_of = :id)
       ORDER BY m.command_id`,
    )
    .pluck();
  const mark = db.prepare<[{ readonly id: string; readonly at: number }]>(
    `UPDATE command_batches SET cancelled_at = coalesce(cancelled_at, :at),
       skipped = skipped + (SELECT count(*) FROM command_batch_waiting WHERE batch_id = :id)
     WHERE id = :id`,
  );
  const dropWaiting = db.prepare<[id: string]>('DELETE FROM command_batch_waiting WHERE batch_id = ?');

  return {
    toRetry: reads((id, statuses) => retried.all({ id, statuses: JSON.stringify(statuses) })),
    cancel: writes((id, at) => {
      mark.run({ id, at });
      dropWaiting.run(id);
    }),
  };
}

function conditionsOf({
  organisationId,
  filter,
  range,
}: ListQuery<CommandBatchFilter, 'createdAt'>): readonly Condition[] {
  const found: Condition[] = [sql`organisation_id = ${organisationId}`];
  if (range !== undefined) found.push(sql`created_at >= ${range.from} and created_at < ${range.to}`);
  if (filter.type !== undefined) found.push(isOneOf('type', filter.type));
  if (filter.requestedBy !== undefined) found.push(isOneOf('requested_by', filter.requestedBy));
  if (filter.status === 'running') found.push(IS_RUNNING);
  if (filter.status === 'done') found.push(sql`not ${IS_RUNNING}`);
  if (filter.withinOuPath !== undefined) found.push(isWithin(organisationId, filter.withinOuPath));
  return found;
}

const IS_RUNNING: Condition = sql`(exists (select 1 from command_batch_counts n where n.batch_id = command_batches.id
  and n.count > 0 and ${isOneOf('n.status', OPEN_STATUSES)})
  or exists (select 1 from command_batch_waiting w where w.batch_id = command_batches.id))`;

/** Every device is in the unit, also those whose turn has not come. */
function isWithin(organisationId: number, ouPath: string): Condition {
  const isOutside = (column: string): Condition => sql`not ${isInOus(column, organisationId, [ouPath])}`;
  return sql`not exists (select 1 from command_batch_units u
    where u.batch_id = command_batches.id and u.devices > 0 and ${isOutside('u.ou_id')})
    and not exists (select 1 from command_batch_waiting w join devices d on d.id = w.device_id
    where w.batch_id = command_batches.id and ${isOutside('d.ou_id')})`;
}

function batchOf(row: BatchRow): CommandBatchRecord {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    type: row.type,
    request: row.request === null ? null : JSON.parse(row.request),
    hasPin: row.has_pin === 1,
    rejected: JSON.parse(row.rejected),
    requestedBy: row.requested_by,
    createdAt: row.created_at,
    retryOf: row.retry_of,
    cancelledAt: row.cancelled_at,
  };
}
