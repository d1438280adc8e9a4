import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';
import { type DeviceId, isId } from '../../contracts/ids.ts';
import { HTTP_AUDIENCE } from '../../contracts/mqtt/messages.ts';
import type { Clock } from '../../kit/clock.ts';
import { MAX_DEVICE_TOKEN_BYTES, verifyDeviceToken } from '../../kit/device-token.ts';
import { Fault } from '../../kit/fault.ts';
import { networkOf } from '../../kit/networks.ts';
import { importPublicKey } from '../../kit/signing.ts';
import type { DeviceRecord, DeviceStore } from '../../store/ports/devices.ts';
import type { RateLimiter } from '../http/limits/rate-limiter.ts';

/** Who asks: a device, as it stands in the store at this moment. */
export interface DeviceAuthentication {
  /**
   * Proves the device behind `Authorization: Bearer <JWT>` (audience `HTTP_AUDIENCE`). The key is read from the store each time: a revocation holds from
   * its commit on. An unknown device costs the same work as a known one, and its refusal looks the same.
   * @throws Fault device_refused (401), rate_limited when this device asks too often, or this address has presented too many bad tokens
   */
  prove(request: FastifyRequest): Promise<DeviceRecord>;
}

/** Requests a minute of one device: a bundle and an index after each policy change, and retries, are a handful. */
const DEVICE_REQUESTS = 60;

/** Refusals a minute that one address hears of; then only that it asks too often. Whoever has a good token is not held up by them. */
const REFUSALS = 60;

export function createDeviceAuthentication({
  devices,
  clock,
  limiter,
  onProven,
}: {
  readonly devices: Pick<DeviceStore, 'find'>;
  readonly clock: Clock;
  readonly limiter: RateLimiter;
  /** Hears of each request whose device is known. */
  readonly onProven: (request: FastifyRequest) => void;
}): DeviceAuthentication {
  const nobody = generateKeyPairSync('ed25519').publicKey;
  const admit = (window: string, perMinute: number): void => {
    const admission = limiter.take(window, perMinute);
    if (admission.admitted) return;
    throw new Fault('rate_limited', 'Too many requests; ask again later.', {
      extras: { retryAfterSeconds: admission.resetSeconds },
    });
  };
  const refuse = (ip: string): Fault => {
    admit(`refused device ${networkOf(ip)}`, REFUSALS);
    return refused();
  };
  return {
    async prove(request) {
      const { headers, ip } = request;
      const { authorization } = headers;
      const jwt = bearerOf(authorization);
      const deviceId = jwt === null ? null : claimedBy(jwt);
      if (jwt === null || deviceId === null) throw refuse(ip);
      const device = await devices.find(deviceId);
      const key = readKey(device?.publicKey ?? null);
      const verdict = await verifyDeviceToken(jwt, {
        deviceId,
        key: key ?? nobody,
        audience: HTTP_AUDIENCE,
        now: clock.now(),
      });
      if (device === null || key === null || 'refusal' in verdict) throw refuse(ip);
      onProven(request);
      // Only a proven device fills its own window: nobody can use up another's.
      admit(`device ${deviceId}`, DEVICE_REQUESTS);
      return device;
    },
  };
}

/** One text for all reasons: it tells nothing about which devices there are. */
function refused(): Fault {
  return new Fault('device_refused', 'Send “Authorization: Bearer” with a token that the device has signed.');
}

function bearerOf(authorization: string | undefined): string | null {
  const found = /^Bearer ([A-Za-z0-9_.-]+)$/i.exec(authorization ?? '');
  const jwt = found?.[1];
  return jwt === undefined || jwt.length > MAX_DEVICE_TOKEN_BYTES ? null : jwt;
}

/** The device that a token says it is of, still unproven. */
function claimedBy(jwt: string): DeviceId | null {
  try {
    const { sub } = decodeJwt(jwt);
    return sub !== undefined && isId('dev', sub) ? sub : null;
  } catch {
    return null;
  }
}

/** Null for a key that cannot be read: whoever it belongs to cannot prove itself. */
function readKey(publicKey: string | null): KeyObject | null {
  if (publicKey === null) return null;
  try {
    return importPublicKey(publicKey);
  } catch {
    return null;
  }
}
