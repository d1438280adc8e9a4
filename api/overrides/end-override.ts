import type { OverrideRecord } from '../../store/ports/overrides.ts';
import type { Transaction } from '../../store/ports/store.ts';
import { toOverride } from '../../store/views/override.ts';

/** Ends an override, once: its devices get a new target state, and the event is fired. Null = it had ended before. */
export async function endOverride(
  tx: Transaction,
  { id }: OverrideRecord,
  step: { readonly by: 'expired' | 'ended'; readonly at: number },
): Promise<OverrideRecord | null> {
  const ended = await tx.overrides.end(id, step);
  if (ended === null) return null;
  await tellDevices(tx, ended);
  await tx.events.append({
    type: 'override.ended',
    organisationId: ended.organisationId,
    at: step.at,
    data: { override: toOverride(ended), reason: step.by },
  });
  return ended;
}

/** Gives every device in the scope of an override a new target state. */
export async function tellDevices(tx: Transaction, { id }: OverrideRecord): Promise<void> {
  for (const deviceId of await tx.overrides.touchDevices(id)) tx.wake({ kind: 'device', deviceId });
  tx.wake({ kind: 'due_changes' });
}
