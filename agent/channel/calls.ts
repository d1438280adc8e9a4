import type { Static, TSchema } from 'typebox';

/** The input and output of a call, and how often it is taken: calls that come more often wait. */
export interface CallRule {
  readonly input: TSchema;
  readonly output: TSchema;
  readonly perSecond: number;
  readonly burst: number;
}

export type Calls = Readonly<Record<string, CallRule>>;

/** The same JSON value with everything read-only. */
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
