import type { OuId } from '../../contracts/ids.ts';
import { Fault } from '../../kit/fault.ts';
import type { OuRecord, OuStore } from '../ports/organisations.ts';
import { childPath, ouPathNames } from '../rules/ou-path.ts';
import type { Synchronous } from '../synchronous.ts';
import type { Context } from './context.ts';

interface OuRow {
  readonly id: OuId;
  readonly organisation_id: number;
  readonly name: string;
  readonly parent_id: OuId | null;
  readonly path: string;
  readonly created_at: number;
  readonly updated_at: number;
}

export function createOuStore({ db, ids }: Pick<Context, 'db' | 'ids'>): Synchronous<OuStore> {
  const get = db.prepare<[organisationId: number, id: string], OuRow>(
    'SELECT * FROM ous WHERE organisation_id = ? AND id = ?',
  );
  const byPath = db.prepare<[organisationId: number, path: string], OuRow>(
    'SELECT * FROM ous WHERE organisation_id = ? AND path = ?',
  );
  const list = db.prepare<[organisationId: number], OuRow>(
    'SELECT * FROM ous WHERE organisation_id = ? ORDER BY path',
  );
  const insert = db.prepare<[OuRecord]>(
    `INSERT INTO ous (id, organisation_id, name, parent_id, path, created_at, updated_at)
     VALUES (:id, :organisationId, :name, :parentId, :path, :createdAt, :updatedAt)`,
  );

  const find = (organisationId: number, path: string): OuRecord | null => {
    const row = byPath.get(organisationId, path);
    return row === undefined ? null : ouOf(row);
  };
  const make = (parent: OuRecord, name: string, now: number): OuRecord => {
    const ou: OuRecord = {
      id: ids.next('ou'),
      organisationId: parent.organisationId,
      name,
      parentId: parent.id,
      path: childPath(parent.path, name),
      createdAt: now,
      updatedAt: now,
    };
    insert.run(ou);
    return ou;
  };

  return {
    get(organisationId, id) {
      const row = get.get(organisationId, id);
      return row === undefined ? null : ouOf(row);
    },
    byPath: find,
    ensurePath(organisationId, path, now) {
      const names = ouPathNames(path);
      const root = find(organisationId, '/');
      if (root === null) throw new Fault('not_found', 'There is no such organisation.');
      return names.reduce<OuRecord>(
        (parent, name) => find(organisationId, childPath(parent.path, name)) ?? make(parent, name, now),
        root,
      );
    },
    list: (organisationId) => list.all(organisationId).map(ouOf),
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
