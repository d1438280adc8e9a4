import { AT } from '../openapi/example-values.ts';

const VIEW = { name: 'Library, off-line', page: 'devices', query: 'tag=library&status=offline' };

/** One example for each schema of preferences. */
export const ACCOUNT_PREFERENCE_EXAMPLES: Readonly<Record<string, object>> = {
  SavedView: VIEW,
  AccountPreferences: { language: 'en', theme: 'dark', savedViews: [VIEW], updatedAt: AT },
  AccountPreferencesPatch: { theme: 'dark', savedViews: [VIEW] },
};
