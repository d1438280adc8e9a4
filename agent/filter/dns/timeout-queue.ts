import type { Clock, Timer } from '../../../kit/clock.ts';

/** Something that waits for the same time as all others in its queue. Belongs to one queue at a time. */
export interface Waiting {
  /** Monotonic milliseconds; set by the queue. */
  dueAt: number;
  earlier: Waiting | null;
  later: Waiting | null;
  /** Its time is over; it has left the queue. */
  expire(): void;
}

/** Time-outs of one length, so that the first one in is the first one due. All share one timer; adding and removing are cheap. */
export class TimeoutQueue {
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  #first: Waiting | null = null;
  #last: Waiting | null = null;
  #timer: Timer | null = null;

  constructor(clock: Clock, timeoutMs: number) {
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
  }

  add(waiting: Waiting): void {
    waiting.dueAt = this.#clock.monotonic() + this.#timeoutMs;
    waiting.earlier = this.#last;
    waiting.later = null;
    if (this.#last === null) this.#first = waiting;
    else this.#last.later = waiting;
    this.#last = waiting;
    if (this.#timer === null) this.#arm(this.#timeoutMs);
  }

  /** Harmless when it is not in the queue. */
  remove(waiting: Waiting): void {
    const { earlier, later } = waiting;
    if (earlier === null && this.#first !== waiting) return;
    if (earlier === null) this.#first = later;
    else earlier.later = later;
    if (later === null) this.#last = earlier;
    else later.earlier = earlier;
    waiting.earlier = null;
    waiting.later = null;
  }

  #arm(delayMs: number): void {
    this.#timer = this.#clock.setTimeout(() => this.#fire(), delayMs).unref();
  }

  #fire(): void {
    this.#timer = null;
    this.#expireUntil(this.#clock.monotonic());
    if (this.#first !== null && this.#timer === null)
      this.#arm(Math.max(1, Math.ceil(this.#first.dueAt - this.#clock.monotonic())));
  }

  #expireUntil(time: number): void {
    for (let first = this.#first; first !== null && first.dueAt <= time; first = this.#first) {
      this.remove(first);
      first.expire();
    }
  }
}
