import type { AddressMatcher } from '../../contracts/device/campus.ts';
import type { Clock } from '../../kit/clock.ts';
import type { StorageReserve } from '../../kit/storage-reserve.ts';
import type { Connection, Sender } from '../broker/connection.ts';
import type { Organisations } from '../organisations.ts';
import type { Presence } from '../presence/presence.ts';
import type { Refusal } from '../stats.ts';
import type { AlertWatch } from './alerts/alert-watch.ts';
import type { DeviceConditions } from './conditions/device-conditions.ts';
import type { GroupCommit } from './group-commit.ts';
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
  /** A device reported a target version; delivery decides whether it needs a newer one. */
  readonly targetReported: (connection: Connection) => void;
}

/**
 * What became of a message: null when it is durable (or need not be), else why it was dropped. A promise where that takes time; it rejects
 * when the message could not be stored.
 */
export type Outcome = Promise<Refusal | null> | Refusal | null;
export type Handler = (sender: Sender, payload: Buffer) => Outcome;
