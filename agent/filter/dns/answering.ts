import type { JudgementReason } from '../../../contracts/policy/model.ts';
import type { Judge, Judgement } from '../judge.ts';
import { type AddressRange, addressBytes, isInRange, isPublicAddress, readRanges } from './address-ranges.ts';
import type { Forwarded, Forwarder } from './forwarder.ts';
import type { InternalNames } from './internal-names.ts';
import { RCODE, TYPE } from './message.ts';
import { BLOCKED_TTL_SECONDS } from './reply.ts';
import { isSearchName, type SafeAlias, safeSearchOf } from './safe-search.ts';
import { isAbsentWhenBlocked, type SpecialName, specialNameOf } from './special-names.ts';
import { addressesIn, readTtl, type UpstreamAnswer } from './upstream-answer.ts';
import type { DnsQuestion } from './upstream-query.ts';
import type { UpstreamScope, UpstreamSet } from './upstream-set.ts';

/** What a question gets. `judgement` is what decided; null = none did, and nothing is recorded. */
export type DnsOutcome =
  | { readonly kind: 'blocked' | 'absent' | 'empty' | 'failed'; readonly judgement: Judgement | null }
  | {
      readonly kind: 'addresses';
      readonly judgement: Judgement | null;
      readonly alias: string | null;
      readonly addresses: readonly Uint8Array[];
      readonly ttlSeconds: number;
    }
  | {
      readonly kind: 'answer';
      readonly judgement: Judgement | null;
      readonly forwarded: Forwarded;
      readonly answer: UpstreamAnswer;
    };

export interface AnsweringDependencies {
  readonly judge: Pick<Judge, 'judgeName' | 'mode' | 'settings' | 'isCrisisHelp'>;
  readonly forwarder: Pick<Forwarder, 'ask'>;
  readonly upstreams: Pick<UpstreamSet, 'hasPlain'>;
  /** Absent: the school has no names of its own. */
  readonly internalNames?: Pick<InternalNames, 'forwarderFor'>;
  /** What must happen before an answer is sent; null or absent = nothing. */
  readonly beforeAnswer?: (question: DnsQuestion, outcome: DnsOutcome) => Promise<void> | null;
  /** A look-up of the self-check has arrived. */
  readonly onNonce: (nonce: string) => void;
  /** As `FilterState.privateNetworks`. */
  readonly privateNetworks: () => readonly string[];
}

/** How many names are remembered with their special use; verdicts are not remembered here. */
const MAX_SPECIALS = 5_000;
const LOOPBACK = { [TYPE.a]: Buffer.of(127, 0, 0, 1), [TYPE.aaaa]: addressBytes('::1') } as const;

/** Reasons of an allow that was meant for this very name, or that is stronger than policy. The aliases and addresses of such a name are not judged. */
const MEANT: ReadonlySet<JudgementReason> = new Set([
  'crisis_allow',
  'server',
  'connectivity',
  'locked_allow',
  'override',
  'classroom',
  'allow',
]);
/** Reasons of a block that is about the alias itself. A default or a lesson blocks an alias only because it does not list it. */
const AGAINST_ALIAS: ReadonlySet<JudgementReason> = new Set([
  'block',
  'locked_block',
  'protection',
  'portal',
]);
/** Reasons under which a public name may have a private address: a captive portal answers so, and must be reachable. */
const PORTAL_REASONS: ReadonlySet<JudgementReason> = new Set([
  'crisis_allow',
  'server',
  'connectivity',
  'portal',
]);

/** Decides what a question gets: crisis help, special names, policy, SafeSearch, cache and upstream, then a look at the answer. */
export class Answering {
  readonly #deps: AnsweringDependencies;
  readonly #specials = new Map<string, SpecialName | null>();
  #networks: readonly string[] = [];
  #ranges: readonly AddressRange[] = [];

  constructor(deps: AnsweringDependencies) {
    this.#deps = deps;
  }

  /** Calls back once: immediately, unless an upstream must be asked. */
  ask(question: DnsQuestion, done: (outcome: DnsOutcome) => void): void {
    const special = this.#specialOf(question.name);
    const own = special === null ? null : this.#answerSpecial(special, question);
    if (own !== null) {
      done(own);
      return;
    }
    const judgement = this.#deps.judge.judgeName(question.name);
    if (judgement.action === 'allow')
      this.#askAllowed({ question, judgement, special }, (outcome) => this.#release(question, outcome, done));
    else done({ kind: isAbsentName(question.name, judgement) ? 'absent' : 'blocked', judgement });
  }

