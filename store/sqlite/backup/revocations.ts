import type { Database } from 'better-sqlite3';
import type { Revocation, RevocationStore } from '../../ports/revocations.ts';
import type { Context } from '../connection/context.ts';
import { type Repository, reads } from '../connection/repository.ts';

export function createRevocationStore({ db }: Context): Repository<RevocationStore> {
  const last = db.prepare<[], number | null>('SELECT max(sequence) FROM revocations').pluck();
  const count = db.prepare<[], number>('SELECT count(*) FROM revocations').pluck();
  return {
    lastSequence: reads(() => last.get() ?? 0),
    count: reads(() => count.get() ?? 0),
    after: reads((sequence) => revocationsAfter(db, sequence)),
  };
}

/** Oldest first. */
export function revocationsAfter(db: Database, sequence: number): readonly Revocation[] {
  return db
    .prepare<[after: number], Revocation>(
      'SELECT id, at, kind, subject, value FROM revocations WHERE sequence > ? ORDER BY sequence',
    )
    .all(sequence);
}
