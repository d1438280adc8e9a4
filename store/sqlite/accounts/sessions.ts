import type { AccountId, SessionId } from '../../../contracts/ids.ts';
import {
  type FailureCount,
  MAX_LISTED_SESSIONS,
  type NewSession,
  type SessionRecord,
  type SessionStore,
  type SignInFailureStore,
} from '../../ports/accounts.ts';
import type { Context } from '../connection/context.ts';
import { type Repository, reads, writes } from '../connection/repository.ts';
import { ACCOUNT_COLUMNS, type AccountRow, accountOf } from './accounts.ts';

interface SessionColumns {
  readonly session_id: SessionId;
  readonly session_hash: string;
  readonly session_method: NewSession['method'];
  readonly session_address: string | null;
  readonly session_user_agent: string | null;
  readonly session_created_at: number;
  readonly session_expires_at: number;
  readonly session_last_used_at: number;
}

const SESSION_COLUMNS = `s.hash AS session_hash, s.id AS session_id, s.address AS session_address, s.user_agent AS session_user_agent, s.method AS session_method, s.created_at AS session_created_at, s.expires_at AS session_expires_at,
  s.last_used_at AS session_last_used_at`;

export function createSessionStore({ db }: Pick<Context, 'db'>): Repository<SessionStore> {
  const create = db.prepare<[NewSession]>(
    `INSERT INTO sessions (hash, id, account_id, method, address, user_agent, created_at, expires_at, last_used_at)
     VALUES (:hash, :id, :accountId, :method, :address, :userAgent, :createdAt, :expiresAt, :createdAt)`,
  );
  const select = `SELECT ${ACCOUNT_COLUMNS}, ${SESSION_COLUMNS}
     FROM sessions s JOIN accounts a ON a.id = s.account_id LEFT JOIN ous o ON o.id = a.ou_id`;
  const get = db.prepare<[hash: string], AccountRow & SessionColumns>(`${select} WHERE s.hash = ?`);
  const listOf = db.prepare<[accountId: AccountId, limit: number], AccountRow & SessionColumns>(
    `${select} WHERE s.account_id = ? ORDER BY s.created_at DESC, s.id DESC LIMIT ?`,
  );
  const touch = db.prepare<[at: number, hash: string]>(
    'UPDATE sessions SET last_used_at = max(last_used_at, ?) WHERE hash = ?',
  );
  const remove = db.prepare<[hash: string]>('DELETE FROM sessions WHERE hash = ?');
  const removeOf = db.prepare<[accountId: AccountId, exceptHash: string]>(
    'DELETE FROM sessions WHERE account_id = ? AND hash <> ?',
  );
  const purgeSessions = db.prepare<[now: number]>('DELETE FROM sessions WHERE expires_at <= ?');
  const purgeAccountLinks = db.prepare<[now: number]>('DELETE FROM account_links WHERE expires_at <= ?');
  const purgeResets = db.prepare<[now: number]>('DELETE FROM password_resets WHERE expires_at <= ?');

  const firstRun = createFirstRunLinks(db);
  return {
    ...firstRun.methods,
    createSession: writes((session) => void create.run(session)),
    session: reads((hash) => {
      const row = get.get(hash);
      return row === undefined ? null : sessionOf(row);
    }),
    sessionsOf: reads((accountId) => listOf.all(accountId, MAX_LISTED_SESSIONS).map(sessionOf)),
    touchSession: writes((hash, at) => void touch.run(at, hash)),
    deleteSession: writes((hash) => void remove.run(hash)),
    deleteSessionsOf: writes((accountId, exceptHash) => removeOf.run(accountId, exceptHash ?? '').changes),
    purge: writes((now) => {
      purgeSessions.run(now);
      purgeAccountLinks.run(now);
      purgeResets.run(now);
      firstRun.purge(now);
    }),
  };
}

function sessionOf(row: AccountRow & SessionColumns): SessionRecord {
  return {
    id: row.session_id,
    hash: row.session_hash,
    accountId: row.id,
    method: row.session_method,
    address: row.session_address,
    userAgent: row.session_user_agent,
    createdAt: row.session_created_at,
    expiresAt: row.session_expires_at,
    lastUsedAt: row.session_last_used_at,
    account: accountOf(row),
  };
}

function createFirstRunLinks(db: Context['db']) {
  const create = db.prepare<[hash: string, expiresAt: number]>(
    'INSERT INTO first_run_links (hash, expires_at) VALUES (?, ?)',
  );
  const redeem = db.prepare<[{ readonly hash: string; readonly now: number }]>(
    'UPDATE first_run_links SET used_at = :now WHERE hash = :hash AND used_at IS NULL AND expires_at > :now',
  );
  const anyUsed = db
    .prepare<[], number>('SELECT EXISTS (SELECT 1 FROM first_run_links WHERE used_at IS NOT NULL)')
    .pluck();
  // A used link stays: it is how we know that the first run is over.
  const purge = db.prepare<[now: number]>(
    'DELETE FROM first_run_links WHERE expires_at <= ? AND used_at IS NULL',
  );
  const methods: Pick<
    Repository<SessionStore>,
    'createFirstRunLink' | 'redeemFirstRunLink' | 'firstRunDone'
  > = {
    createFirstRunLink: writes((hash, expiresAt) => void create.run(hash, expiresAt)),
    redeemFirstRunLink: writes((hash, now) => redeem.run({ hash, now }).changes > 0),
    firstRunDone: reads(() => anyUsed.get() === 1),
  };
  return { methods, purge: (now: number): void => void purge.run(now) };
}

export function createSignInFailureStore({ db }: Pick<Context, 'db'>): Repository<SignInFailureStore> {
  const get = db.prepare<[bucket: string], { readonly failures: number; readonly last_at: number }>(
    'SELECT failures, last_at FROM sign_in_failures WHERE bucket = ?',
  );
  const put = db.prepare<[FailureCount & { readonly bucket: string }]>(
    `INSERT INTO sign_in_failures (bucket, failures, last_at) VALUES (:bucket, :failures, :lastAt)
     ON CONFLICT DO UPDATE SET failures = excluded.failures, last_at = excluded.last_at`,
  );
  const remove = db.prepare<[bucket: string]>('DELETE FROM sign_in_failures WHERE bucket = ?');
  const purge = db.prepare<[before: number]>('DELETE FROM sign_in_failures WHERE last_at < ?');
  return {
    get: reads((bucket) => {
      const row = get.get(bucket);
      return row === undefined ? null : { failures: row.failures, lastAt: row.last_at };
    }),
    put: writes((bucket, count) => void put.run({ bucket, ...count })),
    delete: writes((bucket) => void remove.run(bucket)),
    purge: writes((before) => purge.run(before).changes),
  };
}
