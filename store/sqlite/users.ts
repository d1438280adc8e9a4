import { sql } from 'kysely';
import type { OuId, UserId } from '../../contracts/ids.ts';
import type { UserRole, UserStatus } from '../../contracts/rest/users.ts';
import { Fault } from '../../kit/fault.ts';
import { searchKey, textKey } from '../../kit/text-key.ts';
import type { ListPage, ListQuery } from '../ports/list.ts';
import type { UserFields, UserFilter, UserRecord, UserSortField, UserStore } from '../ports/users.ts';
import type { Context } from './connection/context.ts';
import { type Condition, isOneOf, type ListSource } from './connection/list-query.ts';
import { type Repository, reads, writes } from './connection/repository.ts';
import { createTextSearch } from './connection/text-search.ts';
import { isInOus } from './devices/device-list.ts';
import { createPeopleFollower } from './devices/device-people.ts';

/** A row of `users`, with the path of its unit. */
interface UserRow {
  readonly id: UserId;
  readonly organisation_id: number;
  readonly email: string;
  readonly email_key: string;
  readonly name: string;
  readonly name_key: string;
  readonly role: UserRole;
  readonly ou_id: OuId;
  readonly ou_path: string;
  readonly external_id: string | null;
  readonly grade: string | null;
  readonly status: UserStatus;
  readonly created_at: number;
  readonly updated_at: number;
  readonly version: number;
}

const COLUMNS = 'users.*, (SELECT path FROM ous WHERE ous.id = users.ou_id) AS ou_path';

const SORTABLE: ListSource<UserRow, UserSortField>['sortable'] = {
  name: { column: 'name_key', nullable: false },
  email: { column: 'email_key', nullable: false },
  createdAt: { column: 'created_at', nullable: false },
  updatedAt: { column: 'updated_at', nullable: false },
};

export function createUserStore({
  db,
  lists,
  wake,
}: Pick<Context, 'db' | 'lists' | 'wake'>): Repository<UserStore> {
  const people = createPeopleFollower({ db, wake });
  const get = db.prepare<[organisationId: number, id: string], UserRow>(
    `SELECT ${COLUMNS} FROM users WHERE organisation_id = ? AND id = ?`,
  );
  const byEmail = db.prepare<[organisationId: number, emailKey: string], UserRow>(
    `SELECT ${COLUMNS} FROM users WHERE organisation_id = ? AND email_key = ?`,
  );
  const byExternalId = db.prepare<[organisationId: number, externalId: string], UserRow>(
    `SELECT ${COLUMNS} FROM users WHERE organisation_id = ? AND external_id = ?`,
  );
  const put = db.prepare<[Record<string, unknown>]>(
    `INSERT INTO users (id, organisation_id, email, email_key, name, name_key, search_key, role, ou_id, external_id, grade, status, created_at,
       updated_at, version)
     VALUES (:id, :organisationId, :email, :emailKey, :name, :nameKey, :searchKey, :role, :ouId, :externalId, :grade, :status, :createdAt,
       :updatedAt, :version)
     ON CONFLICT (id) DO UPDATE SET email = excluded.email, email_key = excluded.email_key, name = excluded.name,
       name_key = excluded.name_key, search_key = excluded.search_key, role = excluded.role, ou_id = excluded.ou_id,
       external_id = excluded.external_id, grade = excluded.grade, status = excluded.status, updated_at = excluded.updated_at,
       version = excluded.version`,
  );
  const remove = db.prepare<[organisationId: number, id: string]>(
    'DELETE FROM users WHERE organisation_id = ? AND id = ?',
  );
  const ouPath = db
    .prepare<[organisationId: number, id: string], string>(
      'SELECT path FROM ous WHERE organisation_id = ? AND id = ?',
    )
    .pluck();

  const search = createTextSearch<UserRow>(db, {
    table: 'users',
    columns: COLUMNS,
    beginnings: ['name_key', 'email_key'],
    index: 'users_by_search',
  });

  const found = (row: UserRow | undefined): UserRecord | null => (row === undefined ? null : userOf(row));
  const write = (user: UserRecord, changes: Partial<UserFields>): UserRecord => {
    const ofEmail =
      changes.email === undefined ? undefined : byEmail.get(user.organisationId, textKey(user.email));
    if (ofEmail !== undefined && ofEmail.id !== user.id) throw emailTaken(ofEmail);
    const ofExternalId =
      changes.externalId == null ? undefined : byExternalId.get(user.organisationId, changes.externalId);
    if (ofExternalId !== undefined && ofExternalId.id !== user.id) throw externalIdTaken(ofExternalId);
    put.run(parametersOf(user));
    return user;
  };
  const pathOf = (organisationId: number, id: OuId): string => {
    const path = ouPath.get(organisationId, id);
    if (path === undefined) throw new Fault('unprocessable', 'There is no such organisational unit.');
    return path;
  };

  return {
    get: reads((organisationId, id) => found(get.get(organisationId, id))),
    byEmail: reads((organisationId, email) => found(byEmail.get(organisationId, textKey(email)))),
    byExternalId: reads((organisationId, externalId) => found(byExternalId.get(organisationId, externalId))),
    list: reads((query: ListQuery<UserFilter, UserSortField>): ListPage<UserRecord> => {
      const conditions = [sql`organisation_id = ${query.organisationId}`, ...conditionsOf(query)];
      const page = lists.read<UserRow, UserSortField>(
        { table: 'users', columns: sql.raw(COLUMNS), sortable: SORTABLE, conditions },
        query,
      );
      return { ...page, rows: page.rows.map(userOf) };
    }),
    search: reads((wanted) => search(wanted).map(userOf)),
    create: writes(({ now, ...user }) => {
      const path = pathOf(user.organisationId, user.ouId);
      const made = write({ ...user, ouPath: path, createdAt: now, updatedAt: now, version: 1 }, user);
      people.changed(made.organisationId, [textKey(made.email)]);
      return made;
    }),
    update: writes((organisationId, id, given, now) => {
      const known = found(get.get(organisationId, id));
      if (known === null) return null;
      const changes = changesOf(known, given);
      if (changes === null) return known;
      const ouId = changes.ouId ?? known.ouId;
      const path = changes.ouId === undefined ? known.ouPath : pathOf(organisationId, ouId);
      const user = write(
        { ...known, ...changes, ouPath: path, updatedAt: now, version: known.version + 1 },
        changes,
      );
      if (changes.email !== undefined || changes.ouId !== undefined)
        people.changed(organisationId, [textKey(known.email), textKey(user.email)]);
      return user;
    }),
    delete: writes((organisationId, id) => {
      const known = found(get.get(organisationId, id));
      if (known === null) return false;
      remove.run(organisationId, id);
      people.forget(organisationId, textKey(known.email));
      return true;
    }),
  };
}

