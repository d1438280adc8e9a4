import type { OuId } from '../../../contracts/ids.ts';
import type { OuRecord } from '../../ports/organisations.ts';
import type { Context } from '../connection/context.ts';

/** Reads and writes rows of `ous`; `ous.ts` decides about them. */
export interface OuRows {
  get(organisationId: number, id: string): OuRecord | null;
  byPath(organisationId: number, path: string): OuRecord | null;
  /** By path. */
  list(organisationId: number): readonly OuRecord[];
  /** The units directly below a unit, in no order. */
  children(parent: Pick<OuRecord, 'organisationId' | 'id'>): readonly OuRecord[];
  /** All below a path (not `/`) that has them, by path. */
  below(organisationId: number, path: string): readonly OuRecord[];
  insert(unit: OuRecord): void;
  /** Gives a unit another name, parent or path. */
  place(unit: Pick<OuRecord, 'id' | 'name' | 'parentId' | 'path'>, now: number): void;
  remove(id: OuId): void;
}

interface OuRow {
  readonly id: OuId;
  readonly organisation_id: number;
  readonly name: string;
  readonly parent_id: OuId | null;
  readonly path: string;
  readonly created_at: number;
  readonly updated_at: number;
}

export function createOuRows({ db }: Pick<Context, 'db'>): OuRows {
  const get = db.prepare<[organisationId: number, id: string], OuRow>(
    'SELECT * FROM ous WHERE organisation_id = ? AND id = ?',
  );
  const byPath = db.prepare<[organisationId: number, path: string], OuRow>(
    'SELECT * FROM ous WHERE organisation_id = ? AND path = ?',
  );
  const list = db.prepare<[organisationId: number], OuRow>(
    'SELECT * FROM ous WHERE organisation_id = ? ORDER BY path',
  );
  const children = db.prepare<[organisationId: number, parentId: string], OuRow>(
    'SELECT * FROM ous WHERE organisation_id = ? AND parent_id = ?',
  );
  // “0” is the character behind “/”.
  const below = db.prepare<[organisationId: number, from: string, to: string], OuRow>(
    'SELECT * FROM ous WHERE organisation_id = ? AND path > ? AND path < ? ORDER BY path',
  );
  const insert = db.prepare<[OuRecord]>(
    `INSERT INTO ous (id, organisation_id, name, parent_id, path, created_at, updated_at)
     VALUES (:id, :organisationId, :name, :parentId, :path, :createdAt, :updatedAt)`,
  );
  // The time is also the version: it grows with every change, also within a millisecond and when the clock was set back.
  const place = db.prepare<[Pick<OuRecord, 'id' | 'name' | 'parentId' | 'path'> & { readonly now: number }]>(
    'UPDATE ous SET name = :name, parent_id = :parentId, path = :path, updated_at = max(:now, updated_at + 1) WHERE id = :id',
  );
  const remove = db.prepare<[id: string]>('DELETE FROM ous WHERE id = ?');

  const found = (row: OuRow | undefined): OuRecord | null => (row === undefined ? null : ouOf(row));
  return {
    get: (organisationId, id) => found(get.get(organisationId, id)),
    byPath: (organisationId, path) => found(byPath.get(organisationId, path)),
    list: (organisationId) => list.all(organisationId).map(ouOf),
    children: ({ organisationId, id }) => children.all(organisationId, id).map(ouOf),
    below: (organisationId, path) => below.all(organisationId, `${path}/`, `${path}0`).map(ouOf),
    insert: (unit) => void insert.run(unit),
    place: ({ id, name, parentId, path }, now) => void place.run({ id, name, parentId, path, now }),
    remove: (id) => void remove.run(id),
  };
}

function ouOf(row: OuRow): OuRecord {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    name: row.name,
    parentId: row.parent_id,
    path: row.path,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
