import type { Database } from 'better-sqlite3';
import { textKey } from '../../../kit/text-key.ts';

export const TEXT_FIELDS = ['device', 'user', 'ou', 'domain', 'category', 'policy', 'rule', 'app'] as const;
export type TextField = (typeof TEXT_FIELDS)[number];

/** How many texts are cached with their numbers (some 100 bytes each): those of a big school's busy day. */
const MAX_REMEMBERED = 200_000;

/** The search key of a text: users without regard to case, domains with their labels reversed. */
function keyOf(field: TextField, text: string): string {
  if (field === 'user') return textKey(text);
  return field === 'domain' ? reversedDomain(text) : text;
}

/** `www.example.com` → `com.example.www`: subdomains sort after their domain. */
function reversedDomain(domain: string): string {
  return domain.toLowerCase().replace(/\.$/, '').split('.').reverse().join('.');
}

interface Numbered {
  readonly id: number;
  lastDay: number;
}

export interface TextWriter {
  /** The number of a text, which is given one when it is new. @param day of its use, days since 1970-01-01 */
  numberOf(organisationId: number, field: TextField, text: string, day: number): number;
  /** After a rollback: cached texts may not be stored. */
  forget(): void;
}

/** Numbers texts while records are written. */
export function createTextWriter(db: Database): TextWriter {
  const find = db.prepare<[number, TextField, string], { readonly id: number; readonly last_day: number }>(
    'SELECT id, last_day FROM record_texts WHERE organisation_id = ? AND field = ? AND text = ?',
  );
  const insert = db.prepare<[number, TextField, string, string, number]>(
    'INSERT INTO record_texts (organisation_id, field, text, key, last_day) VALUES (?, ?, ?, ?, ?)',
  );
  const touch = db.prepare<[day: number, id: number]>('UPDATE record_texts SET last_day = ? WHERE id = ?');
  let remembered = new Map<string, Map<string, Numbered>>();
  let count = 0;

  const forget = (): void => {
    remembered = new Map();
    count = 0;
  };
  const ofField = (organisationId: number, field: TextField): Map<string, Numbered> => {
    const name = `${field}${organisationId}`;
    const known = remembered.get(name) ?? new Map<string, Numbered>();
    remembered.set(name, known);
    return known;
  };
  const read = (organisationId: number, field: TextField, text: string, day: number): Numbered => {
    const row = find.get(organisationId, field, text);
    if (row !== undefined) return { id: row.id, lastDay: row.last_day };
    const id = Number(insert.run(organisationId, field, text, keyOf(field, text), day).lastInsertRowid);
    return { id, lastDay: day };
  };

  return {
    numberOf(organisationId, field, text, day) {
      let known = ofField(organisationId, field).get(text);
      // A text's first use on a day goes to the database: if it was deleted meanwhile, it is made anew.
      if (known === undefined || (known.lastDay < day && touch.run(day, known.id).changes === 0)) {
        known = read(organisationId, field, text, day);
        if (count >= MAX_REMEMBERED) forget();
        ofField(organisationId, field).set(text, known);
        count += 1;
        if (known.lastDay < day) touch.run(day, known.id);
      }
      known.lastDay = Math.max(known.lastDay, day);
      return known.id;
    },
    forget,
  };
}

export interface TextReader {
  text(id: number): string;
  /** The path of a unit; as it is now, since units are renamed. */
  path(id: number): string;
  /** Numbers of the texts that a value means, with those below it for units and domains. */
  meaning(organisationId: number, field: TextField, value: string): readonly number[];
}

/** Reads texts by number, and numbers by text. */
export function createTextReader(db: Database): TextReader {
  const byId = db.prepare<[id: number], string>('SELECT text FROM record_texts WHERE id = ?').pluck();
  const equal = db
    .prepare<[number, TextField, string], number>(
      'SELECT id FROM record_texts WHERE organisation_id = ? AND field = ? AND key = ?',
    )
    .pluck();
  const between = db
    .prepare<[number, TextField, string, string], number>(
      'SELECT id FROM record_texts WHERE organisation_id = ? AND field = ? AND key >= ? AND key < ?',
    )
    .pluck();
  const texts = new Map<number, string>();

  return {
    text(id) {
      const known = texts.get(id);
      if (known !== undefined) return known;
      const text = byId.get(id) ?? '';
      if (texts.size >= MAX_REMEMBERED) texts.clear();
      texts.set(id, text);
      return text;
    },
    path: (id) => byId.get(id) ?? '/',
    meaning(organisationId, field, value) {
      const key = keyOf(field, value);
      const own = equal.all(organisationId, field, key);
      const separator = field === 'ou' ? '/' : '.';
      if (field !== 'ou' && field !== 'domain') return own;
      if (key === '/') return between.all(organisationId, field, '', '\u{10FFFF}');
      // The character behind the separator ends the subtree: “0” behind “/”, “/” behind “.”.
      const end = `${key}${String.fromCharCode(separator.charCodeAt(0) + 1)}`;
      return [...own, ...between.all(organisationId, field, `${key}${separator}`, end)];
    },
  };
}
