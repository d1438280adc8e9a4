import { type EventBody, isSentEvent } from '../../../contracts/events/catalogue.ts';
import type { Names } from '../../../store/ports/events.ts';
import { type Facts, factsOf } from './facts.ts';
import type { Counts, Field, Sentence, Tone } from './sentence.ts';
import { SENTENCES, unknownSentence } from './sentences.ts';

/** Events of one type that are sent as one message. */
export interface Batch {
  /** The first events in their order; at least one, and not all when there are many. */
  readonly bodies: readonly [EventBody, ...EventBody[]];
  /** The number of all events, and of the different devices. Events without a device add no device. */
  readonly counts: Counts;
  /** Names of things that the events name by id. */
  readonly names?: Names | undefined;
}

/** A chat message before it gets the form of a service. Its texts are plain: no markup, nothing escaped, one line each. */
export interface ChatMessage {
  /** Id of the first event. */
  readonly id: string;
  /** The thread of the message in a chat with threads: the device, else the type of the event. */
  readonly thread: string;
  /** Never empty. */
  readonly title: string;
  /** The list below the title: the devices and things of several events. */
  readonly lines: readonly string[];
  readonly fields: readonly Field[];
  readonly tone: Tone;
  /** When the first event happened, RFC 3339. */
  readonly at: string;
}

/** Most names in a list, because nobody reads more in a chat. The rest is a number. */
const LISTED_NAMES = 10;

/** Makes the message of a batch. */
export function chatMessage({ bodies, counts, names }: Batch): ChatMessage {
  const [first] = bodies;
  const sentence: Sentence = isSentEvent(first.type) ? SENTENCES[first.type] : unknownSentence(first.type);
  const { one, many, name, fields, tone, countsDevices } = sentence;
  const facts = factsOf(first, names);
  const single = counts.events === 1;
  const oneDevice = countsDevices === true && counts.devices <= 1;
  const common = {
    id: first.id,
    thread: first.device_id !== undefined && (single || counts.devices === 1) ? first.device_id : first.type,
    tone: tone(facts),
    at: first.timestamp,
  };
  if (single || oneDevice) {
    const title = single ? one(facts) : `${one(facts)}, ${counts.events} times`;
    return { ...common, title, lines: [], fields: fields(facts).filter((each) => each !== null) };
  }
  const total = countsDevices === true ? counts.devices : counts.events;
  return {
    ...common,
    title: many(counts),
    lines: listOf(
      bodies.map((body) => factsOf(body, names)),
      name,
      total,
    ),
    fields: [],
  };
}

/** The first names, each once, and the number of further ones. */
function listOf(
  all: readonly Facts[],
  name: (facts: Facts) => string | null,
  total: number,
): readonly string[] {
  const names = [...new Set(all.map(name).filter((each) => each !== null))].slice(0, LISTED_NAMES);
  const more = total - names.length;
  return names.length === 0 || more <= 0 ? names : [...names, `and ${more} more`];
}
