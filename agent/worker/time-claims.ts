import type { Log } from '../../kit/log.ts';
import type { BootClock, TimeAnchor, TrustedTime } from '../core/time/trusted-time.ts';

/** A claim that differs by more from the time known here must be confirmed by a signature (milliseconds). */
const BELIEVED_MS = 600_000;

/**
 * Server time comes from the worker and is not signed; a worker that was broken into could claim a time at which a lock is over. So a claim is
 * believed only when it is near the time known here, or when the server has signed a message at about that time. Until then it is used for passwords
 * only, which the server checks by its own clock. After the login the server sends a target state, whose signature confirms the time or not.
 */
export interface TimeClaims {
  hear(claimed: number): void;
  /** A message whose signature holds was made at this server time. */
  proven(issuedAt: number): void;
  /** The likeliest server time, for passwords; epoch milliseconds. */
  now(): number;
}

export function createTimeClaims({
  time,
  state,
  boot,
  log,
}: {
  readonly time: Pick<TrustedTime, 'now' | 'certain' | 'learn' | 'anchor'>;
  readonly state: { readonly saveTime: (anchor: TimeAnchor) => void };
  readonly boot: Pick<BootClock, 'uptimeMs'>;
  readonly log: Log;
}): TimeClaims {
  /** The time from which claims are measured, so that many small steps count as one large one. */
  let base = { serverTime: time.now(), at: boot.uptimeMs() };
  let claim: { readonly serverTime: number; readonly at: number } | null = null;

  const learn = (serverTime: number): void => {
    claim = null;
    time.learn(serverTime);
    state.saveTime(time.anchor());
  };
  const claimedNow = (): number | null =>
    claim === null ? null : claim.serverTime + boot.uptimeMs() - claim.at;

  return {
    hear(claimed) {
      if (Math.abs(claimed - (base.serverTime + boot.uptimeMs() - base.at)) <= BELIEVED_MS) {
        learn(claimed);
        return;
      }
      log.warn(
        { offMs: claimed - time.now() },
        'the server’s time is far from ours; waiting for its signature',
      );
      claim = { serverTime: claimed, at: boot.uptimeMs() };
    },
    proven(issuedAt) {
      const claimed = claimedNow();
      // A signature proves that the server's clock has reached this time. A replayed message proves an earlier time, and moves nothing back.
      if (claimed !== null && Math.abs(claimed - issuedAt) <= BELIEVED_MS) learn(Math.round(claimed));
      else if (issuedAt > time.now()) learn(issuedAt);
      else return;
      base = { serverTime: time.now(), at: boot.uptimeMs() };
    },
    now: () => Math.round(claimedNow() ?? time.now()),
  };
}
