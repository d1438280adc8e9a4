import type { DeviceId } from '../../contracts/ids.ts';
import { type DeviceEvent, EventsMessage } from '../../contracts/mqtt/messages.ts';
import type { DeviceLock } from '../../store/ports/devices.ts';
import type { Transaction } from '../../store/ports/store.ts';
import { createReader } from '../broker/reader.ts';
import type { Sender } from '../connections/connection.ts';
import { writeLockChange } from '../writing/device-events.ts';
import { afterRelease } from '../writing/reported-lock.ts';
import type { Handler, IngestTools } from './message-context.ts';
import { NOTHING } from './sightings/sighting-watch.ts';

/** `events`: what happened on the device. Acknowledged when durable; only events that are new have an effect. */
export function createEventsHandler({ commits, alerts, sightings, clock }: IngestTools): Handler {
  const read = createReader(EventsMessage);
  return async ({ login }, payload) => {
    const reading = read(payload);
    if ('refusal' in reading) return reading.refusal;
    const { deviceId, budget } = login;
    const storing = { records: reading.message.events.length, bytes: payload.length };
    if (!budget.events.charge(storing)) return 'over_quota';
    const { organisationId } = login.device;
    const receivedAt = clock.now();
    const events = reading.message.events.map(({ id, at, kind, details }) => ({
      deviceId,
      organisationId,
      receivedAt,
      event: { id, at, kind, details },
    }));
    const allowance = budget.alerts.allowance();
    let report = NOTHING;
    /** @returns the device's lock when this batch released it, else null */
    const run = async (tx: Transaction): Promise<DeviceLock | null> => {
      // Undo what an earlier run of this transaction took.
      report.lost();
      allowance.undo();
      report = NOTHING;
      const added = await tx.telemetry.appendDeviceEvents(events);
      let lock: DeviceLock | null = null;
      for (const { event } of added) {
        if (event.kind === 'lock_released') lock = (await releaseLock(tx, login, event, receivedAt)) ?? lock;
        if (event.kind === 'protection') await keepReason(tx, deviceId, event);
      }
      await alerts.events(tx, { login, allowance }, added);
      report = sightings.events(added);
      await report.write(tx, receivedAt);
      return lock;
    };
    try {
      const lock = await commits.submit({ kind: 'work', run });
      if (lock !== null) login.device = { ...login.device, lock };
      report.kept();
    } catch (error) {
      report.lost();
      allowance.undo();
      budget.events.giveBack(storing);
      throw error;
    }
    return null;
  };
}

/** The longest reason that is stored; filters take as much. */
const MAX_REASON = 500;

/** Keeps why the device has the protection that it tells. The state itself comes with the heartbeats. */
async function keepReason(tx: Transaction, deviceId: DeviceId, { details }: DeviceEvent): Promise<void> {
  const { state, reason } = details;
  if (typeof state !== 'string' || typeof reason !== 'string' || reason === '') return;
  await tx.devices.setProtectionReason(deviceId, { state, reason: reason.slice(0, MAX_REASON) });
}

async function releaseLock(
  tx: Transaction,
  login: Sender['login'],
  event: DeviceEvent,
  now: number,
): Promise<DeviceLock | null> {
  const { commandId } = event.details;
  const device = typeof commandId === 'string' ? await tx.devices.find(login.deviceId) : null;
  if (device === null) return null;
  const change = afterRelease(device.lock, String(commandId), now);
  await writeLockChange(tx, device, change, now);
  return change?.lock ?? null;
}