function conditionsOf({
  organisationId,
  filter,
}: Pick<ListQuery<UserFilter, UserSortField>, 'organisationId' | 'filter'>): readonly Condition[] {
  const conditions: Condition[] = [];
  if (filter.email !== undefined) conditions.push(isOneOf('email_key', filter.email.map(textKey)));
  if (filter.role !== undefined) conditions.push(isOneOf('role', filter.role));
  if (filter.status !== undefined) conditions.push(isOneOf('status', filter.status));
  if (filter.ouPaths !== undefined) conditions.push(isInOus('ou_id', organisationId, filter.ouPaths));
  if (filter.withinOuPath !== undefined)
    conditions.push(isInOus('ou_id', organisationId, [filter.withinOuPath]));
  if (filter.externalId !== undefined) conditions.push(isOneOf('external_id', filter.externalId));
  if (filter.grade !== undefined) conditions.push(isOneOf('grade', filter.grade));
  if (filter.q !== undefined) conditions.push(sql`instr(search_key, ${textKey(filter.q)}) > 0`);
  return conditions;
}

function parametersOf(user: UserRecord): Record<string, unknown> {
  return {
    ...user,
    emailKey: textKey(user.email),
    nameKey: textKey(user.name),
    searchKey: searchKey([user.name, user.email, user.externalId]),
  };
}

function userOf(row: UserRow): UserRecord {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    email: row.email,
    name: row.name,
    role: row.role,
    ouId: row.ou_id,
    ouPath: row.ou_path,
    externalId: row.external_id,
    grade: row.grade,
    status: row.status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  };
}

/** What changes of a user when the given fields are set; null when nothing does. */
function changesOf(known: UserFields, given: Partial<UserFields>): Partial<UserFields> | null {
  const changed = Object.entries(given).filter(
    ([field, value]) => value !== undefined && known[field as keyof UserFields] !== value,
  );
  return changed.length === 0 ? null : Object.fromEntries(changed);
}

function emailTaken(holder: Pick<UserRecord, 'id'>): Fault {
  return new Fault('already_exists', 'Another user has this e-mail address.', {
    extras: { existingId: holder.id },
  });
}

function externalIdTaken(holder: Pick<UserRecord, 'id'>): Fault {
  return new Fault('already_exists', 'Another user has this external id.', {
    extras: { existingId: holder.id },
  });
}
