import { sql } from 'kysely';
import type { ClassroomSessionId, DeviceId } from '../../../contracts/ids.ts';
import { SESSION_MINUTES } from '../../../contracts/rest/classroom.ts';
import { textKey } from '../../../kit/text-key.ts';
import type {
  ClassroomSessionFilter,
  ClassroomSessionRecord,
  ClassroomSessionSortField,
  ClassroomSessionStore,
  SessionInForce,
} from '../../ports/classroom.ts';
import { changedSession, MINUTE_MS, sessionAfterStep } from '../../rules/session-steps.ts';
import type { Context } from '../connection/context.ts';
import { type Condition, isOneOf, type ListSource } from '../connection/list-query.ts';
import { type Repository, reads, writes } from '../connection/repository.ts';
import { createDeviceFinder } from '../devices/device-finder.ts';
import { isInOus } from '../devices/device-list.ts';
import { createClaimReader } from './classroom-claims.ts';
import { createConflictStore } from './classroom-conflicts.ts';
import {
  type ClassroomSessionRow,
  type Members,
  SESSION_COLUMNS,
  SESSION_PARAMETERS,
  sessionOf,
  sessionParameters,
} from './classroom-row.ts';

const SORTABLE: ListSource<ClassroomSessionRow, ClassroomSessionSortField>['sortable'] = {
  startsAt: { column: 'starts_at', nullable: false },
  createdAt: { column: 'created_at', nullable: false },
  name: { column: 'name_key', nullable: false },
};

/** No session that began longer ago is still in force. */
const LONGEST_MS = SESSION_MINUTES.max * MINUTE_MS;

export function createClassroomSessionStore(
  context: Pick<Context, 'db' | 'lists'>,
): Repository<ClassroomSessionStore> {
  const { lists } = context;
  const rows = prepareRows(context);
  const finder = createDeviceFinder(context);
  const claims = createClaimReader(context);

  const find = (id: string): ClassroomSessionRecord | null => {
    const row = rows.find.get(id);
    return row === undefined ? null : sessionOf(row, rows.members(row.id));
  };
  const getSession = (organisationId: number, id: string): ClassroomSessionRecord | null => {
    const session = find(id);
    return session?.organisationId === organisationId ? session : null;
  };
  const claimedDevices = (id: ClassroomSessionId): readonly DeviceId[] => {
    const session = find(id);
    if (session === null) return [];
    const { organisationId, ouId, studentEmails, deviceIds } = session;
    if (ouId !== null) return finder.ofUnit(organisationId, ouId);
    return deviceIds.length > 0
      ? finder.existing(organisationId, deviceIds)
      : finder.ofPersons(organisationId, studentEmails);
  };

  return {
    ...createConflictStore(context),
    claiming: reads((deviceId, now) => {
      const subject = claims.anyOpen() ? claims.subject(deviceId) : null;
      return subject === null ? [] : claims.sessions(subject, now);
    }),
    claimedDevices: reads(claimedDevices),
    touchDevices: writes((id) => {
      const devices = claimedDevices(id);
      finder.touch(devices);
      return devices;
    }),
    renewTargets: writes((ids) => finder.touch(ids)),
    create: writes((making) => {
      const session = { ...making, ouPath: rows.pathOf(making.ouId) };
      rows.insert.run(sessionParameters(session));
      rows.addMembers(session);
      rows.keepSettings(session, session.createdAt);
      return session;
    }),
    get: reads(getSession),
    list: reads((query) => {
      const conditions = [
        sql`organisation_id = ${query.organisationId}`,
        ...conditionsOf(query.filter, query.organisationId),
      ];
      const page = lists.read<ClassroomSessionRow, ClassroomSessionSortField>(
        { table: 'classroom_sessions', columns: sql.raw(SESSION_COLUMNS), sortable: SORTABLE, conditions },
        query,
      );
      return { ...page, rows: page.rows.map((row) => sessionOf(row, rows.members(row.id))) };
    }),
    update: writes((organisationId, id, changes, now) => {
      const known = getSession(organisationId, id);
      const changed = known === null ? null : changedSession(known, changes, now);
      if (changed === null) return null;
      rows.update.run(sessionParameters(changed));
      rows.keepSettings(changed, now);
      return changed;
    }),
    advance: writes((id, step) => {
      const known = find(id);
      const next = known === null ? null : sessionAfterStep(known, step);
      if (next === null) return null;
      rows.update.run(sessionParameters(next));
      if (next.endedAt !== null) rows.closeMembers.run(next.id);
      return next;
    }),
    due: reads((now, limit) => rows.due.all(now, limit).map((row) => sessionOf(row, rows.members(row.id)))),
    purge: writes((before, limit) => rows.purge.run(before, limit).changes),
    nextChangeAt: reads(() => rows.nextMoment.get() ?? null),
    active: reads((organisationId) =>
      rows.active.all(organisationId).map((row) => sessionOf(row, rows.members(row.id))),
    ),
    inForce: reads(
      (organisationId, at) =>
        rows.inForce.all({ organisationId, at, from: at - LONGEST_MS }).map((row) => {
          const { id, name, startsAt, endsAt, mode, allowedUrls, ouPath, ...who } = sessionOf(
            row,
            rows.members(row.id),
          );
          const { studentEmails, deviceIds } = who;
          return { id, name, startsAt, endsAt, mode, allowedUrls, ouPath, studentEmails, deviceIds };
        }) satisfies readonly SessionInForce[],
    ),
  };
}

