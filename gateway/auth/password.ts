import type { KeyObject } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify } from 'jose';
import type { DeviceId } from '../../contracts/ids.ts';
import {
  CLOCK_TOLERANCE_SECONDS,
  MQTT_AUDIENCE,
  MQTT_PASSWORD_SECONDS,
} from '../../contracts/mqtt/messages.ts';

/** A password carries a JWT of about 400 bytes; more than this is not looked at. */
export const MAX_PASSWORD_BYTES = 1_024;

/** 16 characters of base64url are 96 random bits; the upper bound keeps the replay cache small. */
const NONCE = /^[A-Za-z0-9_-]{16,64}$/;

export interface PasswordClaims {
  readonly epoch: number;
  readonly nonce: string;
}
export type PasswordVerdict = { readonly claims: PasswordClaims } | { readonly refusal: PasswordRefusal };
export type PasswordRefusal = 'malformed_password' | 'bad_signature' | 'expired_password';

/**
 * Checks a password: a JWT (RFC 7519) signed with EdDSA (RFC 8037) and nothing else, issued by and about the device, for this audience,
 * good for at most a minute, with a nonce and the connection epoch.
 * @param now wall time, epoch milliseconds; the device's clock may be two minutes off
 */
export async function verifyPassword(
  password: string,
  { deviceId, key, now }: { readonly deviceId: DeviceId; readonly key: KeyObject; readonly now: number },
): Promise<PasswordVerdict> {
  try {
    const { payload } = await jwtVerify(password, key, {
      algorithms: ['EdDSA'],
      issuer: deviceId,
      subject: deviceId,
      audience: MQTT_AUDIENCE,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: new Date(now),
      requiredClaims: ['iat', 'exp', 'jti', 'epoch'],
    });
    return judgeClaims(payload, now);
  } catch (error) {
    return { refusal: refusalOf(error) };
  }
}

function judgeClaims({ iat, exp, jti, epoch }: JWTPayload, now: number): PasswordVerdict {
  if (iat === undefined || exp === undefined || jti === undefined) return { refusal: 'malformed_password' };
  if (!NONCE.test(jti) || !isEpoch(epoch)) return { refusal: 'malformed_password' };
  const lifeSeconds = exp - iat;
  if (!(lifeSeconds > 0 && lifeSeconds <= MQTT_PASSWORD_SECONDS)) return { refusal: 'malformed_password' };
  if (iat * 1_000 > now + CLOCK_TOLERANCE_SECONDS * 1_000) return { refusal: 'expired_password' };
  return { claims: { epoch, nonce: jti } };
}

function isEpoch(epoch: unknown): epoch is number {
  return Number.isSafeInteger(epoch) && Number(epoch) >= 0;
}

function refusalOf(error: unknown): PasswordRefusal {
  if (error instanceof errors.JWTExpired) return 'expired_password';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'bad_signature';
  return 'malformed_password';
}

/** How long after its use a password could be presented again with success: a minute of life and the tolerance at both ends. */
export const PASSWORD_REPLAY_MS = (MQTT_PASSWORD_SECONDS + 2 * CLOCK_TOLERANCE_SECONDS) * 1_000;
