import type { Clock } from '../../../kit/clock.ts';
import type { HeartbeatWrite } from '../../../store/ports/devices.ts';
import type { Store, Transaction } from '../../../store/ports/store.ts';
import { toDevice } from '../../../store/views/device.ts';
import type { Login } from '../../broker/connection.ts';
import type { OrganisationSettings } from '../../organisations.ts';
import { type StandingChange, Standings } from './standings.ts';

/** A change, and when it was heard of (epoch milliseconds of the server). */
export interface StandingNews extends StandingChange {
  readonly at: number;
}

/** Finds what heartbeats tell of battery, protection and campus. */
export interface StandingWatch {
  /** Takes over what a gateway before this one has left. */
  start(): Promise<void>;
  /** What a heartbeat brings, to be written with it by `writeStanding`; null = nothing. Of events not more than the device's budget has. */
  heartbeat(login: Login, report: HeartbeatWrite, settings: OrganisationSettings): StandingNews | null;
}

export function createStandingWatch({
  store,
  clock,
}: {
  readonly store: Pick<Store, 'deviceStandings'>;
  readonly clock: Clock;
}): StandingWatch {
  const standings = new Standings();
  return {
    async start() {
      standings.restore(await store.deviceStandings.all());
    },
    heartbeat({ device, budget }, report, { campuses }) {
      const { protection, campusId } = device;
      const surroundings = { campuses, stored: { protection, campusId }, monotonic: clock.monotonic() };
      const change = standings.heartbeat(report, surroundings);
      if (change === null) return null;
      // A state that flaps is told so often, and no more: the device itself shows it as it is.
      const events = change.events.filter(() => budget.states.tryTake(1));
      return { ...change, events, at: report.lastSeenAt };
    },
  };
}

/** Writes a change with its events, after the heartbeat that brought it, so that the events show the device as it is. One that was unenrolled meanwhile fires none. */
export async function writeStanding(tx: Transaction, { events, standing, at }: StandingNews): Promise<void> {
  const { deviceId } = standing;
  const device = await tx.devices.find(deviceId);
  if (device === null) return;
  await tx.deviceStandings.put(standing);
  for (const { type, ...more } of events) {
    const data = { device: toDevice(device, at), ...more };
    await tx.events.append({ type, organisationId: device.organisationId, at, deviceId, data });
  }
}
