import type { PinHash } from '../../contracts/device/lock.ts';
import { hashPin } from '../../kit/pin-hash.ts';
import type { Random } from '../../kit/random.ts';

/** Of the four threads that all of Node's hashing, files and name look-ups share. */
const HASHES_AT_ONCE = 2;
/**
 * Each takes some 50 ms: 500, as many devices as a request can name, are hashed in 12 seconds while everything else goes on. Of a larger batch, which a
 * filter has found, ten devices at most share a hash: 5,000 would take two minutes, in which a school that is to be locked is not. Their PIN is one in any
 * case, so that who finds it out on one laptop has that of all.
 */
const MAX_HASHES = 500;

/**
 * Hashes a PIN for many devices, each with a salt of its own, so that the laptops of a batch cannot be told to have the same PIN and no table serves for
 * two. Takes threads, not the event loop.
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
