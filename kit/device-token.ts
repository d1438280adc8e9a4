import type { KeyObject } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify } from 'jose';
import type { DeviceId } from '../contracts/ids.ts';
import { CLOCK_TOLERANCE_SECONDS, MQTT_PASSWORD_SECONDS } from '../contracts/mqtt/messages.ts';

/** 16 characters of base64url are 96 random bits. The upper bound keeps the replay cache small. */
const NONCE = /^[A-Za-z0-9_-]{16,64}$/;

/** Longest accepted token (bytes). A token has about 400. */
export const MAX_DEVICE_TOKEN_BYTES = 1_024;

/** The claims of a verified token, beside its device. */
interface DeviceToken {
  readonly nonce: string;
  readonly payload: JWTPayload;
}

type DeviceTokenVerdict =
  | { readonly token: DeviceToken }
  | { readonly refusal: 'malformed' | 'bad_signature' | 'expired' };

/**
 * Verifies the token by which a device proves itself: a JWT (RFC 7519) signed with EdDSA (RFC 8037) and nothing else, issued by and about
 * the device, for this audience, good for at most a minute, with a nonce. The caller checks whether the nonce was used before.
 * @param now wall time, epoch milliseconds; the device's clock may be two minutes off
 */
export async function verifyDeviceToken(
  jwt: string,
  {
    deviceId,
    key,
    audience,
    now,
  }: {
    readonly deviceId: DeviceId;
    readonly key: KeyObject;
    readonly audience: string;
    readonly now: number;
  },
): Promise<DeviceTokenVerdict> {
  try {
    const { payload } = await jwtVerify(jwt, key, {
      algorithms: ['EdDSA'],
      issuer: deviceId,
      subject: deviceId,
      audience,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: new Date(now),
      requiredClaims: ['iat', 'exp', 'jti'],
    });
    return judgeClaims(payload, now);
  } catch (error) {
    return { refusal: refusalOf(error) };
  }
}

function judgeClaims(payload: JWTPayload, now: number): DeviceTokenVerdict {
  const { iat, exp, jti } = payload;
  if (iat === undefined || exp === undefined || jti === undefined) return { refusal: 'malformed' };
  if (!NONCE.test(jti)) return { refusal: 'malformed' };
  const lifeSeconds = exp - iat;
  if (!(lifeSeconds > 0 && lifeSeconds <= MQTT_PASSWORD_SECONDS)) return { refusal: 'malformed' };
  if (iat * 1_000 > now + CLOCK_TOLERANCE_SECONDS * 1_000) return { refusal: 'expired' };
  return { token: { nonce: jti, payload } };
}

function refusalOf(error: unknown): 'malformed' | 'bad_signature' | 'expired' {
  if (error instanceof errors.JWTExpired) return 'expired';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'bad_signature';
  return 'malformed';
}