  /** The same for a name that was judged by its caller, by more than the name, such as a whole address. */
  askJudged(question: DnsQuestion, done: (outcome: DnsOutcome) => void): void {
    const special = this.#specialOf(question.name);
    const own = special === null ? null : this.#answerSpecial(special, question);
    if (own !== null) {
      done(own);
      return;
    }
    const judgement = this.#deps.judge.judgeName(question.name);
    this.#askAllowed({ question, judgement, special }, (outcome) => this.#release(question, outcome, done));
  }

  /** Sends the answer, after the firewall was opened where that is needed: a program must not get an address that it cannot reach yet. */
  #release(question: DnsQuestion, outcome: DnsOutcome, done: (outcome: DnsOutcome) => void): void {
    const waiting = this.#deps.beforeAnswer?.(question, outcome) ?? null;
    if (waiting === null) done(outcome);
    else waiting.then(() => done(outcome));
  }

  #askAllowed(allowed: Allowed, done: (outcome: DnsOutcome) => void): void {
    const { question, judgement, special } = allowed;
    const outcome = this.#guard(allowed);
    const internal = this.#deps.internalNames?.forwarderFor(question.name) ?? null;
    if (outcome?.kind === 'alias') this.#askAlias(outcome.target, allowed, done);
    else if (outcome !== null) done(outcome);
    else if (internal !== null)
      internal.ask(question, 'plain', (forwarded) =>
        done(this.#lookAt(forwarded, { ...allowed, isInternal: true })),
      );
    else {
      const isLocal = special?.kind === 'local';
      const scope: UpstreamScope = isLocal && this.#deps.upstreams.hasPlain() ? 'plain' : 'all';
      // Only the network itself can know a local name.
      if (isLocal && scope === 'all' && question.name.includes('.')) done({ kind: 'absent', judgement });
      else this.#deps.forwarder.ask(question, scope, (forwarded) => done(this.#lookAt(forwarded, allowed)));
    }
  }

  /** An answer that differs from the upstream's although the name is allowed; null = ask on. */
  #guard({ question: { name, type }, judgement }: Allowed): DnsOutcome | SafeAlias | null {
    const { judge } = this.#deps;
    if (judge.mode() === 'off') return null;
    // These records hold the keys with which a browser hides the name of its site (ECH), and the offer to switch to QUIC.
    if (type === TYPE.https || type === TYPE.svcb) return { kind: 'empty', judgement };
    if ((type !== TYPE.a && type !== TYPE.aaaa) || !isSearchName(name)) return null;
    const safe = safeSearchOf(name, judge.settings());
    if (safe?.kind !== 'address') return safe;
    if (type === TYPE.aaaa) return { kind: 'empty', judgement };
    const addresses = [addressBytes(safe.ipv4)];
    return { kind: 'addresses', judgement, alias: null, addresses, ttlSeconds: BLOCKED_TTL_SECONDS };
  }

  #specialOf(name: string): SpecialName | null {
    if (this.#specials.size >= MAX_SPECIALS) this.#specials.clear();
    const known = this.#specials.get(name);
    if (known !== undefined) return known;
    const special = specialNameOf(name);
    // A nonce is used for one look-up, so that it is not remembered.
    if (special?.kind !== 'nonce') this.#specials.set(name, special);
    return special;
  }

  /** Null = ask on. */
  #answerSpecial(special: SpecialName, { name, type }: DnsQuestion): DnsOutcome | null {
    if (this.#deps.judge.isCrisisHelp(name)) return null;
    switch (special.kind) {
      case 'absent':
      case 'empty':
        return { kind: special.kind, judgement: null };
      case 'guard':
        return this.#deps.judge.mode() === 'off' ? null : { kind: 'absent', judgement: null };
      case 'nonce':
        this.#deps.onNonce(special.nonce);
        return ownAddress(type, 0);
      case 'own':
        return ownAddress(type, BLOCKED_TTL_SECONDS);
      case 'local':
        return null;
    }
  }

  #askAlias(target: string, allowed: Allowed, done: (outcome: DnsOutcome) => void): void {
    const { question, judgement } = allowed;
    const { type, checkingDisabled } = question;
    const asked = { name: target, type, checkingDisabled, dnssecOk: false };
    this.#deps.forwarder.ask(asked, 'all', (forwarded) => {
      const looked = this.#lookAt(forwarded, allowed);
      if (looked.kind === 'addresses') done({ ...looked, alias: target });
      else if (looked.kind !== 'answer') done(looked);
      else {
        const addresses = addressesIn(looked.answer, type);
        const ttlSeconds = ttlOf(forwarded, looked.answer);
        done({ kind: 'addresses', judgement, alias: target, addresses, ttlSeconds });
      }
    });
  }

  /** Checks the upstream's answer for blocked aliases, and for private addresses of public names. */
  #lookAt(forwarded: Forwarded, { question, judgement, special, isInternal = false }: Allowed): DnsOutcome {
    const { answer } = forwarded;
    if (answer === null || (answer.rcode !== RCODE.noError && answer.rcode !== RCODE.nxDomain))
      return { kind: 'failed', judgement };
    if (this.#deps.judge.mode() === 'off') return { kind: 'answer', judgement, forwarded, answer };
    const blocked = MEANT.has(judgement.reason) ? null : this.#blockedTarget(answer);
    if (blocked !== null) return { kind: 'blocked', judgement: blocked };
    const isTrusted =
      !answer.hasPrivateAddress ||
      isInternal ||
      special?.kind === 'local' ||
      PORTAL_REASONS.has(judgement.reason);
    if (isTrusted) return { kind: 'answer', judgement, forwarded, answer };
    return this.#withoutPrivate(forwarded, answer, { question, judgement, special });
  }

  #blockedTarget({ targets }: UpstreamAnswer): Judgement | null {
    for (const target of targets) {
      const judgement = this.#deps.judge.judgeName(target);
      if (judgement.action === 'block' && AGAINST_ALIAS.has(judgement.reason)) return judgement;
    }
    return null;
  }

  #withoutPrivate(
    forwarded: Forwarded,
    answer: UpstreamAnswer,
    { question: { type }, judgement }: Allowed,
  ): DnsOutcome {
    const all = addressesIn(answer, type);
    const addresses = all.filter((address) => this.#isRight(address));
    // The answer has addresses, but none of the type that was asked for.
    if (addresses.length === 0) return { kind: 'empty', judgement };
    if (addresses.length === all.length) return { kind: 'answer', judgement, forwarded, answer };
    return { kind: 'addresses', judgement, alias: null, addresses, ttlSeconds: ttlOf(forwarded, answer) };
  }

  #isRight(address: Buffer): boolean {
    const networks = this.#deps.privateNetworks();
    if (networks !== this.#networks) {
      this.#networks = networks;
      this.#ranges = readRanges(networks);
    }
    return (
      isPublicAddress(address, 0, address.length) ||
      this.#ranges.some((range) => range.bytes.length === address.length && isInRange(address, 0, range))
    );
  }
}

interface Allowed {
  readonly question: DnsQuestion;
  readonly judgement: Judgement;
  readonly special: SpecialName | null;
  /** One of the school's own names, answered by its own resolver. */
  readonly isInternal?: boolean;
}

/** Whether a blocked name is answered as absent: a name that leads round the filter is, unless policy blocks it as well. */
function isAbsentName(name: string, { reason, categories }: Judgement): boolean {
  return isAbsentWhenBlocked(name) || (reason === 'protection' && categories.includes('doh'));
}

function ownAddress(type: number, ttlSeconds: number): DnsOutcome {
  if (type !== TYPE.a && type !== TYPE.aaaa) return { kind: 'empty', judgement: null };
  return { kind: 'addresses', judgement: null, alias: null, addresses: [LOOPBACK[type]], ttlSeconds };
}

/** What is left of an answer's time, in seconds. */
export function ttlOf({ ageSeconds, isStale }: Forwarded, { bytes, ttlOffsets }: UpstreamAnswer): number {
  if (isStale || ttlOffsets.length === 0) return BLOCKED_TTL_SECONDS;
  return Math.max(0, Math.min(...ttlOffsets.map((offset) => readTtl(bytes, offset))) - ageSeconds);
}
