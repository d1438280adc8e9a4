/**
 * The result of an attempt to change this computer. A failure is a value and not an exception, because a failed step of a lock must not stop the
 * steps after it.
 */
export interface Outcome {
  /** The computer is now as it should be, or was so before. */
  readonly done: boolean;
  /** One sentence: what was done, or why not. */
  readonly detail: string;
  /** True when the agent only observes: nothing was changed, `done` is false, and `detail` says what would have been done. */
  readonly observed: boolean;
}

export function done(detail: string): Outcome {
  return { done: true, detail, observed: false };
}

export function failed(detail: string): Outcome {
  return { done: false, detail, observed: false };
}

export function observed(detail: string): Outcome {
  return { done: false, detail, observed: true };
}
