import type { AccountId } from '../../contracts/ids.ts';
import type { AccountPreferences } from '../../contracts/rest/preferences.ts';

/** What an account has chosen. */
export type ChosenPreferences = Omit<AccountPreferences, 'updatedAt'>;

export interface PreferencesRecord {
  readonly chosen: ChosenPreferences;
  readonly updatedAt: number;
  /** 1, 2, …: the ETag. */
  readonly version: number;
}

/** How people want the dashboard. It goes with the account. */
export interface AccountPreferenceStore {
  /** Null before the first change. */
  get(accountId: AccountId): Promise<PreferencesRecord | null>;
  /** Replaces all of it. */
  put(accountId: AccountId, chosen: ChosenPreferences, now: number): Promise<PreferencesRecord>;
}
