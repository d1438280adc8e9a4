import { SignJWT } from 'jose';
import type { DeviceId } from '../../contracts/ids.ts';
import { HTTP_AUDIENCE, MQTT_AUDIENCE, MQTT_PASSWORD_SECONDS } from '../../contracts/mqtt/messages.ts';
import type { Random } from '../../kit/random.ts';
import type { SigningKey } from '../../kit/signing.ts';

export interface PasswordClaims {
  readonly deviceId: DeviceId;
  readonly epoch: number;
  /** Server time, epoch milliseconds. */
  readonly now: number;
}

/** The MQTT password: a JWT (RFC 7519) signed by the device, good for one minute and one connection epoch. */
export function makePassword(claims: PasswordClaims, key: SigningKey, random: Random): Promise<string> {
  const { epoch, ...common } = claims;
  return makeToken({ ...common, audience: MQTT_AUDIENCE, more: { epoch } }, key, random);
}

/** The token with which the device asks for its bundle and category index; good for one minute. */
export function makeHttpToken(
  claims: Omit<PasswordClaims, 'epoch'>,
  key: SigningKey,
  random: Random,
): Promise<string> {
  return makeToken({ ...claims, audience: HTTP_AUDIENCE, more: {} }, key, random);
}

interface TokenClaims extends Omit<PasswordClaims, 'epoch'> {
  readonly audience: string;
  readonly more: Readonly<Record<string, number>>;
}

function makeToken(
  { deviceId, now, audience, more }: TokenClaims,
  key: SigningKey,
  random: Random,
): Promise<string> {
  const seconds = Math.floor(now / 1_000);
  return new SignJWT(more)
    .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT' })
    .setIssuer(deviceId)
    .setSubject(deviceId)
    .setAudience(audience)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + MQTT_PASSWORD_SECONDS)
    .setJti(Buffer.from(random.bytes(16)).toString('base64url'))
    .sign(key.privateKey);
}
