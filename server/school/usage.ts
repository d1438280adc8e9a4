import { DEFAULT_ORGANISATION_ID } from '../../store/ports/organisations.ts';
import type { Store } from '../../store/ports/store.ts';
import { SECRET_NAMES } from '../../store/rules/organisation-settings.ts';

/** Whether any device is enrolled: it trusts only this server's authority and signing key. */
export async function hasDevices(store: Store): Promise<boolean> {
  return (await store.devices.count(DEFAULT_ORGANISATION_ID)).total > 0;
}

/** Whether a new signing or master key would break something: enrolled devices, or second factors, webhooks and settings with sealed secrets. */
export async function dependsOnSecrets(store: Store): Promise<boolean> {
  if (await hasDevices(store)) return true;
  const accounts = await store.accounts.list(DEFAULT_ORGANISATION_ID);
  if (accounts.some(({ secondFactor }) => secondFactor)) return true;
  const { values } = await store.organisationSettings.get(DEFAULT_ORGANISATION_ID);
  if (SECRET_NAMES.some((name) => (values[name] ?? null) !== null)) return true;
  const webhooks = await store.webhooks.list({
    organisationId: DEFAULT_ORGANISATION_ID,
    filter: {},
    sort: [{ field: 'createdAt', descending: false }],
    limit: 1,
    from: { kind: 'page', page: 1 },
  });
  return webhooks.total > 0;
}
