import type { Action, JudgementReason } from '../../contracts/policy/model.ts';

/** What a question gets. Immutable, the same object for equal questions of one generation. */
export interface Judgement {
  readonly action: Action;
  readonly reason: JudgementReason;
  readonly ruleId: string | null;
  readonly policyId: string | null;
  readonly policyVersion: number | null;
  /** Of the name and all above it, sorted. */
  readonly categories: readonly string[];
  /** The one that the log shows: that of the rule which decided, else the first; null = none. */
  readonly category: string | null;
}
