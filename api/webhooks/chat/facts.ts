import type { EventBody } from '../../../contracts/events/catalogue.ts';
import type { Names } from '../../../store/ports/events.ts';

/** What a sentence may say about an event. All of it is text that people or devices have typed: plain, on one line, and short. */
export interface Facts {
  /** The text of a member of `data` (`device.name`); numbers as text. Null when it is absent, null, empty, or no text. */
  text(path: string): string | null;
  /** The same of a moment, as `2026-11-20 10:00 UTC`. */
  moment(path: string): string | null;
  /** The name of what a member of `data` names by id; the id when nobody knows a name. */
  named(path: string): string | null;
  /** The device that it is about: its name, else its id. */
  readonly device: string | null;
}

/** A chat is read at a glance: no fact is longer (characters). */
const FACT_LENGTH = 200;

/**
 * Reads the data of an event. It trusts nothing in it: events of another version may be in the queue.
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

/** Minutes are enough in a chat, and UTC is the same for everyone who reads it. @param at epoch milliseconds */
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
 * Line ends, other control characters and the marks that turn the direction of writing (Unicode Bidi_Control): what follows them would not be
 * read as it was written.
 */
const UNWRITTEN = /[\p{Cc}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu;
/** A half of a surrogate pair is no text, and a chat may refuse the whole message for it. */
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
