import { Fault } from '../../../kit/fault.ts';
import type {
  IdempotencyKey,
  IdempotencyState,
  IdempotencyStore,
  StoredResponse,
} from '../../ports/api-keys.ts';
import type { Context } from '../connection/context.ts';
import { type Repository, writes } from '../connection/repository.ts';

interface MarkRow {
  readonly fingerprint: string;
  readonly response: string | null;
  readonly expires_at: number;
}

const THIS_KEY = 'caller = :caller AND method = :method AND path = :path AND key = :key';

export function createIdempotencyStore({ db }: Pick<Context, 'db'>): Repository<IdempotencyStore> {
  const get = db.prepare<[IdempotencyKey], MarkRow>(
    `SELECT fingerprint, response, expires_at FROM idempotency WHERE ${THIS_KEY}`,
  );
  const begin = db.prepare<[IdempotencyKey & { readonly fingerprint: string; readonly until: number }]>(
    `INSERT INTO idempotency (caller, method, path, key, fingerprint, response, expires_at)
     VALUES (:caller, :method, :path, :key, :fingerprint, NULL, :until)
     ON CONFLICT DO UPDATE SET fingerprint = excluded.fingerprint, response = NULL, expires_at = excluded.expires_at`,
  );
  const finish = db.prepare<[IdempotencyKey & { readonly response: string; readonly expiresAt: number }]>(
    `UPDATE idempotency SET response = :response, expires_at = :expiresAt WHERE ${THIS_KEY} AND response IS NULL`,
  );
  const hold = db.prepare<[IdempotencyKey & { readonly until: number }]>(
    `UPDATE idempotency SET expires_at = :until WHERE ${THIS_KEY} AND response IS NULL`,
  );
  const abandon = db.prepare<[IdempotencyKey]>(
    `DELETE FROM idempotency WHERE ${THIS_KEY} AND response IS NULL`,
  );
  const purge = db.prepare<[now: number, limit: number]>(
    'DELETE FROM idempotency WHERE rowid IN (SELECT rowid FROM idempotency WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)',
  );

  return {
    begin: writes((key, fingerprint, { now, until }) => {
      const row = get.get(key);
      const state = stateOfMark(row === undefined ? null : markOf(row), fingerprint, now);
      if (state.kind === 'new') begin.run({ ...key, fingerprint, until });
      return state;
    }),
    finish: writes((key, response, expiresAt) => {
      if (finish.run({ ...key, response: JSON.stringify(response), expiresAt }).changes === 0)
        throw lostMark();
    }),
    hold: writes((key, until) => {
      if (hold.run({ ...key, until }).changes === 0) throw lostMark();
    }),
    abandon: writes((key) => void abandon.run(key)),
    purge: writes((now, limit) => purge.run(now, limit).changes),
  };
}

function markOf(row: MarkRow): IdempotencyMark {
  const response: StoredResponse | null = row.response === null ? null : JSON.parse(row.response);
  return { fingerprint: row.fingerprint, response, expiresAt: row.expires_at };
}

/** What is remembered under an idempotency key: a running request, or its answer. */
export interface IdempotencyMark {
  readonly fingerprint: string;
  /** Null while the request runs. */
  readonly response: StoredResponse | null;
  /** End of the mark, or of the keeping of the answer. */
  readonly expiresAt: number;
}

/** What a repeat of a request meets. */
function stateOfMark(mark: IdempotencyMark | null, fingerprint: string, now: number): IdempotencyState {
  if (mark === null || mark.expiresAt <= now) return { kind: 'new' };
  if (mark.fingerprint !== fingerprint) return { kind: 'other_request' };
  return mark.response === null ? { kind: 'running' } : { kind: 'done', response: mark.response };
}

/**
 * A request that took longer than its mark and was overtaken by its own repeat. Thrown inside the transaction of the effect, it undoes it: the
 * effect happens once.
 */
function lostMark(): Fault {
  return new Fault(
    'idempotency_in_progress',
    'Another request with this idempotency key has overtaken this one; repeat it to get its answer.',
  );
}
