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

/** Authenticates the device that sent a request, by its present record in the store. */
export interface DeviceAuthentication {
  /**
   * Proves the device behind `Authorization: Bearer <JWT>` (audience `HTTP_AUDIENCE`). The key is read from the store on each call, so a
   * revocation takes effect with its commit. An unknown device costs the same work as a known device and gets the same refusal.
   * @throws Fault device_refused (401), rate_limited when this device asks too often, or this address has presented too many bad tokens
   */
  prove(request: FastifyRequest): Promise<DeviceRecord>;
}

/** Requests a minute of one device. A policy change causes a few: a bundle, an index and retries. */
const DEVICE_REQUESTS = 60;

/**
 * Refused requests a minute and network that are answered with the refusal; further ones are answered with rate_limited. Requests with a
 * valid token do not count.
 */
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
  /** Called for each request whose device has been proven. */
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
      // Only a proven device counts against its own window, so that nobody can use up the window of another device.
      admit(`device ${deviceId}`, DEVICE_REQUESTS);
      return device;
    },
  };
}

/** The text is the same for all reasons, so that it does not tell which devices exist. */
function refused(): Fault {
  return new Fault('device_refused', 'Send “Authorization: Bearer” with a token that the device has signed.');
}

function bearerOf(authorization: string | undefined): string | null {
  const found = /^Bearer ([A-Za-z0-9_.-]+)$/i.exec(authorization ?? '');
  const jwt = found?.[1];
  return jwt === undefined || jwt.length > MAX_DEVICE_TOKEN_BYTES ? null : jwt;
}

/** The device id that a token claims. The claim is not verified yet. */
function claimedBy(jwt: string): DeviceId | null {
  try {
    const { sub } = decodeJwt(jwt);
    return sub !== undefined && isId('dev', sub) ? sub : null;
  } catch {
    return null;
  }
}

/** Null = the device has no key, or its key cannot be read. Such a device cannot prove itself. */
function readKey(publicKey: string | null): KeyObject | null {
  if (publicKey === null) return null;
  try {
    return importPublicKey(publicKey);
  } catch {
    return null;
  }
}
