import { CLOCK_TOLERANCE_SECONDS } from '../../contracts/mqtt/messages.ts';
import { textKey } from '../../kit/text-key.ts';
import { MAX_SIGN_INS, type SignInSpan } from '../../store/ports/device-people.ts';

/**
 * A record may be this much older (milliseconds) than the heartbeat that reported the sign-in: the two clocks may differ, and a device collects its records for
 * a minute.
 */
const TOLERANCE_MS = CLOCK_TOLERANCE_SECONDS * 1_000 + 60_000;

/** A change of who is signed in. */
interface Change {
  readonly user: string | null;
  /** The earliest time at which it can have begun. */
  readonly from: number;
  readonly at: number;
}

/**
 * Who was signed in to a device at which time, by its heartbeats. It rests on the device's word. But a device that lies has to name a person in a heartbeat,
 * which staff see, at the time, before it can send records of that person.
 */
export class SignIns {
  #spans: SignInSpan[];
  /** When the device was last heard before this connection; null after the first heartbeat on it. */
  #heardBefore: number | null;

  constructor(spans: readonly SignInSpan[], heardBefore: number) {
    this.#spans = [...spans];
    this.#heardBefore = heardBefore;
  }

  /**
   * Takes in who is signed in by a heartbeat. Somebody new after a silence may have signed in at any time of that silence.
   * @param at server time of the heartbeat
   * @returns what changed; null = nothing
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

  /** Whether the heartbeats said that this person was signed in at that time. True for a record without a person. */
  covers(user: string | null, at: number): boolean {
    if (user === null) return true;
    const key = textKey(user);
    return this.#spans.some(
      ({ userKey, from, until }) =>
        userKey === key && at >= from - TOLERANCE_MS && (until === null || at <= until + TOLERANCE_MS),
    );
  }
}
