import { createHmac, hkdfSync } from 'node:crypto';
import type { RemovalVerifier } from '../../contracts/device/removal.ts';
import { formatRemovalCode, removalVerifier } from '../../kit/removal-code.ts';
import type { DeviceRecord } from '../ports/devices.ts';
import { HELD_KEY } from './held-key.ts';

/** With a device's removal code, a person with root can remove Schoolgate from it without the server. */
export interface RemovalCodes {
  /** The code, `XXXXX-XXXXX`; null = the device is not enrolled. */
  codeOf(device: Pick<DeviceRecord, 'id' | 'publicKey'>): string | null;
  /** What the target state says of it. */
  verifierOf(device: Pick<DeviceRecord, 'id' | 'publicKey'>): RemovalVerifier | null;
}

/**
 * Codes are derived and not stored: by HKDF (RFC 5869) from the master key and the device's key. So each enrollment has another code, and a restored backup has
 * the same ones.
 */
export function createRemovalCodes(masterKey: Uint8Array): RemovalCodes {
  const key = Buffer.from(hkdfSync('sha256', masterKey, new Uint8Array(0), 'schoolgate removal codes 1', 32));
  const derive = (purpose: 'code' | 'salt', { id, publicKey }: DeviceKey): Buffer =>
    createHmac('sha256', key).update(`${purpose}\n${id}\n${publicKey}`).digest();
  const codeFor = (device: DeviceKey): string => formatRemovalCode(derive('code', device));
  return {
    codeOf(device) {
      const known = keyOf(device);
      return known === null ? null : codeFor(known);
    },
    verifierOf(device) {
      const known = keyOf(device);
      if (known === null) return null;
      return removalVerifier(codeFor(known), derive('salt', known).subarray(0, 16).toString('base64url'));
    },
  };
}

type DeviceKey = { readonly id: string; readonly publicKey: string };

/** A key that a restore holds back is still the laptop's. */
function keyOf({ id, publicKey }: Pick<DeviceRecord, 'id' | 'publicKey'>): DeviceKey | null {
  if (publicKey === null) return null;
  return { id, publicKey: publicKey.startsWith(HELD_KEY) ? publicKey.slice(HELD_KEY.length) : publicKey };
}
