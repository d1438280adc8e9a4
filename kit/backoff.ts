import type { Random } from './random.ts';

export interface BackoffPolicy {
  readonly firstMs: number;
  readonly factor: number;
  readonly ceilingMs: number;
  /** Share of the delay that is random: 1 = anywhere between 0 and the delay ("full jitter"), 0.2 = ±20 %. */
  readonly jitter: number;
}

/** The delay before the given attempt (0 = the first retry), in milliseconds. */
export function backoffDelay(policy: BackoffPolicy, attempt: number, random: Random): number {
  const full = Math.min(policy.ceilingMs, policy.firstMs * policy.factor ** attempt);
  if (policy.jitter >= 1) return full * random.fraction();
  return full * (1 - policy.jitter + 2 * policy.jitter * random.fraction());
}
