import type { CommandStatus, CommandType } from '../../../contracts/device/command.ts';
import type { BatchId } from '../../../contracts/ids.ts';
import type { BatchRejection, CommandBatchRecord, CommandBatchStore } from '../../ports/command-batches.ts';
import { isWithinOu } from '../../rules/ou-path.ts';
import type { Context } from '../connection/context.ts';
import { type Repository, reads, writes } from '../connection/repository.ts';

interface BatchRow {
  readonly id: BatchId;
  readonly organisation_id: number;
  readonly type: CommandType;
  readonly rejected: string;
  readonly requested_by: string | null;
  readonly created_at: number;
}

export function createCommandBatchStore({ db }: Pick<Context, 'db'>): Repository<CommandBatchStore> {
  const insert = db.prepare<[Record<string, unknown>]>(
    `INSERT INTO command_batches (id, organisation_id, type, rejected, requested_by, created_at)
     VALUES (:id, :organisationId, :type, :rejected, :requestedBy, :createdAt)`,
  );
  const addMember = db.prepare<[batchId: string, commandId: string]>(
    'INSERT INTO command_batch_members (batch_id, command_id) VALUES (?, ?)',
  );
  const find = db.prepare<[organisationId: number, id: string], BatchRow>(
    'SELECT * FROM command_batches WHERE organisation_id = ? AND id = ?',
  );
  const count = db.prepare<[batchId: string], { readonly status: CommandStatus; readonly count: number }>(
    `SELECT c.status, count(*) AS count FROM command_batch_members m JOIN commands c ON c.id = m.command_id
     WHERE m.batch_id = ? GROUP BY c.status`,
  );
  const units = db
    .prepare<[batchId: string], string>(
      `SELECT DISTINCT o.path FROM command_batch_members m JOIN commands c ON c.id = m.command_id
       JOIN devices d ON d.id = c.device_id JOIN ous o ON o.id = d.ou_id WHERE m.batch_id = ?`,
    )
    .pluck();
  const waiting = db
    .prepare<[batchId: string], number>('SELECT count(*) FROM command_batch_waiting WHERE batch_id = ?')
    .pluck();

  return {
    create: writes((batch, commandIds) => {
      insert.run({ ...batch, rejected: JSON.stringify(batch.rejected) });
      for (const id of commandIds) addMember.run(batch.id, id);
    }),
    get: reads((organisationId, id, withinOuPath) => {
      const row = find.get(organisationId, id);
      if (row === undefined) return null;
      if (withinOuPath !== null && !units.all(id).every((path) => isWithinOu(path, withinOuPath)))
        return null;
      return {
        batch: batchOf(row),
        counts: Object.fromEntries(count.all(id).map(({ status, count }) => [status, count])),
        waiting: waiting.get(id) ?? 0,
      };
    }),
    ...createOrders({ db }),
  };
}

interface OrderRow extends BatchRow {
  readonly request: string;
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
    'SELECT * FROM command_batches JOIN command_batch_orders ON batch_id = id WHERE id = ?',
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
          request: JSON.parse(row.request),
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

function batchOf(row: BatchRow): CommandBatchRecord {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    type: row.type,
    rejected: JSON.parse(row.rejected),
    requestedBy: row.requested_by,
    createdAt: row.created_at,
  };
}
