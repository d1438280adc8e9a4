import type { DeviceId } from '../../contracts/ids.ts';
import { HTTP_AUDIENCE, MQTT_AUDIENCE } from '../../contracts/mqtt/messages.ts';
import { makeDeviceToken } from '../../kit/device-token.ts';
import type { Random } from '../../kit/random.ts';
import type { SigningKey } from '../../kit/signing.ts';

export interface PasswordClaims {
  readonly deviceId: DeviceId;
  readonly epoch: number;
  /** Server time, epoch milliseconds. */
  readonly now: number;
}

/** The MQTT password: a device's token (kit/device-token.ts) for one connection epoch. */
export function makePassword(
  { epoch, ...claims }: PasswordClaims,
  key: SigningKey,
  random: Random,
): Promise<string> {
  return makeDeviceToken({ ...claims, audience: MQTT_AUDIENCE, claims: { epoch } }, key, random);
}

/** The token with which the device asks for its bundle and category index. */
export function makeHttpToken(
  claims: Omit<PasswordClaims, 'epoch'>,
  key: SigningKey,
  random: Random,
): Promise<string> {
  return makeDeviceToken({ ...claims, audience: HTTP_AUDIENCE }, key, random);
}
