import type { AccountId } from '../../../contracts/ids.ts';
import type { PasswordResetStore } from '../../ports/password-resets.ts';
import type { Context } from '../connection/context.ts';
import { type Repository, reads, writes } from '../connection/repository.ts';

export function createPasswordResetStore({ db }: Pick<Context, 'db'>): Repository<PasswordResetStore> {
  const insert = db.prepare<[Record<string, unknown>]>(
    `INSERT INTO password_resets (hash, account_id, requested_at, expires_at)
     VALUES (:hash, :accountId, :requestedAt, :expiresAt)`,
  );
  const requested = db
    .prepare<[accountId: AccountId, since: number], number>(
      'SELECT count(*) FROM password_resets WHERE account_id = ? AND requested_at >= ?',
    )
    .pluck();
  const find = db.prepare<[hash: string, now: number]>(
    'SELECT 1 FROM password_resets WHERE hash = ? AND expires_at > ?',
  );
  const take = db
    .prepare<[hash: string, now: number], AccountId>(
      'DELETE FROM password_resets WHERE hash = ? AND expires_at > ? RETURNING account_id',
    )
    .pluck();
  const remove = db.prepare<[hash: string]>('DELETE FROM password_resets WHERE hash = ?');
  const removeOf = db.prepare<[accountId: AccountId]>('DELETE FROM password_resets WHERE account_id = ?');
  return {
    create: writes((link) => void insert.run(link)),
    requestedSince: reads((accountId, since) => requested.get(accountId, since) ?? 0),
    has: reads((hash, now) => find.get(hash, now) !== undefined),
    redeem: writes((hash, now) => take.get(hash, now) ?? null),
    delete: writes((hash) => void remove.run(hash)),
    deleteOf: writes((accountId) => void removeOf.run(accountId)),
  };
}
