import type { SessionStore } from '../ports/telemetry.ts';
import type { Synchronous } from '../synchronous.ts';
import type { Context } from './context.ts';

export function createSessionStore({ db }: Pick<Context, 'db'>): Synchronous<SessionStore> {
  const createLink = db.prepare<[hash: string, expiresAt: number]>(
    'INSERT INTO first_run_links (hash, expires_at) VALUES (?, ?)',
  );
  const redeemLink = db.prepare<[{ readonly hash: string; readonly now: number }]>(
    'UPDATE first_run_links SET used_at = :now WHERE hash = :hash AND used_at IS NULL AND expires_at > :now',
  );
  const anyUsed = db
    .prepare<[], number>('SELECT EXISTS (SELECT 1 FROM first_run_links WHERE used_at IS NOT NULL)')
    .pluck();
  const create = db.prepare<
    [{ readonly hash: string; readonly createdAt: number; readonly expiresAt: number }]
  >('INSERT INTO sessions (hash, created_at, expires_at) VALUES (:hash, :createdAt, :expiresAt)');
  const valid = db
    .prepare<[hash: string, now: number], number>('SELECT 1 FROM sessions WHERE hash = ? AND expires_at > ?')
    .pluck();
  const remove = db.prepare<[hash: string]>('DELETE FROM sessions WHERE hash = ?');
  const purgeSessions = db.prepare<[now: number]>('DELETE FROM sessions WHERE expires_at <= ?');
  // A used link stays: it is how we know that the first run is over.
  const purgeLinks = db.prepare<[now: number]>(
    'DELETE FROM first_run_links WHERE expires_at <= ? AND used_at IS NULL',
  );

  return {
    createFirstRunLink: (hash, expiresAt) => void createLink.run(hash, expiresAt),
    redeemFirstRunLink: (hash, now) => redeemLink.run({ hash, now }).changes > 0,
    firstRunDone: () => anyUsed.get() === 1,
    createSession: (session) => void create.run(session),
    sessionValid: (hash, now) => valid.get(hash, now) === 1,
    deleteSession: (hash) => void remove.run(hash),
    purge(now) {
      purgeSessions.run(now);
      purgeLinks.run(now);
    },
  };
}
