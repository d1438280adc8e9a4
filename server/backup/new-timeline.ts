import Database from 'better-sqlite3';
import type { Clock } from '../../kit/clock.ts';
import type { IdSource } from '../../kit/random.ts';
import { DEFAULT_ORGANISATION_ID } from '../../store/ports/organisations.ts';
import { createSqliteStore } from '../../store/sqlite/sqlite-store.ts';

/**
 * How far counters jump that others have seen run on after the backup. Devices refuse a target state or a command with a number that is not above the
 * last one, and readers of events go on behind the last one they saw: a million changes are more than any school makes between two backups.
 */
export const TIMELINE_STEP = 1_000_000;

/** What a restored database is told about the one that it replaces. */
export interface NewTimeline {
  readonly backupCreatedAt: string;
  readonly file: string;
  /** The database that is put aside; null when there is none. */
  readonly replaced: string | null;
}

/** What was carried over from the replaced database. */
export interface CarriedOver {
  /** API keys that were revoked after the backup, and stay so. */
  readonly revokedKeys: number;
}

/**
 * Makes a restored database fit for a world that has gone on: brings its schema up to date, moves its counters past all that devices and receivers have seen,
 * ends every dashboard session, keeps revoked keys revoked, and says so in the audit.
 */
export async function beginNewTimeline(
  path: string,
  tools: { readonly clock: Clock; readonly ids: IdSource },
  { backupCreatedAt, file, replaced }: NewTimeline,
): Promise<CarriedOver> {
  const store = createSqliteStore({ path, ...tools });
  await store.start();
  await store.stop();
  const revocations = replaced === null ? [] : readRevocations(replaced);
  const revokedKeys = moveOn(path, revocations);
  await store.start();
  try {
    await store.audit.append({
      organisationId: DEFAULT_ORGANISATION_ID,
      at: tools.clock.now(),
      actor: 'cli',
      action: 'backup.restored',
      target: null,
      after: { file, backupCreatedAt, revokedKeys },
    });
  } finally {
    // The last to close writes the log into the main file: what is moved into place is one whole file.
    await store.stop();
  }
  return { revokedKeys };
}

interface Revocation {
  readonly id: string;
  readonly revoked_at: number;
}

function moveOn(path: string, revocations: readonly Revocation[]): number {
  const db = new Database(path);
  try {
    const revoke = db.prepare(
      'UPDATE api_keys SET revoked_at = :revoked_at WHERE id = :id AND revoked_at IS NULL',
    );
    return db.transaction(() => {
      db.prepare(
        `UPDATE organisations SET settings_version = settings_version + :step, event_sequence = event_sequence + :step,
           policy_version = policy_version + :step`,
      ).run({ step: TIMELINE_STEP });
      db.prepare(
        'UPDATE devices SET command_sequence = command_sequence + :step, lock_sequence = lock_sequence + :step',
      ).run({ step: TIMELINE_STEP });
      // Sessions that were ended since the backup would be valid again.
      db.exec('DELETE FROM sessions');
      return revocations.reduce((count, revocation) => count + revoke.run(revocation).changes, 0);
    })();
  } finally {
    db.close();
  }
}

/** A replaced database that cannot be read is perhaps why there is a restore: then nothing is carried over. */
function readRevocations(path: string): readonly Revocation[] {
  try {
    const db = new Database(path, { readonly: true, fileMustExist: true });
    try {
      return db
        .prepare<[], Revocation>('SELECT id, revoked_at FROM api_keys WHERE revoked_at IS NOT NULL')
        .all();
    } finally {
      db.close();
    }
  } catch (error) {
    if (error instanceof Database.SqliteError) return [];
    throw error;
  }
}
