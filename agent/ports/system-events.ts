/** What the system tells unasked. Each says only that it is worth looking again. */
export interface SystemEvents {
  /** `resumed`: the computer was asleep. `changed`: network, power or who is at the screen. @returns a function that ends it */
  listen(listener: (what: 'resumed' | 'changed') => void): () => void;
}
