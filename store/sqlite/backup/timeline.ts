import type { Database } from 'better-sqlite3';
import type { BegunTimeline, TimelineOrder } from '../../ports/adapter.ts';
import { applyRevocations, revokeEverything } from './apply-revocations.ts';

/** Moves a restored database on, in one transaction (StoreAdapter.beginTimeline). */
export function beginTimeline(db: Database, order: TimelineOrder): BegunTimeline {
  return db.transaction(() => {
    moveCounters(db, order.step);
    endWhatWasPending(db);
    // What is known is kept revoked in any case.
    const { kept, unenrolled } = applyRevocations(db, order.revoked, order.now);
    const ended = order.revokeEverything ? revokeEverything(db, order.now) : kept;
    beginJournalAnew(db, order.label);
    return { kept: ended, unenrolled };
  })();
}

function moveCounters(db: Database, step: number): void {
  db.prepare(
    `UPDATE organisations SET settings_version = settings_version + :step, event_sequence = event_sequence + :step,
       policy_version = policy_version + :step`,
  ).run({ step });
  db.prepare(
    'UPDATE devices SET command_sequence = command_sequence + :step, lock_sequence = lock_sequence + :step',
  ).run({ step });
}

/** What ends with every restore: sessions, links and yeses were perhaps used since, and would be valid again. */
function endWhatWasPending(db: Database): void {
  db.exec(`DELETE FROM sessions; DELETE FROM account_links; DELETE FROM enrollment_requests;
    DELETE FROM first_run_links WHERE used_at IS NULL;`);
}

/** Notes that the journal goes on from another state: what comes after it is not what came before the restore. */
function beginJournalAnew(db: Database, label: string): void {
  db.prepare("INSERT INTO revocations (kind, subject) VALUES ('journal', ?)").run(label);
}
