import type { CommandStatus, CommandType } from '../../contracts/device/command.ts';
import type { BatchId } from '../../contracts/ids.ts';
import type { CommandBatchStore } from '../ports/command-batches.ts';
import { isWithinOu } from '../rules/ou-path.ts';
import type { Synchronous } from '../synchronous.ts';
import type { Context } from './context.ts';

interface BatchRow {
  readonly id: BatchId;
  readonly organisation_id: number;
  readonly type: CommandType;
  readonly rejected: string;
  readonly requested_by: string | null;
  readonly created_at: number;
}

export function createCommandBatchStore({ db }: Pick<Context, 'db'>): Synchronous<CommandBatchStore> {
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

  return {
    create(batch, commandIds) {
      insert.run({ ...batch, rejected: JSON.stringify(batch.rejected) });
      for (const id of commandIds) addMember.run(batch.id, id);
    },
    get(organisationId, id, withinOuPath) {
      const row = find.get(organisationId, id);
      if (row === undefined) return null;
      if (withinOuPath !== null && !units.all(id).every((path) => isWithinOu(path, withinOuPath)))
        return null;
      return {
        batch: {
          id: row.id,
          organisationId,
          type: row.type,
          rejected: JSON.parse(row.rejected),
          requestedBy: row.requested_by,
          createdAt: row.created_at,
        },
        counts: Object.fromEntries(count.all(id).map(({ status, count }) => [status, count])),
      };
    },
  };
}
