import type { Action, VerdictReason } from '../../contracts/policy/model.ts';

/**
 * Why a request got what it got: a reason of policy, or of the filter's own state. `locked`: the device is locked and this is not the server (nor allowed crisis
 * help); `portal`: the name is a captive portal's own, open or, by its category, shut; `protection`: a way round the filter; `server`: the school's server itself;
 * `connectivity`: a name by which systems look for captive portals.
 */
export type JudgementReason = VerdictReason | 'protection' | 'locked' | 'portal' | 'server' | 'connectivity';

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
