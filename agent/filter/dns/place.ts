/** The network that answers come from. An answer of one network does not hold in another. */
export interface PlaceFacts {
  /** Changes whenever the network changes, or what is known of it (`FilterState.network`). */
  readonly epoch: number;
  /** False while nobody knows whether a captive portal intercepts, and while one does. */
  readonly proven: boolean;
  /** A portal was seen in this network. */
  readonly portal: boolean;
}

/** Counts the places that answers came from. */
export interface Place {
  /** Changes whenever the network or the resolvers to ask change. What was learnt under an earlier number no longer holds. */
  generation(): number;
  facts(): PlaceFacts;
}

/** @param upstreams the same array while nothing has changed: it is asked for at each question */
export function createPlace({
  facts,
  upstreams,
}: {
  readonly facts: () => PlaceFacts;
  readonly upstreams: () => readonly string[];
}): Place {
  let texts = upstreams();
  let { epoch } = facts();
  let generation = 0;
  return {
    generation() {
      const now = upstreams();
      const { epoch: present } = facts();
      const isOther = present !== epoch || (now !== texts && now.join() !== texts.join());
      if (isOther) generation += 1;
      texts = now;
      epoch = present;
      return generation;
    },
    facts,
  };
}
