/** Events of the system. An event only says that the facts should be read again. */
export interface SystemEvents {
  /** `resumed`: the computer was asleep. `changed`: network, power or who is at the screen. @returns a function that ends it */
  listen(listener: (what: 'resumed' | 'changed') => void): () => void;
}
