import type { Facts } from './facts.ts';

/** How an event feels: it chooses the colour, where a chat has colours. */
export type Tone = 'bad' | 'warning' | 'good' | 'neutral';

/** One fact beside the sentence. */
export interface Field {
  readonly name: string;
  readonly value: string;
}

/** How many events a message stands for, and on how many devices they were. */
export interface Counts {
  readonly events: number;
  readonly devices: number;
}

/** What is said about events of one type: for people, in English, without markup. */
export interface Sentence {
  tone(facts: Facts): Tone;
  /** About a single event. */
  one(facts: Facts): string;
  /** About several; only called with two events and more. */
  many(counts: Counts): string;
  /** How one of several is listed; null when there is nothing to list it by. */
  name(facts: Facts): string | null;
  /** Facts beside a single event. Those with a null value are left out. */
  fields(facts: Facts): readonly (Field | null)[];
  /** Whether `many` counts devices: one device that did it several times is then named instead. */
  readonly countsDevices?: true;
}

export const bad = (): Tone => 'bad';
export const warning = (): Tone => 'warning';
export const good = (): Tone => 'good';
export const neutral = (): Tone => 'neutral';

/** A fact, or null when there is none. */
export function field(name: string, value: string | null): Field | null {
  return value === null ? null : { name, value };
}
