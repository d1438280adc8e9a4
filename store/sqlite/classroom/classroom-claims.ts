import type { ClassroomSessionId, DeviceId } from '../../../contracts/ids.ts';
import { type ClaimingSession, MAX_SESSIONS_OF_DEVICE, type SessionMode } from '../../ports/classroom.ts';
import { isWithinOu } from '../../rules/ou-path.ts';
import type { Context } from '../connection/context.ts';

/** A device and its signed-in person, as sessions and overrides use them. */
export interface ClaimSubject {
  readonly id: DeviceId;
  readonly organisation_id: number;
  readonly path: string;
  readonly user_key: string | null;
  /** Unit of the person, if the roster has one. */
  readonly user_id: string | null;
  readonly user_path: string | null;
}

interface ClaimRow {
  readonly id: ClassroomSessionId;
  readonly name: string;
  readonly mode: SessionMode;
  readonly allowed_urls: string;
  readonly starts_at: number;
  readonly ends_at: number;
}

/**
 * Reads the sessions and overrides that one device gets. It uses small look-ups, since thousands of devices ask at once when a session of a whole school
 * begins.
 */
export interface ClaimReader {
  /** Whether any session runs or is to come: mostly there is none, and nothing more is read. */
  anyOpen(): boolean;
  /** Null when there is no such device. */
  subject(deviceId: string): ClaimSubject | null;
  sessions(subject: ClaimSubject, now: number): readonly ClaimingSession[];
}

export function createClaimReader({ db }: Pick<Context, 'db'>): ClaimReader {
  const subject = db.prepare<[id: string], ClaimSubject>(
    `SELECT d.id, d.organisation_id, d.user_key, ous.path, users.id AS user_id,
       (SELECT path FROM ous WHERE ous.id = users.ou_id) AS user_path
     FROM devices d JOIN ous ON ous.id = d.ou_id
       LEFT JOIN users ON users.organisation_id = d.organisation_id AND users.email_key = d.user_key
     WHERE d.id = ? AND d.unenrolled_at IS NULL`,
  );
  const columns = 's.id, s.name, s.mode, s.allowed_urls, s.starts_at, s.ends_at';
  const byMember = (kind: 'device' | 'student') =>
    db.prepare<[key: string, organisationId: number, now: number], ClaimRow>(
      `SELECT ${columns} FROM classroom_members m JOIN classroom_sessions s ON s.id = m.session_id
       WHERE m.open = 1 AND m.kind = '${kind}' AND m.key = ? AND s.organisation_id = ? AND s.ends_at > ?`,
    );
  const ofDevice = byMember('device');
  const ofPerson = byMember('student');
  const ofUnits = db.prepare<[organisationId: number, now: number], ClaimRow & { readonly path: string }>(
    `SELECT ${columns}, ous.path FROM classroom_sessions s JOIN ous ON ous.id = s.ou_id
     WHERE s.organisation_id = ? AND s.due_at IS NOT NULL AND s.ou_id IS NOT NULL AND s.ends_at > ?`,
  );

  const anyOpen = db
    .prepare<[], number>(
      `SELECT EXISTS (SELECT 1 FROM classroom_sessions WHERE due_at IS NOT NULL) OR EXISTS (SELECT 1 FROM classroom_members WHERE open = 1)`,
    )
    .pluck();

  return {
    anyOpen: () => anyOpen.get() === 1,
    subject: (deviceId) => subject.get(deviceId) ?? null,
    sessions({ id, organisation_id, path, user_key, user_path }, now) {
      const units = ofUnits.all(organisation_id, now);
      const claims = [
        ...ofDevice.all(id, organisation_id, now).map((row) => claimOf(row, null)),
        ...units.filter((row) => isWithinOu(path, row.path)).map((row) => claimOf(row, null)),
      ];
      if (user_key !== null) {
        const students = [user_key];
        claims.push(
          ...ofPerson.all(user_key, organisation_id, now).map((row) => claimOf(row, students)),
          ...units
            .filter(
              (row) => !isWithinOu(path, row.path) && user_path !== null && isWithinOu(user_path, row.path),
            )
            .map((row) => claimOf(row, students)),
        );
      }
      return claims.sort(byStart).slice(0, MAX_SESSIONS_OF_DEVICE);
    },
  };
}

function byStart(a: ClaimingSession, b: ClaimingSession): number {
  return a.startsAt - b.startsAt || (a.id < b.id ? -1 : 1);
}

function claimOf(row: ClaimRow, students: readonly string[] | null): ClaimingSession {
  return {
    id: row.id,
    name: row.name,
    mode: row.mode,
    allowedUrls: JSON.parse(row.allowed_urls),
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    students,
  };
}
