import type { ChainLink } from '../../contracts/policy/model.ts';
import type { Judgement } from './judgement.ts';

/** What the block page tells: the verdict, its chain as `POST /v1/policies/explain` gives it, and the names behind the ids. */
export interface Explanation extends Judgement {
  readonly chain: readonly ChainLink[];
  readonly host: string;
  readonly url: string | null;
  /** E-mail address of who asks; null = nobody known. */
  readonly user: string | null;
  readonly policyName: string | null;
  /** What the school wrote as the reason of the rule. */
  readonly ruleReason: string | null;
  /** Epoch milliseconds, server time as the device knows it. */
  readonly at: number;
}
