import type { AlertRecord } from '../../store/ports/alerts.ts';
import type { Repositories } from '../../store/ports/store.ts';
import { notFound } from '../input/field-fault.ts';
import { mayReach, type Reach } from '../input/reach.ts';

/** An alert that the caller may see: of the unit that the device was in when it was made. @throws Fault not_found */
export async function alertInReach(
  { alerts }: Pick<Repositories, 'alerts'>,
  reach: Reach,
  id: string,
): Promise<AlertRecord> {
  const alert = await alerts.get(reach.organisationId, id);
  if (alert === null || !mayReach(reach, alert.ouPath)) throw notFound('alert');
  return alert;
}