/** The statements over sessions, their members and settings. */
function prepareRows({ db }: Pick<Context, 'db'>) {
  const columns = SESSION_PARAMETERS;
  const select = `SELECT ${SESSION_COLUMNS} FROM classroom_sessions`;
  const memberRows = db.prepare<[id: string], { readonly kind: 'student' | 'device'; readonly key: string }>(
    'SELECT kind, key FROM classroom_members WHERE session_id = ? ORDER BY kind, key',
  );
  const addMember = db.prepare<[id: string, kind: string, key: string]>(
    'INSERT INTO classroom_members (session_id, kind, key) VALUES (?, ?, ?)',
  );
  const addSettings = db.prepare<[Record<string, unknown>]>(
    `INSERT INTO classroom_settings (session_id, version, since, mode, allowed_urls, ends_at)
     VALUES (:id, :version, :since, :mode, :allowed_urls, :ends_at)`,
  );
  const path = db.prepare<[id: string], string>('SELECT path FROM ous WHERE id = ?').pluck();
  return {
    find: db.prepare<[id: string], ClassroomSessionRow>(`${select} WHERE id = ?`),
    insert: db.prepare<[Record<string, unknown>]>(
      `INSERT INTO classroom_sessions (${columns.join(', ')}) VALUES (${columns.map((column) => `:${column}`).join(', ')})`,
    ),
    update: db.prepare<[Record<string, unknown>]>(
      `UPDATE classroom_sessions SET ${columns.map((column) => `${column} = :${column}`).join(', ')} WHERE id = :id`,
    ),
    closeMembers: db.prepare<[id: string]>('UPDATE classroom_members SET open = 0 WHERE session_id = ?'),
    due: db.prepare<[now: number, limit: number], ClassroomSessionRow>(
      `${select} WHERE due_at IS NOT NULL AND due_at <= ? ORDER BY due_at, id LIMIT ?`,
    ),
    purge: db.prepare<[before: number, limit: number]>(
      `DELETE FROM classroom_sessions WHERE id IN
         (SELECT id FROM classroom_sessions WHERE due_at IS NULL AND coalesce(ended_at, ends_at) < ? LIMIT ?)`,
    ),
    nextMoment: db
      .prepare<[], number | null>('SELECT min(due_at) FROM classroom_sessions WHERE due_at IS NOT NULL')
      .pluck(),
    active: db.prepare<[organisationId: number], ClassroomSessionRow>(
      `${select} WHERE organisation_id = ? AND due_at IS NOT NULL AND status = 'active' ORDER BY starts_at, id`,
    ),
    inForce: db.prepare<
      [{ readonly organisationId: number; readonly at: number; readonly from: number }],
      ClassroomSessionRow
    >(
      `SELECT s.*, (SELECT path FROM ous WHERE ous.id = s.ou_id) AS path_today, t.mode, t.allowed_urls,
         min(coalesce(s.ended_at, t.ends_at), t.ends_at) AS ends_at
       FROM classroom_sessions s JOIN classroom_settings t ON t.session_id = s.id AND t.version =
         (SELECT max(version) FROM classroom_settings WHERE session_id = s.id AND since <= :at)
       WHERE s.organisation_id = :organisationId AND s.starts_at <= :at AND s.starts_at > :from AND t.ends_at > :at
         AND (s.ended_at IS NULL OR s.ended_at > :at)
       ORDER BY s.starts_at, s.id`,
    ),
    members(id: string): Members {
      const found = memberRows.all(id);
      const keys = (wanted: 'student' | 'device'): string[] =>
        found.filter(({ kind }) => kind === wanted).map(({ key }) => key);
      return { studentEmails: keys('student'), deviceIds: keys('device') as DeviceId[] };
    },
    addMembers({ id, studentEmails, deviceIds }: ClassroomSessionRecord): void {
      for (const email of studentEmails) addMember.run(id, 'student', email);
      for (const device of deviceIds) addMember.run(id, 'device', device);
    },
    keepSettings(session: ClassroomSessionRecord, since: number): void {
      const { id, version, mode, allowed_urls, ends_at } = sessionParameters(session);
      addSettings.run({ id, version, since, mode, allowed_urls, ends_at });
    },
    pathOf: (ouId: string | null): string | null => (ouId === null ? null : (path.get(ouId) ?? null)),
  };
}

function conditionsOf(filter: ClassroomSessionFilter, organisationId: number): readonly Condition[] {
  const conditions: Condition[] = [];
  if (filter.status !== undefined) conditions.push(isOneOf('status', filter.status));
  if (filter.teacher !== undefined) conditions.push(isOneOf('teacher_key', filter.teacher.map(textKey)));
  if (filter.mode !== undefined) conditions.push(isOneOf('mode', filter.mode));
  if (filter.from !== undefined) conditions.push(sql`starts_at >= ${filter.from}`);
  if (filter.to !== undefined) conditions.push(sql`starts_at < ${filter.to}`);
  if (filter.withinOuPath !== undefined)
    conditions.push(isInOus('place_ou_id', organisationId, [filter.withinOuPath]));
  return conditions;
}
