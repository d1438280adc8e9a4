import type { Clock } from '../../../kit/clock.ts';
import type { Judgement } from '../judge.ts';
import { addressText } from './address-ranges.ts';
import { type DnsOutcome, ttlOf } from './answering.ts';
import { GivenAddresses } from './given-addresses.ts';
import { TYPE } from './message.ts';
import type { Place } from './place.ts';
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
  /** Whether this answer needs an opening. Must be cheap, because it is called for every answer. */
  wants(judgement: Judgement): boolean;
  /** Resolves when they are open, or cannot be. Never rejects. */
  open(given: GivenAnswer): Promise<void>;
}

/** Does what must happen before addresses are given out. */
export interface GivenOut {
  /** @returns what the answer has to wait for; null = nothing */
  before(question: DnsQuestion, outcome: DnsOutcome): Promise<void> | null;
  /** Whether this address was given out for this host lately; null = not known. */
  knows(host: string, address: string): boolean | null;
}

/** The same answer out of the cache is not read again within this time. */
const READ_AGAIN_MS = 60_000;
/** Answers whose last reading is remembered. */
const MAX_READ = 4_096;

/** How long an address is opened in a network that is not proven (seconds): it may be the portal's own, given out under another name. */
const PASSING_SECONDS = 60;

/**
 * Answers of a network that is not proven are kept apart, because a captive portal gives its own address for every name. They are taken over once no
 * portal is found there.
 */
export function createGivenOut({
  clock,
  place,
  opener,
}: {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly place: Place;
  readonly opener: AddressOpener | null;
}): GivenOut {
  const memory = new GivenAddresses(clock.monotonic());
  let passing = noAddresses();
  let generation = place.generation();
  const read = new Map<string, { readonly answer: object; readonly at: number }>();

  const wasRead = (key: string, answer: object, now: number): boolean => {
    const last = read.get(key);
    if (last !== undefined && last.answer === answer && now - last.at < READ_AGAIN_MS) return true;
    if (read.size >= MAX_READ) read.clear();
    read.set(key, { answer, at: now });
    return false;
  };
  const settle = (): void => {
    const present = place.generation();
    if (present === generation) return;
    generation = present;
    const { proven, portal } = place.facts();
    if (proven && !portal) memory.takeOver(passing, clock.monotonic());
    passing = noAddresses();
  };
  const remember = (name: string, { addresses, ttlSeconds }: Given, now: number): Given => {
    if (place.facts().proven) {
      memory.remember(name, addresses, ttlSeconds, now);
      return { addresses, ttlSeconds };
    }
    passing.remember(name, addresses, ttlSeconds, now);
    return { addresses, ttlSeconds: Math.min(ttlSeconds, PASSING_SECONDS) };
  };
  return {
    before({ name, type }, outcome) {
      if ((type !== TYPE.a && type !== TYPE.aaaa) || outcome.judgement === null) return null;
      if (outcome.kind !== 'answer' && outcome.kind !== 'addresses') return null;
      settle();
      const { judgement } = outcome;
      const isOpened = opener?.wants(judgement) === true;
      const now = clock.monotonic();
      const isKnown = outcome.kind === 'answer' && wasRead(`${type}${name}`, outcome.answer, now);
      if (isKnown && !isOpened) return null;
      const given = remember(name, addressesOf(outcome, type), now);
      return isOpened && given.addresses.length > 0 ? (opener?.open({ judgement, ...given }) ?? null) : null;
    },
    knows(host, address) {
      settle();
      const now = clock.monotonic();
      return passing.knows(host, address, now) === true || memory.knows(host, address, now);
    },
  };
}

/** Makes an empty list for a new network. */
function noAddresses(): GivenAddresses {
  return new GivenAddresses(Number.NEGATIVE_INFINITY);
}

type WithAddresses = Extract<DnsOutcome, { readonly kind: 'answer' | 'addresses' }>;

type Given = Pick<GivenAnswer, 'addresses' | 'ttlSeconds'>;

function addressesOf(outcome: WithAddresses, type: number): Given {
  if (outcome.kind === 'addresses')
    return { addresses: outcome.addresses.map(addressText), ttlSeconds: outcome.ttlSeconds };
  const addresses = addressesIn(outcome.answer, type).map(addressText);
  return { addresses, ttlSeconds: ttlOf(outcome.forwarded, outcome.answer) };
}
