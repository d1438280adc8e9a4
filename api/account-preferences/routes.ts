import {
  type AccountPreferences,
  type AccountPreferencesPatch,
  MAX_SAVED_VIEWS,
} from '../../contracts/rest/preferences.ts';
import { ROLES } from '../../contracts/roles.ts';
import { textKey } from '../../kit/text-key.ts';
import type { ChosenPreferences, PreferencesRecord } from '../../store/ports/account-preferences.ts';
import { timestampOrNull } from '../../store/views/timestamp.ts';
import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { fieldFault } from '../input/field-fault.ts';
import { openSessionOf } from '../sign-in/open-session.ts';

/** The endpoints of one's own preferences. */
export const ACCOUNT_PREFERENCE_ROUTES = [
  defineRoute({
    method: 'GET',
    path: '/v1/account/preferences',
    operationId: 'getAccountPreferences',
    summary: 'How you want the dashboard: language, theme and saved views',
    tag: 'Accounts',
    scope: null,
    roles: ROLES,
    extension: true,
    responses: { 200: ref('AccountPreferences') },
    handle: async ({ client }, { store, clock }) => {
      const { session } = await openSessionOf(store, client.sessionSecret, clock.now());
      const known = await store.accountPreferences.get(session.accountId);
      return { status: 200, body: toPreferences(known), version: known?.version ?? 0 };
    },
  }),

  defineRoute({
    method: 'PATCH',
    path: '/v1/account/preferences',
    operationId: 'updateAccountPreferences',
    summary: 'Change how you want the dashboard',
    description: `At most ${MAX_SAVED_VIEWS} saved views. Two views of one page have different names.`,
    tag: 'Accounts',
    scope: null,
    roles: ROLES,
    extension: true,
    body: ref('AccountPreferencesPatch'),
    responses: { 200: ref('AccountPreferences') },
    faults: ['precondition_failed'],
    handle: ({ body, client, checkIfMatch, transact }, { clock }) => {
      refuseSameNames(body.savedViews ?? []);
      return transact(async (tx) => {
        const { session } = await openSessionOf(tx, client.sessionSecret, clock.now());
        const known = await tx.accountPreferences.get(session.accountId);
        checkIfMatch(known?.version ?? 0);
        const chosen = patched(known?.chosen ?? UNCHANGED, body);
        const record = await tx.accountPreferences.put(session.accountId, chosen, clock.now());
        return {
          status: 200,
          body: toPreferences(record),
          version: record.version,
          audit: {
            action: 'account.preferences_updated',
            target: session.accountId,
            before: noted(known?.chosen ?? UNCHANGED),
            after: noted(chosen),
          },
        };
      });
    },
  }),
];

/** What holds before the first change, and what null in a patch leads back to. */
const UNCHANGED: ChosenPreferences = { language: null, theme: 'system', savedViews: [] };

function toPreferences(record: PreferencesRecord | null): AccountPreferences {
  return { ...(record?.chosen ?? UNCHANGED), updatedAt: timestampOrNull(record?.updatedAt ?? null) };
}

function patched(known: ChosenPreferences, patch: AccountPreferencesPatch): ChosenPreferences {
  const { language = known.language, theme = known.theme, savedViews = known.savedViews } = patch;
  return { language, theme: theme ?? UNCHANGED.theme, savedViews: savedViews ?? UNCHANGED.savedViews };
}

/** For the audit. The query of a view may name a person. */
function noted({ language, theme, savedViews }: ChosenPreferences): object {
  return { language, theme, savedViews: savedViews.length };
}

/** @throws Fault validation_failed for two views that a person could not tell apart */
function refuseSameNames(views: ChosenPreferences['savedViews']): void {
  const seen = new Set<string>();
  for (const [index, { name, page }] of views.entries()) {
    const key = `${page} ${textKey(name)}`;
    if (seen.has(key))
      throw fieldFault(
        `#/savedViews/${index}/name`,
        'duplicate',
        'Another view of this page has the same name.',
      );
    seen.add(key);
  }
}
