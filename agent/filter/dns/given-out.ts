import type { Clock } from '../../../kit/clock.ts';
import type { Judgement } from '../judge.ts';
import { addressText } from './address-ranges.ts';
import { type Outcome, ttlOf } from './answering.ts';
import { GivenAddresses } from './given-addresses.ts';
import { TYPE } from './message.ts';
import { addressesIn } from './upstream-answer.ts';
import type { DnsQuestion } from './upstream-query.ts';

/** Addresses that are about to be given out. */
export interface GivenAnswer {
  readonly judgement: Judgement;
  readonly addresses: readonly string[];
  readonly ttlSeconds: number;
}

/** Opens the firewall to addresses before they are given out. */
export interface AddressOpener {
  /** Whether this answer needs it. To be cheap: it is asked at every answer. */
  wants(judgement: Judgement): boolean;
  /** Resolves when they are open, or cannot be. Never rejects. */
  open(given: GivenAnswer): Promise<void>;
}

/** Everything that is to happen before addresses leave the resolver. */
export interface GivenOut {
  /** @returns what the answer has to wait for; null = nothing */
  before(question: DnsQuestion, outcome: Outcome): Promise<void> | null;
  /** Whether this address was given out for this host lately; null = it cannot be told. */
  knows(host: string, address: string): boolean | null;
}

/** The same answer out of the cache is not read again within this time. */
const READ_AGAIN_MS = 60_000;
/** Answers whose last reading is remembered. */
const MAX_READ = 4_096;

export function createGivenOut({
  clock,
  opener,
}: {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly opener: AddressOpener | null;
}): GivenOut {
  const memory = new GivenAddresses(clock.monotonic());
  const read = new Map<string, { readonly answer: object; readonly at: number }>();

  const wasRead = (key: string, answer: object, now: number): boolean => {
    const last = read.get(key);
    if (last !== undefined && last.answer === answer && now - last.at < READ_AGAIN_MS) return true;
    if (read.size >= MAX_READ) read.clear();
    read.set(key, { answer, at: now });
    return false;
  };
  return {
    before({ name, type }, outcome) {
      if ((type !== TYPE.a && type !== TYPE.aaaa) || outcome.judgement === null) return null;
      if (outcome.kind !== 'answer' && outcome.kind !== 'addresses') return null;
      const { judgement } = outcome;
      const isOpened = opener?.wants(judgement) === true;
      const now = clock.monotonic();
      const isKnown = outcome.kind === 'answer' && wasRead(`${type}${name}`, outcome.answer, now);
      if (isKnown && !isOpened) return null;
      const { addresses, ttlSeconds } = addressesOf(outcome, type);
      memory.remember(name, addresses, ttlSeconds, now);
      return isOpened && addresses.length > 0
        ? (opener?.open({ judgement, addresses, ttlSeconds }) ?? null)
        : null;
    },
    knows: (host, address) => memory.knows(host, address, clock.monotonic()),
  };
}

type WithAddresses = Extract<Outcome, { readonly kind: 'answer' | 'addresses' }>;

function addressesOf(outcome: WithAddresses, type: number): Pick<GivenAnswer, 'addresses' | 'ttlSeconds'> {
  if (outcome.kind === 'addresses')
    return { addresses: outcome.addresses.map(addressText), ttlSeconds: outcome.ttlSeconds };
  const addresses = addressesIn(outcome.answer, type).map(addressText);
  return { addresses, ttlSeconds: ttlOf(outcome.forwarded, outcome.answer) };
}
