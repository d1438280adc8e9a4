import { messageOf } from '../../../kit/fault.ts';
import type { Log } from '../../../kit/log.ts';
import type { EventReporter, ReportSink } from '../events/event-reporter.ts';
import type { TrustedTime } from '../time/trusted-time.ts';
import { allReported, type LockRecord, NEVER_LOCKED, provisionalLock } from './lock-record.ts';

/** The lock record in memory and on disk. */
export interface StoredLock {
  record(): LockRecord;
  load(): Promise<void>;
  /** Puts the record in force, also when it cannot be written. @returns whether it was written to disk */
  keep(next: LockRecord): Promise<boolean>;
  /** Queues a report of each release that was not reported to the server yet. */
  reportReleases(): Promise<void>;
}

/** How the lock record was found on disk. `lost`: there was one, but neither its file nor its copy can be read. */
export type LoadedLock =
  | { readonly found: 'record'; readonly record: LockRecord; readonly damage: string | null }
  | { readonly found: 'none' }
  | { readonly found: 'lost'; readonly damage: string };

export interface LockStore {
  load(): Promise<LoadedLock>;
  /** Written, fsynced and renamed when it resolves. */
  save(record: LockRecord): Promise<void>;
}

export interface StoredLockDependencies {
  readonly store: { readonly lock: LockStore; readonly outbox: ReportSink };
  readonly time: TrustedTime;
  readonly reporter: EventReporter;
  readonly log: Log;
  /** A report waits in the outbox. */
  readonly onReport: () => void;
}

export function createStoredLock({
  store,
  time,
  reporter,
  log,
  onReport,
}: StoredLockDependencies): StoredLock {
  let record: LockRecord = NEVER_LOCKED;

  const keep = async (next: LockRecord): Promise<boolean> => {
    record = next;
    try {
      await store.lock.save(next);
      return true;
    } catch (error) {
      log.error({ error: messageOf(error) }, 'cannot write the lock record; the lock itself goes on');
      reporter.tamper('lock_record_not_written', messageOf(error));
      return false;
    }
  };

  return {
    record: () => record,
    keep,
    async load() {
      const loaded = await store.lock.load();
      if (loaded.found === 'none') return;
      // Fails closed, or damaging the file would be a way to unlock. Only a device that was locked once has a record to lose. It stays locked until
      // the server, which a locked device can reach, says what is true.
      record = loaded.found === 'record' ? loaded.record : provisionalLock(time.now());
      if (loaded.damage === null) return;
      reporter.tamper('lock_record_damaged', loaded.damage);
      await keep(record);
    },
    async reportReleases() {
      const untold = record.releases.filter(({ reported }) => !reported);
      if (untold.length === 0) return;
      try {
        for (const { commandId, by, at } of untold) {
          // The same id in each try: a repeat is the same record.
          const id = `rel_${commandId.slice(4)}`;
          store.outbox.addEvent({ id, at, kind: 'lock_released', details: { commandId, by } });
        }
      } catch (error) {
        log.error(
          { error: messageOf(error) },
          'cannot keep the report of a released lock; it will be tried again',
        );
        return;
      }
      onReport();
      await keep(allReported(record));
    },
  };
}
