import type { Plan } from '../../contracts/plans.ts';
import type { Transaction } from '../../store/ports/store.ts';
import { notFound } from '../input/field-fault.ts';

/** Gives an organisation a plan. The same plan changes nothing. @returns the plan before. @throws Fault not_found */
export async function setPlan(
  tx: Transaction,
  {
    organisationId,
    plan,
    now,
  }: { readonly organisationId: number; readonly plan: Plan; readonly now: number },
): Promise<Plan> {
  const organisation = await tx.organisations.get(organisationId);
  if (organisation === null) throw notFound('organisation');
  if (organisation.plan === plan) return plan;
  await tx.organisations.update(organisationId, { plan });
  // The plan is a part of what the API shows of the settings: they get a new version.
  await tx.organisationSettings.put(organisationId, await tx.organisationSettings.get(organisationId), now);
  for (const kind of ['settings', 'api_keys', 'accounts'] as const) tx.wake({ kind });
  return organisation.plan;
}
