/** Limits of long answers that are not read yet (bytes). A school's scripts and pages wait for some megabytes at a time. */
export interface UnreadLimits {
  /** Limit of one network (`networkOf`). */
  readonly perNetwork: number;
  readonly total: number;
}

const LIMITS: UnreadLimits = { perNetwork: 128 * 1_048_576, total: 256 * 1_048_576 };

/**
 * Counts the answers that are in memory until their clients have read them. When there are too many, the oldest is cut, of the network that
 * has too many or of the one that has the most. A client that reads is done long before.
 */
export interface UnreadAnswers {
  /** @param cut ends the answer; a call of `release` follows */
  hold(network: string, bytes: number, cut: () => void): { readonly release: () => void };
}

interface Answer {
  readonly bytes: number;
  readonly cut: () => void;
}

interface Held {
  /** Oldest first. */
  readonly answers: Set<Answer>;
  bytes: number;
}

export function createUnreadAnswers(limits: UnreadLimits = LIMITS): UnreadAnswers {
  const networks = new Map<string, Held>();
  let total = 0;

  const forget = (network: string, answer: Answer): void => {
    const held = networks.get(network);
    if (held?.answers.delete(answer) !== true) return;
    held.bytes -= answer.bytes;
    total -= answer.bytes;
    if (held.answers.size === 0) networks.delete(network);
  };
  const cutOldest = (network: string): void => {
    const [oldest] = networks.get(network)?.answers ?? [];
    if (oldest === undefined) return;
    forget(network, oldest);
    oldest.cut();
  };
  const largestNetwork = (): string => {
    let largest = { name: '', bytes: 0 };
    for (const [name, { bytes }] of networks) if (bytes > largest.bytes) largest = { name, bytes };
    return largest.name;
  };

  return {
    hold(network, bytes, cut) {
      const answer = { bytes, cut };
      const held = networks.get(network) ?? { answers: new Set(), bytes: 0 };
      networks.set(network, held);
      held.answers.add(answer);
      held.bytes += bytes;
      total += bytes;
      if (held.bytes > limits.perNetwork) cutOldest(network);
      if (total > limits.total) cutOldest(largestNetwork());
      return { release: () => forget(network, answer) };
    },
  };
}
