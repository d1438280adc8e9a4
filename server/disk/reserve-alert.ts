import { DEFAULT_ORGANISATION_ID } from '../../store/ports/organisations.ts';
import type { Transaction } from '../../store/ports/store.ts';
import { toAlert } from '../../store/views/alert.ts';

const SAME_AS = 'disk_reserve';

const MEGABYTE = 1_048_576;

/** Raises one alert, with its event, while records wait for room on the disk. */
export async function raiseReserveAlert(
  tx: Transaction,
  { freeBytes, reserveBytes }: { readonly freeBytes: number; readonly reserveBytes: number },
  at: number,
): Promise<void> {
  const organisationId = DEFAULT_ORGANISATION_ID;
  const rule = (await tx.alerts.rules(organisationId)).disk_reserve;
  const root = await tx.ous.byPath(organisationId, '/');
  if (!rule.enabled || root === null) return;
  const [free, reserve] = [freeBytes, reserveBytes].map((bytes) => `${Math.floor(bytes / MEGABYTE)} MB`);
  const { alert, created } = await tx.alerts.raise({
    organisationId,
    type: 'disk_reserve',
    severity: rule.severity,
    title: 'The disk of the server is nearly full: records wait on the devices',
    deviceId: null,
    user: null,
    ouId: root.id,
    policyId: null,
    details: { what: `${free} are free; ${reserve} are kept for locks, commands and the audit trail.` },
    count: 1,
    sameAs: SAME_AS,
    joinsForMs: null,
    at,
  });
  if (created)
    await tx.events.append({ type: 'alert.created', organisationId, at, data: { alert: toAlert(alert) } });
}

/** There is room again: the alert is resolved, with the event. Harmless when there is none. */
export async function endReserveAlert(tx: Transaction, at: number): Promise<void> {
  const organisationId = DEFAULT_ORGANISATION_ID;
  const alert = await tx.alerts.endCondition(organisationId, SAME_AS, at);
  if (alert !== null)
    await tx.events.append({ type: 'alert.resolved', organisationId, at, data: { alert: toAlert(alert) } });
}
