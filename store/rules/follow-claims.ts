import type { DeviceId } from '../../contracts/ids.ts';
import type { Transaction } from '../ports/store.ts';

/**
 * Does work that may change which classroom sessions and overrides apply to a device, such as a sign-in or a move to another unit. Devices with a change get a
 * new target state, and their delivery is woken.
 */
export async function followClaims<T>(
  tx: Transaction,
  { ids, now }: { readonly ids: readonly DeviceId[]; readonly now: number },
  work: () => Promise<T>,
): Promise<T> {
  const before = new Map<DeviceId, string>();
  for (const id of ids) before.set(id, await claimsOf(tx, id, now));
  const result = await work();
  const changed: DeviceId[] = [];
  for (const id of ids) if ((await claimsOf(tx, id, now)) !== before.get(id)) changed.push(id);
  await tx.classroomSessions.renewTargets(changed);
  for (const deviceId of changed) tx.wake({ kind: 'device', deviceId });
  return result;
}

/** How many devices one person is signed in to at a time: more than anybody has. */
const MAX_SIGNED_IN = 50;

/** The same for work that changes a person of the roster: it concerns the devices where that person is signed in. */
export async function followClaimsOfUser<T>(
  tx: Transaction,
  {
    organisationId,
    email,
    now,
  }: { readonly organisationId: number; readonly email: string; readonly now: number },
  work: () => Promise<T>,
): Promise<T> {
  const { rows } = await tx.devices.list({
    organisationId,
    filter: { user: [email] },
    sort: [],
    limit: MAX_SIGNED_IN,
    from: { kind: 'page', page: 1 },
  });
  return await followClaims(tx, { ids: rows.map(({ id }) => id), now }, work);
}

async function claimsOf(tx: Transaction, id: DeviceId, now: number): Promise<string> {
  return JSON.stringify([await tx.classroomSessions.claiming(id, now), await tx.overrides.claiming(id, now)]);
}
