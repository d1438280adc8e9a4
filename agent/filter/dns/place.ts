/** Where answers come from: what one network says is no truth in another. */
export interface PlaceFacts {
  /** Another number whenever the network, or what is known of it, is another (`FilterState.network`). */
  readonly epoch: number;
  /** False while nobody knows whether a captive portal stands between, and while one does. */
  readonly proven: boolean;
  /** A portal was seen in this network. */
  readonly portal: boolean;
}

/** Counts the places that answers came from. */
export interface Place {
  /** Another number whenever the network or the resolvers to ask are others: nothing that was learnt under the one before holds. */
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
