import type { AddressMatcher } from '../../contracts/device/campus.ts';
import type { Clock } from '../../kit/clock.ts';
import type { StorageReserve } from '../../kit/storage-reserve.ts';
import type { Connection, MessageOutcome, Sender } from '../connections/connection.ts';
import type { Organisations } from '../connections/organisations.ts';
import type { Presence } from '../presence/presence.ts';
import type { GroupCommit } from '../writing/group-commit.ts';
import type { AlertWatch } from './alerts/alert-watch.ts';
import type { DeviceConditions } from './conditions/device-conditions.ts';
import type { HeartbeatWriter } from './heartbeat-writer.ts';
import type { SightingWatch } from './sightings/sighting-watch.ts';

/** What the handlers of messages work with. */
export interface IngestTools {
  readonly commits: GroupCommit;
  readonly heartbeats: HeartbeatWriter;
  readonly organisations: Organisations;
  readonly alerts: AlertWatch;
  readonly conditions: Pick<DeviceConditions, 'heartbeat'>;
  readonly sightings: SightingWatch;
  readonly presence: Presence;
  readonly matches: AddressMatcher;
  readonly reserve: StorageReserve;
  readonly clock: Clock;
  /** Called when a device has reported a target version; the delivery decides whether it needs a newer one. */
  readonly targetReported: (connection: Connection) => void;
}

export type Handler = (sender: Sender, payload: Buffer) => MessageOutcome;
