import type { ProtectionState } from '../../../contracts/mqtt/messages.ts';
import type { Clock } from '../../../kit/clock.ts';
import { judgeProtection, type ProtectionFacts } from './protection.ts';

export interface ProtectionReport {
  readonly state: ProtectionState;
  /** Since when, server time, epoch milliseconds. */
  readonly since: number;
  readonly reason: string;
}

/** Follows the protection. */
export interface ProtectionWatch {
  /** To be called each second, and whenever a fact has changed. @returns whether the state has changed */
  look(): boolean;
  report(): ProtectionReport;
}

export interface ProtectionWatchDependencies {
  readonly facts: () => Omit<ProtectionFacts, 'behindMs'>;
  /** Server time. */
  readonly now: () => number;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly onChange: (report: ProtectionReport, before: ProtectionState) => void;
}

export function createProtectionWatch({
  facts,
  now,
  clock,
  onChange,
}: ProtectionWatchDependencies): ProtectionWatch {
  let report: ProtectionReport = { state: 'unknown', since: now(), reason: 'the agent has just started' };
  let behindSince: number | null = null;
  return {
    look() {
      const known = facts();
      const behind = known.wantedHash !== null && known.wantedHash !== known.appliedHash;
      behindSince = behind ? (behindSince ?? clock.monotonic()) : null;
      const behindMs = behindSince === null ? 0 : clock.monotonic() - behindSince;
      const { state, reason } = judgeProtection({ ...known, behindMs }, report.state);
      const before = report.state;
      if (state === before) {
        report = { ...report, reason };
        return false;
      }
      report = { state, since: now(), reason };
      onChange(report, before);
      return true;
    },
    report: () => report,
  };
}
