/**
 * How an attempt to change this computer went. A step of a lock must never stop the steps after it, so a failure is a value here,
 * not an exception; whoever asked reports it onward.
 */
export interface Outcome {
  /** The computer is now as was asked (or already was). */
  readonly done: boolean;
  /** One sentence: what was done, or why not. */
  readonly detail: string;
  /** True when the agent only watches: nothing was changed, `detail` says what would have been. `done` is false then. */
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
