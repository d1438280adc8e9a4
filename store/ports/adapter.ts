import type { Clock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import type { IdSource } from '../../kit/random.ts';
import type { AuditHead } from './audit.ts';
import type { RecordScan } from './record-scan.ts';
import type { KeptRevoked, Revocation } from './revocations.ts';
import type { Store } from './store.ts';

/** Where a store lies: plain data, that another thread can be sent. */
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
 * One database, and all that the server wants of it. Whoever writes an adapter for another database implements this interface, and proves it with the suites
 * of test/contract/store. The rest of the server sees these ports and nothing of `store/sqlite/`; the composition in `server/` chooses the adapter.
 */
export interface StoreAdapter {
  readonly location: StoreLocation;
  /** Numbers of the migrations that `start` of a store runs, ascending. */
  readonly migrations: readonly number[];
  /** Repositories and transactions (store.ts). Its `start` makes the database where there is none, and runs the migrations that it lacks. */
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
   * Makes a restored database fit for a world that has gone on, in one transaction: moves its counters, ends its dashboard sessions, and revokes again. Its schema is that of
   * this version; no store works on it meanwhile.
   */
  beginTimeline(order: TimelineOrder): Promise<BegunTimeline>;
}

/** A database as it is, whatever version has made it. */
export interface StoreInspection {
  /** What is damaged, in the database's own words, at most so many; empty when all of it is whole. */
  damage(limit: number): Promise<readonly string[]>;
  /** The migrations that it has run, ascending; null when it is empty. Times are epoch milliseconds. */
  appliedMigrations(): Promise<readonly AppliedMigration[] | null>;
  /** Null when its version knew no audit. */
  audit(): Promise<AuditState | null>;
  /** The hash of an entry of the audit; null when there is none. */
  auditHashAt(organisationId: number, sequence: number): Promise<string | null>;
  /** How many devices' keys a restore holds (DeviceStore.withHeldKey). */
  heldDevices(): Promise<number>;
  /** All that it has noted as revoked, oldest first; null when its version noted nothing. */
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
  /** How far the counters jump that devices and readers of events have seen run on. */
  readonly step: number;
  /** What was revoked since, of other databases' journals. */
  readonly revoked: readonly Revocation[];
  /** Nobody knows what was revoked since: end every credential, disable every account, hold every device's key. */
  readonly revokeEverything: boolean;
  /** What the journal of revocations says of its new beginning. */
  readonly label: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

export interface BegunTimeline {
  readonly kept: KeptRevoked;
  /** Devices that were unenrolled since, and are not in this database: left to the caller, since their commands and events end with them. */
  readonly unenrolled: readonly string[];
}
