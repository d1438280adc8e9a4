import type { Static, TSchema } from 'typebox';

/** What a call takes and gives, and how often its taker takes it: one that comes more often waits. */
export interface CallRule {
  readonly input: TSchema;
  readonly output: TSchema;
  readonly perSecond: number;
  readonly burst: number;
}

export type Calls = Readonly<Record<string, CallRule>>;

export type InputOf<Table extends Calls, Name extends keyof Table> = Static<Table[Name]['input']>;
export type OutputOf<Table extends Calls, Name extends keyof Table> = Static<Table[Name]['output']>;
