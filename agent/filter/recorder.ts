import type { BypassKind } from '../../contracts/policy/bypass.ts';
import type { Judgement, Question } from './judge.ts';

/** A way round the filter that was tried and stopped. */
export interface BypassAttempt {
  readonly kind: BypassKind;
  /** Name that was wanted, where it is known. */
  readonly host: string | null;
  /** Address and port that were wanted, where they are known. */
  readonly address: string | null;
  readonly port: number | null;
  /** How many in one report; at least 1. */
  readonly count: number;
  readonly app: string | null;
  /** User id of the socket that tried; null or absent = not known. */
  readonly uid?: number | null;
}

/** Takes what the layers see. Cheap, never throws, never waits: it is called for every request. */
export interface Recorder {
  decided(question: Question, judgement: Judgement): void;
  attempted(attempt: BypassAttempt): void;
  /** Bytes passed to or from the host of a question by proxy or relay: what visits are made of (DNS names are none). The system's own processes visit nothing. */
  used(question: Question): void;
}
