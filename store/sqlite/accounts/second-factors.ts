import type { AccountId } from '../../../contracts/ids.ts';
import type { SecondFactorRecord, SecondFactorStore } from '../../ports/second-factors.ts';
import type { Context } from '../connection/context.ts';
import { type Repository, reads, writes } from '../connection/repository.ts';

export function createSecondFactorStore({ db }: Pick<Context, 'db'>): Repository<SecondFactorStore> {
  const get = db.prepare<[accountId: AccountId], SecondFactorRecord>(
    `SELECT f.secret, f.created_at AS createdAt, f.confirmed_at AS confirmedAt, f.last_step AS lastStep,
       (SELECT count(*) FROM recovery_codes c WHERE c.account_id = f.account_id) AS recoveryCodesLeft
     FROM second_factors f WHERE f.account_id = ?`,
  );
  const insert = db.prepare<[Record<string, unknown>]>(
    'INSERT INTO second_factors (account_id, secret, created_at, last_step) VALUES (:accountId, :secret, :createdAt, 0)',
  );
  const confirm = db.prepare<[at: number, accountId: AccountId]>(
    'UPDATE second_factors SET confirmed_at = ? WHERE account_id = ?',
  );
  const useStep = db.prepare<[{ readonly accountId: AccountId; readonly step: number }]>(
    'UPDATE second_factors SET last_step = :step WHERE account_id = :accountId AND last_step < :step',
  );
  const remove = db.prepare<[accountId: AccountId]>('DELETE FROM second_factors WHERE account_id = ?');
  const clearCodes = db.prepare<[accountId: AccountId]>('DELETE FROM recovery_codes WHERE account_id = ?');
  const insertCode = db.prepare<[accountId: AccountId, hash: string]>(
    'INSERT INTO recovery_codes (account_id, hash) VALUES (?, ?)',
  );
  const takeCode = db.prepare<[accountId: AccountId, hash: string]>(
    'DELETE FROM recovery_codes WHERE account_id = ? AND hash = ?',
  );
  return {
    get: reads((accountId) => get.get(accountId) ?? null),
    begin: writes((factor) => {
      remove.run(factor.accountId);
      insert.run(factor);
    }),
    confirm: writes((accountId, at) => void confirm.run(at, accountId)),
    useStep: writes((accountId, step) => useStep.run({ accountId, step }).changes > 0),
    replaceCodes: writes((accountId, hashes) => {
      clearCodes.run(accountId);
      for (const hash of hashes) insertCode.run(accountId, hash);
    }),
    useCode: writes((accountId, hash) => takeCode.run(accountId, hash).changes > 0),
    delete: writes((accountId) => remove.run(accountId).changes > 0),
  };
}
