import type { ProtectionState } from '../../../contracts/mqtt/messages.ts';

/** What is known of the filter at a moment. */
export interface ProtectionFacts {
  /** False: no filter is wanted here (watching only, not administrator, an unsupported platform). */
  readonly filtering: boolean;
  readonly mode: 'off' | 'enforce' | 'portal' | 'locked';
  /** What keeps the filter from running, in a sentence; null or absent = nothing. */
  readonly obstacle?: string | null;
  /** What the proofs say (self-check). */
  readonly proofs: 'none' | 'hold' | 'unsure' | 'failed';
  /** The bundle that the target names; null = it names none. */
  readonly wantedHash: string | null;
  /** The bundle that the filter judges by; null = none. */
  readonly appliedHash: string | null;
  /** For how long the two have differed (milliseconds). */
  readonly behindMs: number;
}

export interface Protection {
  readonly state: ProtectionState;
  /** In words, for people. */
  readonly reason: string;
}

/** A bundle that is being fetched and checked is not late yet (milliseconds). */
export const BEHIND_MS = 10_000;

/**
 * The protection that the device may claim, never more than is proven. It is `enforcing` only while every proof holds and the filter judges by the
 * bundle that the target state names. @param before the state until now, which stays between the first and the second failure of a proof
 */
export function judgeProtection(facts: ProtectionFacts, before: ProtectionState): Protection {
  if (!facts.filtering) return { state: 'unknown', reason: 'no filter runs on this computer' };
  if (facts.obstacle != null) return { state: 'unprotected', reason: facts.obstacle };
  if (facts.mode === 'portal')
    return { state: 'unprotected', reason: 'a captive portal holds the filter open' };
  if (facts.mode === 'off') return { state: 'unprotected', reason: 'there is no policy yet' };
  switch (facts.proofs) {
    case 'none':
      return { state: 'unknown', reason: 'no self-check could run yet' };
    case 'failed':
      return { state: 'unprotected', reason: 'a proof of the self-check failed twice' };
    case 'unsure':
      return before === 'unknown'
        ? { state: 'unknown', reason: 'the self-check is not through yet' }
        : { state: before, reason: 'a proof of the self-check failed once' };
    case 'hold':
      return heldTo(facts);
  }
}

function heldTo({ wantedHash, appliedHash, behindMs }: ProtectionFacts): Protection {
  if (appliedHash === null && wantedHash === null)
    return { state: 'unprotected', reason: 'there is no policy yet' };
  if (wantedHash !== null && appliedHash !== wantedHash && behindMs >= BEHIND_MS)
    return { state: 'stale', reason: 'an older policy is enforced' };
  return { state: 'enforcing', reason: 'all proofs hold' };
}
