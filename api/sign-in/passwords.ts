import { hash, type Options, verify } from '@node-rs/argon2';
import { Fault } from '../../kit/fault.ts';

/** Makes and checks password hashes, off the event loop, a few at a time. */
export interface Passwords {
  /** Argon2id in PHC form, with a salt of its own. @throws Fault unavailable when too many wait */
  hash(password: string): Promise<string>;
  /** Null is checked against a hash that no password fits, which takes as long, so that nobody learns that there is no hash. @throws Fault unavailable */
  verify(passwordHash: string | null, password: string): Promise<boolean>;
}

/** OWASP Password Storage Cheat Sheet, Argon2id: at least 19 MiB of memory, two passes, one lane. Argon2id is the library's default algorithm. */
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Hashes at a time. Each takes some 30 ms of one core and 19 MiB, so a flood of sign-ins leaves cores for the devices. */
const AT_ONCE = 2;
/** Waiting longer than a second helps nobody, so the caller is asked to retry. */
const MAX_WAITING = 50;

export function createPasswords(): Passwords {
  const waiting: (() => void)[] = [];
  let running = 0;
  let dummy: Promise<string> | null = null;

  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= AT_ONCE) {
      if (waiting.length >= MAX_WAITING)
        throw new Fault('unavailable', 'Too many people sign in at this moment; try again in some seconds.');
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
  return {
    hash: (password) => inTurn(() => hash(canonical(password), COST)),
    async verify(passwordHash, password) {
      dummy ??= inTurn(() => hash('no password fits this one', COST));
      const known = passwordHash ?? (await dummy);
      const fits = await inTurn(() => verify(known, canonical(password)));
      return fits && passwordHash !== null;
    },
  };
}

/** The password in Unicode normal form, the same however a keyboard composes it (NIST SP 800-63B section 5.1.1.2). */
function canonical(password: string): string {
  return password.normalize('NFKC');
}
