import type { PinHash } from '../../contracts/device/lock.ts';
import { hashPin } from '../../kit/pin-hash.ts';
import type { Random } from '../../kit/random.ts';

/** Hashes at a time, of the four threads that Node's hashing, file access and name look-ups share. */
const HASHES_AT_ONCE = 2;
/**
 * Each hash takes some 50 ms. A request can name 500 devices, which are hashed in 12 seconds while all other work goes on. In a larger
 * batch, which a filter has found, up to ten devices share a hash: 5,000 hashes would delay the lock of a school by two minutes. All
 * devices of a batch have the same PIN anyway, so a person who finds it out on one laptop has it for all.
 */
const MAX_HASHES = 500;

/**
 * Hashes a PIN for many devices, each hash with its own salt. So the laptops of a batch cannot be seen to share a PIN, and no precomputed
 * table serves for two. It uses threads, not the event loop.
 */
export async function hashPinForEach(
  pin: string,
  { devices, random }: { readonly devices: number; readonly random: Random },
): Promise<readonly PinHash[]> {
  const wanted = Math.max(1, Math.min(devices, MAX_HASHES));
  const hashes: PinHash[] = [];
  let begun = 0;
  const worker = async (): Promise<void> => {
    while (begun < wanted) {
      begun += 1;
      hashes.push(await hashPin(pin, random));
    }
  };
  await Promise.all(Array.from({ length: HASHES_AT_ONCE }, worker));
  return hashes;
}

/** The hash for the device at a place of the batch. @throws RangeError where there are no hashes */
export function pinAt(hashes: readonly PinHash[], place: number): PinHash {
  const hash = hashes[place % hashes.length];
  if (hash === undefined) throw new RangeError('there is no hash of the PIN');
  return hash;
}
