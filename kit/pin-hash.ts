import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import type { PinHash } from '../contracts/device/lock.ts';
import type { Random } from './random.ts';

const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** 16 MiB and some tens of milliseconds for each attempt on a school's laptop (RFC 7914 section 2 parameters N, r, p). */
const COST = { cost: 16_384, blockSize: 8, parallelization: 1 } as const;

/** The most memory for a check: scrypt needs 128 × r × (N + p + 2) bytes. A hash with higher costs is refused. */
const MEMORY_CEILING_BYTES = 64 * 2 ** 20;

/** Hashes an unlock PIN with a fresh salt. */
export async function hashPin(pin: string, random: Random): Promise<PinHash> {
  const salt = Buffer.from(random.bytes(SALT_BYTES));
  const hash = await derive(pin, salt, HASH_BYTES, COST);
  return { salt: salt.toString('base64url'), hash: hash.toString('base64url'), ...COST };
}

/** @throws RangeError for costs above the ceiling. OpenSSL would refuse them too, but leaves its error for whatever uses it next. */
function checkCosts({ cost, blockSize, parallelization }: Omit<PinHash, 'salt' | 'hash'>): void {
  if (128 * blockSize * (cost + 2 + parallelization) > MEMORY_CEILING_BYTES)
    throw new RangeError('The costs of the hash need too much memory.');
}

/** Whether the PIN is the hashed one, in constant time. @throws RangeError when the hash has too high costs */
export async function verifyPin(
  pin: string,
  { salt, hash, cost, blockSize, parallelization }: PinHash,
): Promise<boolean> {
  const wanted = Buffer.from(hash, 'base64url');
  if (wanted.length < 16) return false;
  checkCosts({ cost, blockSize, parallelization });
  const given = await derive(pin, Buffer.from(salt, 'base64url'), wanted.length, {
    cost,
    blockSize,
    parallelization,
  });
  return timingSafeEqual(given, wanted);
}

function derive(pin: string, salt: Buffer, bytes: number, options: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(pin, salt, bytes, { ...options, maxmem: MEMORY_CEILING_BYTES }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}
