import type { Clock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import type { IdSource } from '../../kit/random.ts';
import type { AuditHead } from './audit.ts';
import type { OrganisationSettingsRecord } from './organisation-settings.ts';
import type { RecordScan } from './record-scan.ts';
import type { KeptRevoked, Revocation } from './revocations.ts';
import type { Store } from './store.ts';

/** Where a store lies. Plain data, so that it can be sent to another thread. */
export interface StoreLocation {
  readonly kind: 'sqlite';
  /** The database file. */
  readonly path: string;
}

/** What a store is made with. */
export interface StoreTools {
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log?: Log;
}

/**
 * One database and all that the server needs of it. An adapter for another database implements this interface and passes the suites of test/contract/store. The
 * rest of the server uses these ports and nothing of `store/sqlite/`; the composition in `server/` chooses the adapter.
 */
export interface StoreAdapter {
  readonly location: StoreLocation;
  /** Numbers of the migrations that `start` of a store runs, ascending. */
  readonly migrations: readonly number[];
  /** Repositories and transactions (store.ts). `start` makes the database if there is none, and runs the missing migrations. */
  createStore(tools: StoreTools): Store;
  /** The records for previews, on the thread that calls. @throws with the reason when they cannot be read */
  openRecordScan(): RecordScan;
  /**
   * Looks at the database as it is, also beside a running server, for `doctor`, backup and restore. Runs no migration and changes nothing.
   * @throws Fault unavailable when it cannot be read, also from each call of the inspection
   */
  inspect<T>(look: (inspection: StoreInspection) => Promise<T>): Promise<T>;
  /**
   * Copies what is committed at one moment, without what was deleted, also beside a running server. `path` is a file that is there and empty.
   * @throws Fault unavailable
   */
  copyTo(path: string): Promise<void>;
  /**
   * Prepares a restored database for use after a time in which devices and receivers went on, in one transaction: it moves its counters forward, ends its
   * dashboard sessions, and revokes again what was revoked since. Its schema must be that of this version, and no store may be open on it.
   */
  beginTimeline(order: TimelineOrder): Promise<BegunTimeline>;
}

/** A database as it is, made by any version. */
export interface StoreInspection {
  /** Descriptions of damage in the database's own words, at most `limit`; empty when it is whole. */
  damage(limit: number): Promise<readonly string[]>;
  /** The migrations that it has run, ascending; null when it is empty. Times are epoch milliseconds. */
  appliedMigrations(): Promise<readonly AppliedMigration[] | null>;
  /** Null when its version had no audit. */
  audit(): Promise<AuditState | null>;
  /** The hash of an entry of the audit; null when there is none. */
  auditHashAt(organisationId: number, sequence: number): Promise<string | null>;
  /** The settings of an organisation that were set over the API; none when its version had no such. */
  settingsHere(organisationId: number): Promise<OrganisationSettingsRecord['values']>;
  /** How many devices' keys a restore holds (DeviceStore.withHeldKey). */
  heldDevices(): Promise<number>;
  /** All revocations that it has noted, oldest first; null when its version noted none. */
  revocations(): Promise<readonly Revocation[] | null>;
}

export interface AppliedMigration {
  readonly number: number;
  readonly appliedAt: number;
}

export interface AuditState {
  readonly heads: readonly AuditHead[];
  /** Times are epoch milliseconds; null = no entry, no receipt. */
  readonly oldestAt: number | null;
  readonly lastPurgedAt: number | null;
}

export interface TimelineOrder {
  /** How far the counters move forward: devices and readers of events have seen higher values than the backup holds. */
  readonly step: number;
  /** Revocations since the backup, from other databases' journals. */
  readonly revoked: readonly Revocation[];
  /** The revocations since the backup are unknown: end every credential, disable every account, hold every device's key. */
  readonly revokeEverything: boolean;
  /** The subject of the entry with which the journal of revocations begins anew. */
  readonly label: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

export interface BegunTimeline {
  readonly kept: KeptRevoked;
  /** Devices of this database that were unenrolled since. The caller unenrolls them, since their commands and events end with that. */
  readonly unenrolled: readonly string[];
}
