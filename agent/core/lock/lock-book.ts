import { messageOf } from '../../../kit/fault.ts';
import type { Log } from '../../../kit/log.ts';
import type { ReportSink, Witness } from '../events/event-reporter.ts';
import type { TrustedTime } from '../time/trusted-time.ts';
import { allReported, type LockRecord, NEVER_LOCKED, provisionalLock } from './lock-record.ts';

/** The lock record in memory and on disk. */
export interface LockBook {
  record(): LockRecord;
  load(): Promise<void>;
  /** In force in any case. @returns whether it is on disk too */
  keep(next: LockRecord): Promise<boolean>;
  /** Queues the report of each release that the server has not been told of. */
  tellReleases(): Promise<void>;
}

/** How the lock was found on disk. `lost`: there was one, and neither its file nor its copy can be read. */
export type LoadedLock =
  | { readonly found: 'record'; readonly record: LockRecord; readonly damage: string | null }
  | { readonly found: 'none' }
  | { readonly found: 'lost'; readonly damage: string };

export interface LockStore {
  load(): Promise<LoadedLock>;
  /** Written, fsynced and renamed when it resolves. */
  save(record: LockRecord): Promise<void>;
}

export interface LockBookDependencies {
  readonly store: { readonly lock: LockStore; readonly outbox: ReportSink };
  readonly time: TrustedTime;
  readonly witness: Witness;
  readonly log: Log;
  /** A report waits in the outbox. */
  readonly onReport: () => void;
}

export function createLockBook({ store, time, witness, log, onReport }: LockBookDependencies): LockBook {
  let record: LockRecord = NEVER_LOCKED;

  const keep = async (next: LockRecord): Promise<boolean> => {
    record = next;
    try {
      await store.lock.save(next);
      return true;
    } catch (error) {
      log.error({ error: messageOf(error) }, 'cannot write the lock record; the lock itself goes on');
      witness.tamper('lock_record_not_written', messageOf(error));
      return false;
    }
  };

  return {
    record: () => record,
    keep,
    async load() {
      const loaded = await store.lock.load();
      if (loaded.found === 'none') return;
      // Fail closed: only a device that was locked once has a record to lose. It stays locked until the server, which it can
      // reach all the time, says what is true; unlocked by a damaged file would make damaging it the way out.
      record = loaded.found === 'record' ? loaded.record : provisionalLock(time.now());
      if (loaded.damage === null) return;
      witness.tamper('lock_record_damaged', loaded.damage);
      await keep(record);
    },
    async tellReleases() {
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
