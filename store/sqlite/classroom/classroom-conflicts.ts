import type { ClassroomSessionId } from '../../../contracts/ids.ts';
import type { ClassroomSessionStore, SessionConflict } from '../../ports/classroom.ts';
import type { Context } from '../connection/context.ts';
import { type Repository, reads, writes } from '../connection/repository.ts';

interface ConflictRow {
  readonly session_id: ClassroomSessionId;
  readonly by_session_id: ClassroomSessionId;
  readonly by_teacher: string;
  readonly student_emails: string;
  readonly device_ids: string;
  readonly since: number;
  readonly ended_at: number | null;
}

type ConflictCalls = Pick<Repository<ClassroomSessionStore>, 'noteConflict' | 'endConflicts' | 'conflictsOf'>;

/** Conflicts: which session took students or devices from which. */
export function createConflictStore({ db }: Pick<Context, 'db'>): ConflictCalls {
  const find = db.prepare<[sessionId: string, bySessionId: string], ConflictRow>(
    'SELECT * FROM classroom_conflicts WHERE session_id = ? AND by_session_id = ?',
  );
  const put = db.prepare<[Record<string, unknown>]>(
    `INSERT INTO classroom_conflicts (session_id, by_session_id, student_emails, device_ids, since)
     VALUES (:sessionId, :bySessionId, :studentEmails, :deviceIds, :since)
     ON CONFLICT (session_id, by_session_id) DO UPDATE SET student_emails = excluded.student_emails, device_ids = excluded.device_ids`,
  );
  // The earlier session shows the conflict, so its ETag changes.
  const bumpLoser = db.prepare<[sessionId: string]>(
    'UPDATE classroom_sessions SET version = version + 1 WHERE id = ?',
  );
  const bumpLosers = db.prepare<[{ readonly id: string }]>(
    `UPDATE classroom_sessions SET version = version + 1 WHERE id IN
       (SELECT session_id FROM classroom_conflicts WHERE (session_id = :id OR by_session_id = :id) AND ended_at IS NULL)`,
  );
  const end = db.prepare<[{ readonly id: string; readonly at: number }]>(
    `UPDATE classroom_conflicts SET ended_at = max(since, :at)
     WHERE (session_id = :id OR by_session_id = :id) AND ended_at IS NULL`,
  );
  const lostBy = db.prepare<[ids: string], ConflictRow>(
    `SELECT c.*, s.teacher AS by_teacher FROM classroom_conflicts c JOIN classroom_sessions s ON s.id = c.by_session_id
     WHERE c.session_id IN (SELECT value FROM json_each(?)) ORDER BY c.since, c.by_session_id`,
  );
  return {
    noteConflict: writes((conflict) => {
      const known = find.get(conflict.sessionId, conflict.bySessionId);
      const before = known === undefined ? { studentEmails: [], deviceIds: [] } : conflictOf(known);
      put.run({
        ...conflict,
        studentEmails: union(before.studentEmails, conflict.studentEmails),
        deviceIds: union(before.deviceIds, conflict.deviceIds),
      });
      bumpLoser.run(conflict.sessionId);
    }),
    endConflicts: writes((id, at) => {
      bumpLosers.run({ id });
      end.run({ id, at });
    }),
    conflictsOf: reads((ids) => lostBy.all(JSON.stringify(ids)).map(conflictOf)),
  };
}

function union(before: readonly string[], more: readonly string[]): string {
  return JSON.stringify([...new Set([...before, ...more])]);
}

function conflictOf(row: ConflictRow): SessionConflict {
  return {
    sessionId: row.session_id,
    bySessionId: row.by_session_id,
    byTeacher: row.by_teacher,
    studentEmails: JSON.parse(row.student_emails),
    deviceIds: JSON.parse(row.device_ids),
    since: row.since,
    endedAt: row.ended_at,
  };
}
