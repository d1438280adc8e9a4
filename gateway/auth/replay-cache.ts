import type { DeviceId } from '../../contracts/ids.ts';
import type { Clock } from '../../kit/clock.ts';

/**
 * Remembers the nonces of passwords for as long as such a password could be accepted again. It is bounded, since each device has a limited number of logins in
 * that time. Only proven passwords are noted, so that a stranger cannot fill it.
 */
export interface ReplayCache {
  /** Notes a nonce. @returns why the login is to be refused; null = it is not */
  use(deviceId: DeviceId, nonce: string): 'replayed_password' | 'too_many_logins' | null;
}

export function createReplayCache({
  clock,
  keepMs,
  perDevice,
}: {
  readonly clock: Clock;
  /** How long a nonce is remembered; at least as long as any password can be valid from now. */
  readonly keepMs: number;
  readonly perDevice: number;
}): ReplayCache {
  // All are kept equally long, so that a Map's order of insertion is the order of expiry.
  const used = new Map<string, { readonly deviceId: DeviceId; readonly at: number }>();
  const logins = new Map<DeviceId, number>();

  const forgetOld = (now: number): void => {
    for (const [key, { deviceId, at }] of used) {
      if (now - at < keepMs) return;
      used.delete(key);
      const left = (logins.get(deviceId) ?? 1) - 1;
      if (left === 0) logins.delete(deviceId);
      else logins.set(deviceId, left);
    }
  };

  return {
    use(deviceId, nonce) {
      const now = clock.monotonic();
      forgetOld(now);
      const key = `${deviceId} ${nonce}`;
      if (used.has(key)) return 'replayed_password';
      const count = logins.get(deviceId) ?? 0;
      if (count >= perDevice) return 'too_many_logins';
      used.set(key, { deviceId, at: now });
      logins.set(deviceId, count + 1);
      return null;
    },
  };
}
