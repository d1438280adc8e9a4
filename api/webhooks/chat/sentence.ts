import type { Facts } from './facts.ts';

/** How good or bad an event is. It chooses the colour, where a chat has colours. */
export type Tone = 'bad' | 'warning' | 'good' | 'neutral';

/** One fact beside the sentence. */
export interface Field {
  readonly name: string;
  readonly value: string;
}

/** The number of events in a message, and of their devices. */
export interface Counts {
  readonly events: number;
  readonly devices: number;
}

/** The wording for events of one type: for people, in English, without markup. */
export interface Sentence {
  tone(facts: Facts): Tone;
  /** The sentence for a single event. */
  one(facts: Facts): string;
  /** The sentence for two or more events. */
  many(counts: Counts): string;
  /** How a single event of several is listed; null = it is not listed. */
  name(facts: Facts): string | null;
  /** Facts shown with a single event. Those with a null value are left out. */
  fields(facts: Facts): readonly (Field | null)[];
  /** Whether `many` counts devices. If a single device caused all events, its name is used instead. */
  readonly countsDevices?: true;
}

export const bad = (): Tone => 'bad';
export const warning = (): Tone => 'warning';
export const good = (): Tone => 'good';
export const neutral = (): Tone => 'neutral';

/** A named fact, or null when the value is null. */
export function field(name: string, value: string | null): Field | null {
  return value === null ? null : { name, value };
}
