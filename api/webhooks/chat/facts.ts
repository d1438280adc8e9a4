import type { EventBody } from '../../../contracts/events/catalogue.ts';
import type { Names } from '../../../store/ports/events.ts';

/** The facts of an event for a sentence. All are texts that people or devices have typed, made plain, short, and one line each. */
export interface Facts {
  /** The text of a member of `data` (`device.name`), numbers as text. Null = it is absent, null, empty or not a text. */
  text(path: string): string | null;
  /** A member of `data` as a time, `2026-11-20 10:00 UTC`. */
  moment(path: string): string | null;
  /** The name of the thing whose id is a member of `data`; the id when the name is unknown. */
  named(path: string): string | null;
  /** The device of the event: its name, else its id. */
  readonly device: string | null;
}

/** The longest fact (characters), because people read a chat at a glance. */
const FACT_LENGTH = 200;

/**
 * Reads the data of an event without trusting it, because events of another version may be in the queue.
 * @param names what is known of the things that it names by id
 */
export function factsOf(body: EventBody, names: Names = {}): Facts {
  const text = (path: string): string | null => textAt(body.data, path);
  const nameOf = (id: string | null | undefined): string | null => {
    if (id === null || id === undefined) return null;
    return (Object.hasOwn(names, id) ? textAt(names, id) : null) ?? id;
  };
  return {
    text,
    named: (path) => nameOf(text(path)),
    moment(path) {
      const at = Date.parse(text(path) ?? '');
      return Number.isNaN(at) ? null : momentText(at);
    },
    device:
      text('device.name') ??
      nameOf(text('device.id') ?? body.device_id ?? text('alert.deviceId') ?? text('log.deviceId')),
  };
}

/** A time for a chat: minutes are enough, and UTC is the same for all readers. @param at epoch milliseconds */
function momentText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function textAt(data: unknown, path: string): string | null {
  let value = data;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return null;
  const line = oneLine(value);
  return line === '' ? null : line;
}

/**
 * Line ends, other control characters, and marks that change the direction of writing (Unicode Bidi_Control). They would make the following
 * text read differently.
 */
const UNWRITTEN = /[\p{Cc}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu;
/** Half of a surrogate pair is not valid text, and a chat may refuse the whole message for it. */
const LONE_SURROGATES = /\p{Surrogate}/gu;

function oneLine(text: string): string {
  const line = text
    .slice(0, 4 * FACT_LENGTH)
    .replace(LONE_SURROGATES, '')
    .replace(UNWRITTEN, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...line];
  return characters.length <= FACT_LENGTH ? line : `${characters.slice(0, FACT_LENGTH - 1).join('')}…`;
}
