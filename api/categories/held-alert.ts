import type { CategorySourceRecord } from '../../store/ports/category-sources.ts';
import type { Transaction } from '../../store/ports/store.ts';
import { toAlert } from '../../store/views/alert.ts';

const sameAs = (sourceId: string): string => `category_update_held:${sourceId}`;

/** Tells administrators that a source is held back. There is one alert, with its event, for as long as the source is held. */
export async function raiseHeldAlert(
  tx: Transaction,
  source: CategorySourceRecord,
  at: number,
): Promise<void> {
  const { organisationId, id, problem } = source;
  const rule = (await tx.alerts.rules(organisationId)).category_update_held;
  const root = await tx.ous.byPath(organisationId, '/');
  if (!rule.enabled || root === null) return;
  const { alert, created } = await tx.alerts.raise({
    organisationId,
    type: 'category_update_held',
    severity: rule.severity,
    title: `The update of the category source ${id} is held back`,
    deviceId: null,
    user: null,
    ouId: root.id,
    policyId: null,
    details: { what: `${problem ?? ''} Look at it, then: schoolgate categories release ${id}`.slice(0, 300) },
    count: 1,
    sameAs: sameAs(id),
    joinsForMs: null,
    at,
  });
  if (created)
    await tx.events.append({ type: 'alert.created', organisationId, at, data: { alert: toAlert(alert) } });
}

/** Resolves the alert of a source that is no longer held back, with the event. */
export async function endHeldAlert(
  tx: Transaction,
  { organisationId, id }: Pick<CategorySourceRecord, 'organisationId' | 'id'>,
  at: number,
): Promise<void> {
  const alert = await tx.alerts.endCondition(organisationId, sameAs(id), at);
  if (alert !== null)
    await tx.events.append({ type: 'alert.resolved', organisationId, at, data: { alert: toAlert(alert) } });
}
