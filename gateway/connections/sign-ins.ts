import { CLOCK_TOLERANCE_SECONDS } from '../../contracts/mqtt/messages.ts';
import { textKey } from '../../kit/text-key.ts';
import { MAX_SIGN_INS, type SignInSpan } from '../../store/ports/device-people.ts';

/**
 * A record may be so much older than the sign-in that was told (milliseconds): the clocks of both may differ, and a device gathers its
 * records for a minute.
 */
const TOLERANCE_MS = CLOCK_TOLERANCE_SECONDS * 1_000 + 60_000;

/** A change of who is signed in. */
interface Change {
  readonly user: string | null;
  /** Since when that can be so. */
  readonly from: number;
  readonly at: number;
}

/**
 * When who was signed in to a device, as its heartbeats told it at that time. That is the device's own word, and a device that lies in
 * everything lies here too; but it has to name a person before everybody's eyes, and in time, before it can tell anything of them.
 */
export class SignIns {
  #spans: SignInSpan[];
  /** When the device was last heard before this connection; null once it has said who is signed in now. */
  #heardBefore: number | null;

  constructor(spans: readonly SignInSpan[], heardBefore: number) {
    this.#spans = [...spans];
    this.#heardBefore = heardBefore;
  }

  /**
   * A heartbeat says who is signed in, at this moment of the server. Whoever is new after a silence may have been there all the time of it.
   * @returns what is new in it; null when nothing is
   */
  tell(user: string | null, at: number): Change | null {
    const from = Math.min(this.#heardBefore ?? at, at);
    this.#heardBefore = null;
    const userKey = user === null ? null : textKey(user);
    const open = this.#spans.filter(({ until }) => until === null);
    if (userKey === null ? open.length === 0 : open.length === 1 && open[0]?.userKey === userKey) return null;
    this.#spans = this.#spans.map((span) => (span.until === null ? { ...span, until: at } : span));
    if (userKey !== null) this.#spans.push({ userKey, from, until: null });
    this.#spans = this.#spans.slice(-MAX_SIGN_INS);
    return { user, from, at };
  }

  /** Whether the device told that this person was signed in at that time. Of nobody there is nothing to prove. */
  covers(user: string | null, at: number): boolean {
    if (user === null) return true;
    const key = textKey(user);
    return this.#spans.some(
      ({ userKey, from, until }) =>
        userKey === key && at >= from - TOLERANCE_MS && (until === null || at <= until + TOLERANCE_MS),
    );
  }
}
