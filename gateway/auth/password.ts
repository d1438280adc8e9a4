import type { KeyObject } from 'node:crypto';
import type { DeviceId } from '../../contracts/ids.ts';
import {
  CLOCK_TOLERANCE_SECONDS,
  MQTT_AUDIENCE,
  MQTT_PASSWORD_SECONDS,
} from '../../contracts/mqtt/messages.ts';
import { MAX_DEVICE_TOKEN_BYTES, verifyDeviceToken } from '../../kit/device-token.ts';

/** A longer password is refused unread. */
export const MAX_PASSWORD_BYTES = MAX_DEVICE_TOKEN_BYTES;

export interface PasswordClaims {
  readonly epoch: number;
  readonly nonce: string;
  /** When it was made, by the device's knowledge of server time (epoch milliseconds). */
  readonly issuedAt: number;
}
export type PasswordVerdict = { readonly claims: PasswordClaims } | { readonly refusal: PasswordRefusal };
export type PasswordRefusal = 'malformed_password' | 'bad_signature' | 'expired_password';

const REFUSALS = {
  malformed: 'malformed_password',
  bad_signature: 'bad_signature',
  expired: 'expired_password',
} as const;

/**
 * Checks a password: a device's token (kit/device-token.ts) for this audience, with the connection epoch.
 * @param now wall time, epoch milliseconds; the device's clock may be two minutes off
 */
export async function verifyPassword(
  password: string,
  { deviceId, key, now }: { readonly deviceId: DeviceId; readonly key: KeyObject; readonly now: number },
): Promise<PasswordVerdict> {
  const verdict = await verifyDeviceToken(password, { deviceId, key, now, audience: MQTT_AUDIENCE });
  if ('refusal' in verdict) return { refusal: REFUSALS[verdict.refusal] };
  const { nonce, payload } = verdict.token;
  const { epoch, iat } = payload;
  if (!isEpoch(epoch) || iat === undefined) return { refusal: 'malformed_password' };
  return { claims: { epoch, nonce, issuedAt: iat * 1_000 } };
}

function isEpoch(epoch: unknown): epoch is number {
  return Number.isSafeInteger(epoch) && Number(epoch) >= 0;
}

/** How long after its use a password could be presented again with success: a minute of life and the tolerance at both ends. */
export const PASSWORD_REPLAY_MS = (MQTT_PASSWORD_SECONDS + 2 * CLOCK_TOLERANCE_SECONDS) * 1_000;
