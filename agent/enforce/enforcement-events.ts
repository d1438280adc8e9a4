import type { ProtectionState } from '../../contracts/mqtt/messages.ts';
import type { Repair } from '../core/drift/filter-keeper.ts';
import type { EventReporter } from '../core/events/event-reporter.ts';
import type { KeeperFault } from '../core/policy/bundle-keeper.ts';
import type { ProtectionReport } from '../core/protection/protection-watch.ts';

/** The device events of the enforcement. */
export interface EnforcementEvents {
  keeperFault(fault: KeeperFault): void;
  portal(open: boolean): void;
  repair(repair: Repair): void;
  conflict(repair: Repair): void;
  /** Reports something that keeps the filter from working and that the agent cannot mend. */
  problem(problem: string): void;
  selfTest(failing: readonly string[]): void;
  protection(report: ProtectionReport, before: ProtectionState): void;
}

export function createEnforcementEvents(
  reporter: Pick<EventReporter, 'event' | 'tamper'>,
): EnforcementEvents {
  return {
    keeperFault: ({ what, code, hash, detail }) =>
      reporter.event('fault', `${what} ${code}`, { what, code, hash, detail: detail.slice(0, 500) }),
    portal: (open) => reporter.event('portal', String(open), { open }),
    repair({ what, steps, done }) {
      reporter.event('repair', what, { what, steps, done });
      reporter.tamper('filter_settings', what);
    },
    conflict({ what }) {
      reporter.event('fault', 'conflict', { what: 'conflict', detail: what });
      reporter.tamper('conflict', what);
    },
    problem: (problem) =>
      reporter.event('fault', `filter_problem ${problem}`, {
        what: 'filter_problem',
        detail: problem.slice(0, 500),
      }),
    selfTest: (failing) =>
      reporter.event('self_test', failing.join(), { ok: failing.length === 0, failing: failing.join(', ') }),
    protection: ({ state, reason, since }, before) =>
      reporter.event('protection', state, { state, before, reason, since }),
  };
}
