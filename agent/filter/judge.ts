import type { Action, ChainLink, JudgementReason } from '../../contracts/policy/model.ts';
import type { FilterSettings } from '../../contracts/policy/settings.ts';
import type { FilterMode } from './filter-state.ts';

/** By which of the filter's layers a request came. */
export type Layer = 'dns' | 'proxy' | 'relay';

/** What is asked for. */
export interface Question {
  /** Lower case, ASCII, without trailing dot; or an IP address, IPv6 in brackets. */
  readonly host: string;
  /** Whole address, only of plain http. */
  readonly url: string | null;
  /** Name of the program, where the system tells. */
  readonly app: string | null;
  readonly via: Layer;
  /**
   * User id of the socket by which the request came. The request is judged and recorded for the owner of that id (socket-owner.ts). Null or absent =
   * not known: it counts for the person at the screen.
   */
  readonly uid?: number | null;
}

/** What a question gets. Immutable, the same object for equal questions of one generation. */
export interface Judgement {
  readonly action: Action;
  readonly reason: JudgementReason;
  readonly ruleId: string | null;
  readonly policyId: string | null;
  readonly policyVersion: number | null;
  /** Of the name and all above it, sorted. */
  readonly categories: readonly string[];
  /** The one that the log shows: that of the rule which decided, else the first; null = none. */
  readonly category: string | null;
}

/** What the block page shows: the verdict, and its chain as `POST /v1/policies/explain` gives it. */
export interface Explanation extends Judgement {
  readonly chain: readonly ChainLink[];
  readonly host: string;
  readonly url: string | null;
  /** E-mail address of who asks; null = nobody known. */
  readonly user: string | null;
  readonly policyName: string | null;
  /** What the school wrote as the reason of the rule. */
  readonly ruleReason: string | null;
  /** Epoch milliseconds, server time as the device knows it. */
  readonly at: number;
}

/** Decides for who asks, here and now, without waiting for anything. Without a user id that is the person at the screen. */
export interface Judge {
  judge(question: Question): Judgement;
  /**
   * The same for a DNS question, from the lower-case name: remembered, so that asking again about a name costs one look-up. Never throws, whatever the name.
   */
  judgeName(name: string): Judgement;
  /** The verdict with its whole chain, for the block page; not remembered. */
  explain(question: Question): Explanation;
  /** Grows whenever any judgement may differ from before (bundle, index, time, person, campus, mode). Judgements of an earlier generation must not be kept. */
  generation(): number;
  mode(): FilterMode;
  /** @param uid of the socket, as in `Question` */
  settings(uid?: number | null): FilterSettings;
  /** Whether a rule of a policy that is on may ask for programs, now or later, of anybody here. */
  asksForPrograms(): boolean;
  /** Whether a name is crisis help: never blocked, never recorded. */
  isCrisisHelp(host: string): boolean;
}
