import type { FilterSettings } from '../../contracts/policy/settings.ts';
import type { Explanation } from './explanation.ts';
import type { FilterMode } from './filter-state.ts';
import type { Judgement } from './judgement.ts';

export type { Judgement };

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
   * User id of the socket that it came by: judged and recorded for whoever that is (socket-owner.ts), at each moment anew. Null or absent = it cannot be told: for
   * the person at the screen.
   */
  readonly uid?: number | null;
}

/** Decides for who asks, here and now, without waiting for anything. Without a user id that is the person at the screen. */
export interface Judge {
  judge(question: Question): Judgement;
  /**
   * The same for a DNS question, from the lower-case name: remembered, so that asking again about a name costs one look-up. Never throws, whatever the name.
   */
  judgeName(name: string): Judgement;
  /** The verdict with all that spoke, for the block page; not remembered. */
  explain(question: Question): Explanation;
  /** Grows whenever any judgement may be another than before (bundle, index, time, person, campus, mode): whoever keeps one throws it away. */
  generation(): number;
  mode(): FilterMode;
  /** @param uid of the socket, as in `Question` */
  settings(uid?: number | null): FilterSettings;
  /** Whether a name is crisis help: never blocked, never recorded. */
  isCrisisHelp(host: string): boolean;
}
