import { Fault } from '../../../kit/fault.ts';
import {
  type CategorySourceFormat,
  type CategorySourceRecord,
  type CategorySourceState,
  type CategorySourceStore,
  UNREAD,
} from '../../ports/category-sources.ts';
import type { Context } from '../connection/context.ts';
import { type Repository, reads, writes } from '../connection/repository.ts';

interface SourceRow {
  readonly organisation_id: number;
  readonly id: string;
  readonly format: CategorySourceFormat;
  readonly location: string;
  readonly category: string | null;
  /** JSON */
  readonly mapping: string;
  readonly state: CategorySourceState;
  readonly problem: string | null;
  readonly etag: string | null;
  readonly last_modified: string | null;
  readonly checked_at: number | null;
  readonly list_hash: string | null;
  readonly held_hash: string | null;
  readonly released_hash: string | null;
  /** JSON */
  readonly vouched: string;
  readonly names: number;
  readonly refused: number;
  readonly created_at: number;
  readonly updated_at: number;
}

const UNMARKED = {
  problem: null,
  etag: null,
  lastModified: null,
  heldHash: null,
  releasedHash: null,
} as const;

export function createCategorySourceStore({ db }: Pick<Context, 'db'>): Repository<CategorySourceStore> {
  const list = db.prepare<[organisationId: number], SourceRow>(
    'SELECT * FROM category_sources WHERE organisation_id = ? ORDER BY id',
  );
  const get = db.prepare<[organisationId: number, id: string], SourceRow>(
    'SELECT * FROM category_sources WHERE organisation_id = ? AND id = ?',
  );
  const put = db.prepare<[SourceRow]>(
    `INSERT INTO category_sources (organisation_id, id, format, location, category, mapping, state, problem, etag, last_modified, checked_at,
       list_hash, held_hash, released_hash, vouched, names, refused, created_at, updated_at)
     VALUES (:organisation_id, :id, :format, :location, :category, :mapping, :state, :problem, :etag, :last_modified, :checked_at,
       :list_hash, :held_hash, :released_hash, :vouched, :names, :refused, :created_at, :updated_at)
     ON CONFLICT DO UPDATE SET location = :location, category = :category, mapping = :mapping, state = :state, problem = :problem, etag = :etag, last_modified = :last_modified, checked_at = :checked_at,
       list_hash = :list_hash, held_hash = :held_hash, released_hash = :released_hash, vouched = :vouched, names = :names, refused = :refused, updated_at = :updated_at`,
  );
  const remove = db.prepare<[organisationId: number, id: string]>(
    'DELETE FROM category_sources WHERE organisation_id = ? AND id = ?',
  );
  const found = (organisationId: number, id: string): CategorySourceRecord | null => {
    const row = get.get(organisationId, id);
    return row === undefined ? null : sourceOf(row);
  };

  return {
    list: reads((organisationId) => list.all(organisationId).map(sourceOf)),
    get: reads(found),
    create: writes((source, now) => {
      if (found(source.organisationId, source.id) !== null)
        throw new Fault('already_exists', `There is a source “${source.id}” already.`, {
          extras: { existingId: source.id },
        });
      const made = { ...source, ...UNREAD, createdAt: now, updatedAt: now };
      put.run(rowOf(made));
      return made;
    }),
    note: writes((organisationId, id, reading, now) => {
      const known = found(organisationId, id);
      if (known === null) return null;
      const noted = { ...known, ...reading, updatedAt: now };
      put.run(rowOf(noted));
      return noted;
    }),
    redefine: writes((organisationId, id, changes, now) => {
      const known = found(organisationId, id);
      if (known === null) return null;
      const state = known.listHash === null ? 'new' : 'current';
      const redefined = { ...known, ...changes, ...UNMARKED, state, updatedAt: now } as const;
      put.run(rowOf(redefined));
      return redefined;
    }),
    delete: writes((organisationId, id) => remove.run(organisationId, id).changes > 0),
    ...updateRight(db),
  };
}

function updateRight(db: Context['db']): Pick<Repository<CategorySourceStore>, 'holdUpdate' | 'endUpdate'> {
  const hold = db.prepare<
    [{ organisationId: number; holder: string; now: number; until: number; longest: number }]
  >(
    // A time that is later than any holder may have was written by a clock that was wrong.
    `INSERT INTO category_updates (organisation_id, holder, until) VALUES (:organisationId, :holder, :until)
     ON CONFLICT DO UPDATE SET holder = :holder, until = :until
       WHERE holder = :holder OR until <= :now OR until > :longest`,
  );
  const end = db.prepare<[organisationId: number, holder: string]>(
    'DELETE FROM category_updates WHERE organisation_id = ? AND holder = ?',
  );
  return {
    holdUpdate: writes((organisationId, holder, { now, leaseMs }) => {
      const until = now + leaseMs;
      return hold.run({ organisationId, holder, now, until, longest: until + leaseMs }).changes > 0;
    }),
    endUpdate: writes((organisationId, holder) => void end.run(organisationId, holder)),
  };
}

function rowOf(source: CategorySourceRecord): SourceRow {
  return {
    organisation_id: source.organisationId,
    id: source.id,
    format: source.format,
    location: source.location,
    category: source.category,
    mapping: JSON.stringify(source.mapping),
    state: source.state,
    problem: source.problem,
    etag: source.etag,
    last_modified: source.lastModified,
    checked_at: source.checkedAt,
    list_hash: source.listHash,
    held_hash: source.heldHash,
    released_hash: source.releasedHash,
    vouched: JSON.stringify(source.vouched),
    names: source.names,
    refused: source.refused,
    created_at: source.createdAt,
    updated_at: source.updatedAt,
  };
}

function sourceOf(row: SourceRow): CategorySourceRecord {
  return {
    organisationId: row.organisation_id,
    id: row.id,
    format: row.format,
    location: row.location,
    category: row.category,
    mapping: JSON.parse(row.mapping),
    state: row.state,
    problem: row.problem,
    etag: row.etag,
    lastModified: row.last_modified,
    checkedAt: row.checked_at,
    listHash: row.list_hash,
    heldHash: row.held_hash,
    releasedHash: row.released_hash,
    vouched: JSON.parse(row.vouched),
    names: row.names,
    refused: row.refused,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
