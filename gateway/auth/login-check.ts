import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { type DeviceId, isId } from '../../contracts/ids.ts';
import { CLOCK_TOLERANCE_SECONDS } from '../../contracts/mqtt/messages.ts';
import type { Clock } from '../../kit/clock.ts';
import { importPublicKey } from '../../kit/signing.ts';
import type { DeviceRecord, DeviceStore } from '../../store/ports/devices.ts';
import type { GatewayLimits } from '../limits/limits.ts';
import type { Refusal } from '../limits/stats.ts';
import { MAX_PASSWORD_BYTES, PASSWORD_REPLAY_MS, type PasswordClaims, verifyPassword } from './password.ts';
import { createReplayCache } from './replay-cache.ts';

export interface Credentials {
  readonly clientId: string;
  readonly username: string | undefined;
  readonly password: Buffer | undefined;
}

/** A device whose login is proven, with its record of that moment. */
export interface ProvenDevice {
  readonly deviceId: DeviceId;
  readonly epoch: number;
  readonly record: DeviceRecord;
  readonly publicKey: string;
}

/**
 * Checks logins. The device's key is read from the store at each login, never from a cache: a revocation takes effect with its commit, even when its wake-up is
 * lost. An unknown device costs the same work as a known one.
 */
export interface LoginCheck {
  /** @throws when the store does not answer */
  prove(credentials: Credentials): Promise<{ readonly device: ProvenDevice } | { readonly refusal: Refusal }>;
}

export function createLoginCheck({
  devices,
  clock,
  limits,
}: {
  readonly devices: DeviceStore;
  readonly clock: Clock;
  readonly limits: GatewayLimits;
}): LoginCheck {
  const nobody = generateKeyPairSync('ed25519').publicKey;
  const startedAt = clock.monotonic();
  /**
   * Whether this password may have been used with an earlier process, whose nonces are forgotten. The store has the epoch of the newest connection. A password
   * without a higher epoch is refused while passwords from before this start can still be valid, and when it was made before the device was last heard. A
   * device whose epoch went back, because its disk was restored, is let in with a password made after that.
   */
  const mayHaveBeenUsed = (claims: PasswordClaims, record: DeviceRecord): boolean =>
    claims.epoch <= record.connectionEpoch &&
    (clock.monotonic() - startedAt < PASSWORD_REPLAY_MS ||
      claims.issuedAt <= record.lastSeenAt + CLOCK_TOLERANCE_SECONDS * 1_000);
  const replays = createReplayCache({ clock, keepMs: PASSWORD_REPLAY_MS, perDevice: limits.loginsPerWindow });

  return {
    async prove(credentials) {
      const claimed = readCredentials(credentials);
      if ('refusal' in claimed) return claimed;
      const { deviceId, password } = claimed;
      const record = await devices.find(deviceId);
      const key = readKey(record?.publicKey ?? null);
      const verdict = await verifyPassword(password, { deviceId, key: key ?? nobody, now: clock.now() });
      if (record === null) return { refusal: 'unknown_device' };
      if (record.publicKey === null || key === null) return { refusal: 'revoked_device' };
      if ('refusal' in verdict) return verdict;
      const { epoch, nonce } = verdict.claims;
      if (mayHaveBeenUsed(verdict.claims, record)) return { refusal: 'replayed_password' };
      const replay = replays.use(deviceId, nonce);
      if (replay !== null) return { refusal: replay };
      return { device: { deviceId, epoch, record, publicKey: record.publicKey } };
    },
  };
}

function readCredentials({
  clientId,
  username,
  password,
}: Credentials): { readonly deviceId: DeviceId; readonly password: string } | { readonly refusal: Refusal } {
  if (username === undefined || !isId('dev', username)) return { refusal: 'unknown_device' };
  if (clientId !== username) return { refusal: 'bad_client_id' };
  if (password === undefined || password.length > MAX_PASSWORD_BYTES)
    return { refusal: 'malformed_password' };
  return { deviceId: username, password: password.toString('latin1') };
}

/** Null for a key that cannot be read: such a device cannot log in. */
function readKey(publicKey: string | null): KeyObject | null {
  if (publicKey === null) return null;
  try {
    return importPublicKey(publicKey);
  } catch {
    return null;
  }
}
