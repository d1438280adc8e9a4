import { mayTurn } from '../../contracts/alerts/rules.ts';
import type { AlertPatch } from '../../contracts/rest/alerts.ts';
import { Fault } from '../../kit/fault.ts';
import type { AlertRecord } from '../../store/ports/alerts.ts';
import type { Repositories, Transaction } from '../../store/ports/store.ts';
import { toAlert } from '../../store/views/alert.ts';
import { notFound } from '../input/field-fault.ts';
import { mayReach, type Reach } from '../input/reach.ts';

/** An alert that the caller may see: the device was in a unit of the caller when the alert was made. @throws Fault not_found */
export async function alertInReach(
  { alerts }: Pick<Repositories, 'alerts'>,
  reach: Reach,
  id: string,
): Promise<AlertRecord> {
  const alert = await alerts.get(reach.organisationId, id);
  if (alert === null || !mayReach(reach, alert.ouPath)) throw notFound('alert');
  return alert;
}

/**
 * Applies a patch and writes the event of the new status. A patch that changes nothing writes nothing.
 * @param by null = it ends by itself
 * @throws Fault conflict when the alert would go back
 */
export async function changeAlert(
  tx: Transaction,
  known: AlertRecord,
  patch: AlertPatch,
  { by, at }: { readonly by: string | null; readonly at: number },
): Promise<AlertRecord> {
  const status = patch.status ?? known.status;
  const note = patch.note === undefined ? known.note : (patch.note?.trim() ?? null);
  if (status === known.status && note === known.note) return known;
  if (status !== known.status && !mayTurn(known.status, status))
    throw new Fault('conflict', `The alert is ${known.status}; it cannot become ${status} again.`);
  const { organisationId, id, deviceId } = known;
  const alert = (await tx.alerts.change(organisationId, id, { status, note, by, at })) ?? known;
  if (status !== known.status && status !== 'open') {
    await tx.events.append({
      type: status === 'resolved' ? 'alert.resolved' : 'alert.acknowledged',
      organisationId,
      at,
      ...(deviceId === null ? {} : { deviceId }),
      data: { alert: toAlert(alert) },
    });
  }
  return alert;
}
