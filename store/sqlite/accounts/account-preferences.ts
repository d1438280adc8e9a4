import type { AccountId } from '../../../contracts/ids.ts';
import type {
  AccountPreferenceStore,
  ChosenPreferences,
  PreferencesRecord,
} from '../../ports/account-preferences.ts';
import type { Context } from '../connection/context.ts';
import { type Repository, reads, writes } from '../connection/repository.ts';

interface PreferencesRow {
  readonly chosen: string;
  readonly updated_at: number;
  readonly version: number;
}

export function createAccountPreferenceStore({
  db,
}: Pick<Context, 'db'>): Repository<AccountPreferenceStore> {
  const get = db.prepare<[accountId: AccountId], PreferencesRow>(
    'SELECT chosen, updated_at, version FROM account_preferences WHERE account_id = ?',
  );
  const put = db.prepare<
    [{ readonly accountId: AccountId; readonly chosen: string; readonly now: number }],
    PreferencesRow
  >(
    `INSERT INTO account_preferences (account_id, chosen, updated_at, version) VALUES (:accountId, :chosen, :now, 1)
     ON CONFLICT DO UPDATE SET chosen = excluded.chosen, updated_at = excluded.updated_at, version = version + 1
     RETURNING chosen, updated_at, version`,
  );
  return {
    get: reads((accountId) => {
      const row = get.get(accountId);
      return row === undefined ? null : recordOf(row);
    }),
    put: writes((accountId, chosen, now) => {
      const row = put.get({ accountId, chosen: JSON.stringify(chosen), now });
      if (row === undefined) throw new Error('preferences were not stored');
      return recordOf(row);
    }),
  };
}

function recordOf({ chosen, updated_at, version }: PreferencesRow): PreferencesRecord {
  return { chosen: JSON.parse(chosen) as ChosenPreferences, updatedAt: updated_at, version };
}
