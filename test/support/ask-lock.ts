import type { CommandId, DeviceId } from '../../contracts/ids.ts';
import type { Clock } from '../../kit/clock.ts';
import type { IdSource } from '../../kit/random.ts';
import type { DeviceLock } from '../../store/ports/devices.ts';
import { DEFAULT_ORGANISATION_ID } from '../../store/ports/organisations.ts';
import type { Store } from '../../store/ports/store.ts';

export interface Asked {
  readonly store: Store;
  readonly ids: IdSource;
  readonly clock: Clock;
}

/**
 * Asks for a lock or an unlock in one transaction, as the REST API does: the command, the lock that is wanted, and the wake-up.
 * @param wake false loses the wake-up
 */
export async function askLock(
  { store, ids, clock }: Asked,
  deviceId: DeviceId,
  type: 'lock' | 'unlock',
  options: {
    readonly wake?: boolean;
    readonly expiresInMs?: number;
    readonly lock?: Partial<DeviceLock>;
  } = {},
): Promise<CommandId> {
  const id = ids.next('cmd');
  const now = clock.now();
  await store.transaction(async (tx) => {
    const device = await tx.devices.find(deviceId);
    if (device === null) throw new Error(`there is no device ${deviceId}`);
    const sequence = await tx.devices.nextCommandSequence(deviceId);
    await tx.commands.create({
      id,
      organisationId: DEFAULT_ORGANISATION_ID,
      deviceId,
      sequence,
      type,
      params: {},
      status: 'queued',
      createdAt: now,
      expiresAt: now + (options.expiresInMs ?? 604_800_000),
      sentAt: null,
      acknowledgedAt: null,
      completedAt: null,
      result: null,
      error: null,
      requestedBy: 'key_test',
      batchId: null,
    });
    const wanted = type === 'lock';
    await tx.devices.setLock(deviceId, {
      ...device.lock,
      wanted,
      commandId: id,
      sequence,
      since: now,
      ...options.lock,
    });
    if (options.wake !== false) tx.wake({ kind: 'device', deviceId });
  });
  return id;
}
