import { type RawBuilder, sql } from 'kysely';
import type { AuditId } from '../../../contracts/ids.ts';
import type {
  AuditFilter,
  AuditHead,
  AuditReceipt,
  AuditRecord,
  AuditStore,
  NewAuditEntry,
} from '../../ports/audit.ts';
import type { ListQuery } from '../../ports/list.ts';
import { auditEntry, canonicalJson, GENESIS_HASH } from '../../rules/audit-entry.ts';
import type { Context } from '../connection/context.ts';
import { isOneOf, type ListSource } from '../connection/list-query.ts';
import { type Repository, reads, type Synchronous, writes } from '../connection/repository.ts';
import { concernsUnit } from './audit-reach.ts';

interface AuditRow {
  readonly id: AuditId;
  readonly organisation_id: number;
  readonly sequence: number;
  readonly at: number;
  readonly actor: string;
  readonly action: string;
  readonly target: string | null;
  readonly ip: string | null;
  readonly user_agent: string | null;
  readonly request_id: string | null;
  readonly changes: string;
  readonly previous_hash: string;
  readonly hash: string;
}

const SORTABLE: ListSource<AuditRow, 'timestamp'>['sortable'] = {
  timestamp: { column: 'at', nullable: false },
};

export function createAuditStore({
  db,
  ids,
  lists,
}: Pick<Context, 'db' | 'ids' | 'lists'>): Repository<AuditStore> {
  const chain = createChain({ db, ids });
  const after = db.prepare<[organisationId: number, sequence: number, limit: number], AuditRow>(
    'SELECT * FROM audit WHERE organisation_id = ? AND sequence > ? ORDER BY sequence LIMIT ?',
  );
  const remove = db.prepare<[organisationId: number, through: number]>(
    'DELETE FROM audit WHERE organisation_id = ? AND sequence <= ?',
  );
  const purged = db.prepare<[AuditReceipt]>(
    'UPDATE audit_heads SET purged_sequence = :lastSequence, purged_hash = :lastHash WHERE organisation_id = :organisationId',
  );
  const keep = db.prepare<[AuditReceipt]>(
    `INSERT INTO audit_receipts (organisation_id, last_sequence, first_sequence, last_hash, count, purged_at)
     VALUES (:organisationId, :lastSequence, :firstSequence, :lastHash, :count, :purgedAt)`,
  );
  const purgeOne = (
    { organisationId, purgedSequence }: AuditHead,
    { before, now, limit }: Parameters<Synchronous<AuditStore>['purge']>[0],
  ): readonly AuditReceipt[] => {
    const oldest = after.all(organisationId, purgedSequence, limit);
    const firstKept = oldest.findIndex(({ at }) => at >= before);
    const gone = firstKept === -1 ? oldest : oldest.slice(0, firstKept);
    const [first, last] = [gone.at(0), gone.at(-1)];
    if (first === undefined || last === undefined) return [];
    const receipt: AuditReceipt = {
      organisationId,
      purgedAt: now,
      firstSequence: first.sequence,
      lastSequence: last.sequence,
      lastHash: last.hash,
      count: gone.length,
    };
    // The purge's own entry comes first: so the chain is never empty, and never ends before its receipt.
    chain.append({
      organisationId,
      at: now,
      actor: 'system',
      action: 'audit.purged',
      target: null,
      after: receipt,
    });
    remove.run(organisationId, last.sequence);
    purged.run(receipt);
    keep.run(receipt);
    return [receipt];
  };

  return {
    append: writes(chain.append),
    list: reads((query) => {
      const page = lists.read<AuditRow, 'timestamp'>(
        { table: 'audit', columns: sql.raw('*'), sortable: SORTABLE, conditions: conditionsOf(query) },
        query,
      );
      return { ...page, rows: page.rows.map(auditOf) };
    }),
    heads: reads(chain.heads),
    after: reads((organisationId, sequence, limit) =>
      after.all(organisationId, sequence, limit).map(auditOf),
    ),
    purge: writes((request) => chain.heads().flatMap((head) => purgeOne(head, request))),
  };
}

/** Appends entries and knows the ends of chains. */
function createChain({ db, ids }: Pick<Context, 'db' | 'ids'>) {
  const columns = `organisation_id AS organisationId, sequence, hash, purged_sequence AS purgedSequence, purged_hash AS purgedHash`;
  const head = db.prepare<[organisationId: number], AuditHead>(
    `SELECT ${columns} FROM audit_heads WHERE organisation_id = ?`,
  );
  const heads = db.prepare<[], AuditHead>(`SELECT ${columns} FROM audit_heads ORDER BY organisation_id`);
  const insert = db.prepare<[AuditRow]>(
    `INSERT INTO audit (id, organisation_id, sequence, at, actor, action, target, ip, user_agent, request_id, changes, previous_hash, hash)
     VALUES (:id, :organisation_id, :sequence, :at, :actor, :action, :target, :ip, :user_agent, :request_id, :changes, :previous_hash, :hash)`,
  );
  const move = db.prepare<[AuditRow & { readonly genesis: string }]>(
    `INSERT INTO audit_heads (organisation_id, sequence, hash, purged_hash) VALUES (:organisation_id, :sequence, :hash, :genesis)
     ON CONFLICT (organisation_id) DO UPDATE SET sequence = excluded.sequence, hash = excluded.hash`,
  );
  return {
    append(entry: NewAuditEntry): AuditRecord {
      const end = head.get(entry.organisationId);
      const record = auditEntry(entry, {
        id: ids.next('aud'),
        sequence: (end?.sequence ?? 0) + 1,
        previousHash: end?.hash ?? GENESIS_HASH,
      });
      const row = rowOf(record);
      insert.run(row);
      move.run({ ...row, genesis: GENESIS_HASH });
      return record;
    },
    heads: (): readonly AuditHead[] => heads.all(),
  };
}

function conditionsOf(query: ListQuery<AuditFilter, 'timestamp'>): readonly RawBuilder<unknown>[] {
  const { actor, action, target, withinOuPath } = query.filter;
  return [
    sql`organisation_id = ${query.organisationId}`,
    ...(actor === undefined ? [] : [isOneOf('actor', actor)]),
    ...(action === undefined ? [] : [isOneOf('action', action)]),
    ...(target === undefined ? [] : [isOneOf('target', target)]),
    ...(withinOuPath === undefined || withinOuPath === '/'
      ? []
      : [concernsUnit(query.organisationId, withinOuPath)]),
    ...(query.range === undefined ? [] : [sql`at >= ${query.range.from}`, sql`at < ${query.range.to}`]),
  ];
}

function rowOf(record: AuditRecord): AuditRow {
  return {
    id: record.id,
    organisation_id: record.organisationId,
    sequence: record.sequence,
    at: record.at,
    actor: record.actor,
    action: record.action,
    target: record.target,
    ip: record.ip,
    user_agent: record.userAgent,
    request_id: record.requestId,
    changes: canonicalJson(record.changes),
    previous_hash: record.previousHash,
    hash: record.hash,
  };
}

function auditOf(row: AuditRow): AuditRecord {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    sequence: row.sequence,
    at: row.at,
    actor: row.actor,
    action: row.action,
    target: row.target,
    ip: row.ip,
    userAgent: row.user_agent,
    requestId: row.request_id,
    changes: JSON.parse(row.changes),
    previousHash: row.previous_hash,
    hash: row.hash,
  };
}
