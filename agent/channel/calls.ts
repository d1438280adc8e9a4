import type { Static, TSchema } from 'typebox';

/** What a call takes and gives, and how often its taker takes it: one that comes more often waits. */
export interface CallRule {
  readonly input: TSchema;
  readonly output: TSchema;
  readonly perSecond: number;
  readonly burst: number;
}

export type Calls = Readonly<Record<string, CallRule>>;

/** The same JSON value, of which nothing may be changed. */
type Frozen<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Frozen<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Frozen<T[Key]> }
      : T;

export type InputOf<Table extends Calls, Name extends keyof Table> = Frozen<Static<Table[Name]['input']>>;
export type OutputOf<Table extends Calls, Name extends keyof Table> = Frozen<Static<Table[Name]['output']>>;

/** A call whose output is `null` resolves with nothing. */
type Answer<Output> = [Output] extends [null] ? Promise<void> : Promise<Output>;

/** A function for each call of a table: answers it, or asks the other side. A call whose input is `null` takes no argument. */
export type Handlers<Table extends Calls> = {
  readonly [Name in keyof Table]: [InputOf<Table, Name>] extends [null]
    ? () => Answer<OutputOf<Table, Name>>
    : (input: InputOf<Table, Name>) => Answer<OutputOf<Table, Name>>;
};
