import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Random } from './random.ts';

/**
 * One-time passwords by time (TOTP, RFC 6238) with the values that every authenticator program takes: SHA-1, six digits, 30 seconds. The
 * strength is in the HMAC, which the weakness of SHA-1 against collisions does not touch (RFC 6238 section 1.2, RFC 6194 section 3.3).
 */
const STEP_MS = 30_000;
const DIGITS = 6;
/** 160 bits (RFC 4226 section 4, R6). */
const SECRET_BYTES = 20;
/** Steps by which a telephone's clock may be off, either way (RFC 6238 section 5.2). */
const DRIFT = 1;
/** Base32 (RFC 4648 section 6). */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A new secret in Base32, without padding. */
export function newTotpSecret(random: Random): string {
  return toBase32(random.bytes(SECRET_BYTES));
}

/** What an authenticator program reads from a QR code (https://github.com/google/google-authenticator/wiki/Key-Uri-Format). */
export function totpUri({
  secret,
  issuer,
  account,
}: {
  readonly secret: string;
  readonly issuer: string;
  readonly account: string;
}): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_MS / 1_000}`;
}

/** The code of a moment (epoch milliseconds). */
export function totpCode(secret: string, at: number): string {
  return codeOfStep(fromBase32(secret), stepOf(at));
}

/** The step whose code this is, among those near a moment; null = none, or no later one than `after`: a code counts once (RFC 6238 section 5.2). */
export function totpStep(
  secret: string,
  code: string,
  { at, after }: { readonly at: number; readonly after: number },
): number | null {
  const key = fromBase32(secret);
  let found: number | null = null;
  // All are compared, so that the time tells nothing.
  for (let step = stepOf(at) - DRIFT; step <= stepOf(at) + DRIFT; step += 1)
    if (isSame(codeOfStep(key, step), code) && step > after) found = step;
  return found;
}

function stepOf(at: number): number {
  return Math.floor(at / STEP_MS);
}

/** RFC 4226 section 5.3. */
function codeOfStep(key: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', key).update(counter).digest();
  const offset = (mac[mac.length - 1] ?? 0) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

function isSame(one: string, other: string): boolean {
  const [wanted, given] = [Buffer.from(one), Buffer.from(other)];
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}

function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((part) => ALPHABET.charAt(Number.parseInt(part.padEnd(5, '0'), 2)))
    .join('');
}

function fromBase32(text: string): Uint8Array {
  const bits = Array.from(text, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (part) => Number.parseInt(part, 2));
}
