import type { KeyObject } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { DeviceId } from '../contracts/ids.ts';
import { CLOCK_TOLERANCE_SECONDS, MQTT_PASSWORD_SECONDS } from '../contracts/mqtt/messages.ts';
import type { Random } from './random.ts';
import type { SigningKey } from './signing.ts';

/** 16 characters of base64url are 96 random bits. The upper bound keeps the replay cache small. */
const NONCE = /^[A-Za-z0-9_-]{16,64}$/;

/** Longest accepted token (bytes). A token has about 400. */
export const MAX_DEVICE_TOKEN_BYTES = 1_024;

/**
 * Makes what a device presents as proof of itself: a JWT (RFC 7519) signed with EdDSA (RFC 8037), issued by and about the device, for one audience,
 * good for a minute, with a nonce.
 * @param claims further claims; one with the name of a standard claim replaces it
 * @param now server time, epoch milliseconds
 */
export function makeDeviceToken(
  {
    deviceId,
    audience,
    now,
    claims = {},
  }: {
    readonly deviceId: DeviceId;
    readonly audience: string;
    readonly now: number;
    readonly claims?: JWTPayload;
  },
  key: SigningKey,
  random: Random,
): Promise<string> {
  const iat = Math.floor(now / 1_000);
  return new SignJWT({
    iss: deviceId,
    sub: deviceId,
    aud: audience,
    iat,
    exp: iat + MQTT_PASSWORD_SECONDS,
    jti: Buffer.from(random.bytes(16)).toString('base64url'),
    ...claims,
  })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT' })
    .sign(key.privateKey);
}

/** What a proven token says, beside who made it. */
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
