import { SignJWT } from 'jose';
import type { DeviceId } from '../../contracts/ids.ts';
import { MQTT_AUDIENCE, MQTT_PASSWORD_SECONDS } from '../../contracts/mqtt/messages.ts';
import type { Random } from '../../kit/random.ts';
import type { SigningKey } from '../../kit/signing.ts';

export interface PasswordClaims {
  readonly deviceId: DeviceId;
  readonly epoch: number;
  /** Server time, epoch milliseconds. */
  readonly now: number;
}

/** The MQTT password: a JWT (RFC 7519) signed by the device, good for one minute and one connection epoch. */
export function makePassword(
  { deviceId, epoch, now }: PasswordClaims,
  key: SigningKey,
  random: Random,
): Promise<string> {
  const seconds = Math.floor(now / 1_000);
  return new SignJWT({ epoch })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT' })
    .setIssuer(deviceId)
    .setSubject(deviceId)
    .setAudience(MQTT_AUDIENCE)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + MQTT_PASSWORD_SECONDS)
    .setJti(Buffer.from(random.bytes(16)).toString('base64url'))
    .sign(key.privateKey);
}
