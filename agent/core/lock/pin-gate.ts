import type { PinHash } from '../../../contracts/device/lock.ts';
import { messageOf } from '../../../kit/fault.ts';
import type { Log } from '../../../kit/log.ts';
import type { Serial } from '../../../kit/serial.ts';
import type { TrustedTime } from '../time/trusted-time.ts';
import { countTry, pinBlocked } from './lock-record.ts';
import type { StoredLock } from './stored-lock.ts';

/** `wait`: none is tried now. `none`: there is no lock, or it has no PIN. */
export type PinAnswer = 'unlocked' | 'wrong' | 'wait' | 'none';

/** PINs that may wait for their turn. A person types one; a program that posts many at once is refused. */
const MAX_WAITING = 3;

export interface PinGateDependencies {
  readonly stored: StoredLock;
  /** The lock's own queue. */
  readonly serial: Serial;
  readonly time: TrustedTime;
  readonly log: Log;
  readonly verifyPin: (pin: string, hash: PinHash) => Promise<boolean>;
  /** Ends the lock; called within the queue. */
  readonly release: () => Promise<void>;
}

/** Tries PINs one after the other; each is counted on disk before it is judged. */
export function createPinGate({
  stored,
  serial,
  time,
  log,
  verifyPin,
  release,
}: PinGateDependencies): (pin: string) => Promise<PinAnswer> {
  let waiting = 0;

  const judge = async (pin: string): Promise<PinAnswer> => {
    const hash = stored.record().held?.pin ?? null;
    if (hash === null) return 'none';
    if (pinBlocked(stored.record(), time.certain())) return 'wait';
    // Fails closed: a try that cannot be counted on disk is not judged, or a full disk would allow any number of tries.
    if (!(await stored.keep(countTry(stored.record(), time.certain())))) return 'wait';
    try {
      if (await verifyPin(pin, hash)) {
        await release();
        return 'unlocked';
      }
    } catch (error) {
      log.error({ error: messageOf(error) }, 'the PIN of this lock cannot be checked');
    }
    return pinBlocked(stored.record(), time.certain()) ? 'wait' : 'wrong';
  };

  return async (pin) => {
    if (waiting >= MAX_WAITING) return 'wait';
    waiting += 1;
    try {
      return await serial.run(() => judge(pin));
    } finally {
      waiting -= 1;
    }
  };
}
