import type { CategoryIndexRecord, CategoryIndexStore } from '../../ports/category-indexes.ts';
import type { Context } from '../connection/context.ts';
import { type Repository, reads, writes } from '../connection/repository.ts';

interface IndexRow {
  readonly organisation_id: number;
  readonly version: number;
  readonly hash: string;
  readonly bytes: number;
  readonly names: number;
  /** JSON */
  readonly counts: string;
  readonly created_at: number;
}

export function createCategoryIndexStore({ db }: Pick<Context, 'db'>): Repository<CategoryIndexStore> {
  const latest = db.prepare<[organisationId: number, count: number], IndexRow>(
    'SELECT * FROM category_indexes WHERE organisation_id = ? ORDER BY version DESC LIMIT ?',
  );
  const insert = db.prepare<[IndexRow]>(
    `INSERT INTO category_indexes (organisation_id, version, hash, bytes, names, counts, created_at)
     VALUES (:organisation_id, :version, :hash, :bytes, :names, :counts, :created_at)`,
  );
  const prune = db.prepare<[organisationId: number, version: number]>(
    'DELETE FROM category_indexes WHERE organisation_id = ? AND version <= ?',
  );
  // Every device's target state names the index in use.
  const renewSettings = db.prepare<[organisationId: number]>(
    'UPDATE organisations SET settings_version = settings_version + 1 WHERE id = ?',
  );
  const current = (organisationId: number): CategoryIndexRecord | null => {
    const row = latest.get(organisationId, 1);
    return row === undefined ? null : indexOf(row);
  };

  return {
    current: reads(current),
    latest: reads((organisationId, count) => latest.all(organisationId, count).map(indexOf)),
    add: writes((index) => {
      const before = current(index.organisationId);
      if (before?.hash === index.hash) return before;
      const made = { ...index, version: (before?.version ?? 0) + 1 };
      insert.run(rowOf(made));
      renewSettings.run(index.organisationId);
      return made;
    }),
    prune: writes((organisationId, keep) => {
      const before = current(organisationId);
      if (before !== null) prune.run(organisationId, before.version - keep);
    }),
  };
}

function rowOf(index: CategoryIndexRecord): IndexRow {
  return {
    organisation_id: index.organisationId,
    version: index.version,
    hash: index.hash,
    bytes: index.bytes,
    names: index.names,
    counts: JSON.stringify(index.counts),
    created_at: index.createdAt,
  };
}

function indexOf(row: IndexRow): CategoryIndexRecord {
  return {
    organisationId: row.organisation_id,
    version: row.version,
    hash: row.hash,
    bytes: row.bytes,
    names: row.names,
    counts: JSON.parse(row.counts),
    createdAt: row.created_at,
  };
}
