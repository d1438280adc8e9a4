import { PLAIN_TEXT, portablePattern, READABLE_TEXT, UNIT_NAME } from './plain-text.ts';

/** Descriptions in words of the texts that a regular expression accepts. People see the description and never the expression. */
const WORDS: Readonly<Record<string, string>> = {
  [PLAIN_TEXT]: 'must be text without control characters',
  [READABLE_TEXT]: 'must be text with something to read in it, without control characters',
  '^[\\x21-\\x7e](?:[\\x20-\\x7e]{0,253}[\\x21-\\x7e])?$': 'must be 1 to 255 printable ASCII characters',
  '^[^\\s\\x00-\\x1f\\x7f@]+@[^\\s\\x00-\\x1f\\x7f@]+$':
    'must be an e-mail address, such as ana@school.example',
  '^[^\\u0000-\\u0020\\u007f"(),:;<>@]+@[^\\u0000-\\u0020\\u007f"(),:;<>@]+$':
    'must be an e-mail address, such as ana@school.example',
  '^\\d{4}-\\d{2}-\\d{2}$': 'must be a date, such as 2026-11-16',
  '^[0-9]{4}-[0-9]{2}-[0-9]{2}$': 'must be a date, such as 2026-11-16',
  '^\\d{4}-W\\d{2}$': 'must be a week of ISO 8601, such as 2026-W47',
  '^[0-9]{4}-W[0-9]{2}$': 'must be a week of ISO 8601, such as 2026-W47',
  '^[0-9A-Fa-f]{2}([:-][0-9A-Fa-f]{2}){5}$':
    'must be the address of an access point, such as 00:1a:2b:3c:4d:5e',
  '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s]+$':
    'must be a web address that begins with http:// or https://, without spaces',
  '^[0-9]{4,8}$': 'must be 4 to 8 digits',
  '^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$': 'must be a removal code, such as 7QK2M-9XB4T',
  '^[a-z][a-z0-9_]*$': 'must be small letters, digits and _, such as low_battery',
  '^[a-z0-9][a-z0-9_]{0,39}$': 'must be small letters, digits and _, such as board_games',
  '^[a-z0-9][a-z0-9/-]*$': 'must be small letters, digits, - and /, such as devices',
  '^[a-z0-9][a-z0-9_-]{0,39}$': 'must be small letters, digits, - and _, such as our-games',
  '^[a-z0-9][a-z0-9_-]{0,63}$': 'must be small letters, digits, - and _, such as our-games',
  '^([01][0-9]|2[0-3]):[0-5][0-9]$': 'must be a time of day from 00:00 to 23:59',
  [UNIT_NAME]: 'must be a name without "/" and control characters, with something to read in it',
};

/** The same descriptions, by the expressions in the API description. */
const PORTABLE_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries(WORDS).map(([pattern, words]) => [portablePattern(pattern), words]),
);

/** The fixed beginnings of the expressions of ids and moments. */
const BEGINNINGS: readonly (readonly [RegExp, (found: readonly string[]) => string])[] = [
  [/^\^([a-z]{2,3})_\[0-7\]/, ([, prefix]) => `must be an id that begins with "${prefix}_"`],
  [
    /^\^\[0-9\]\{4\}-\(\?:0\[1-9\]/,
    () => 'must be a date or a moment, such as 2026-11-16 or 2026-11-16T08:00:00Z',
  ],
];

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': 'must be a moment, such as 2026-11-16T08:00:00Z',
  date: 'must be a date, such as 2026-11-16',
  email: 'must be an e-mail address, such as ana@school.example',
  uri: 'must be a whole address, such as https://school.example/',
};

/** Describes the texts that one of our patterns accepts; null = the pattern has no description yet (a test checks all patterns). */
export function wordsOfPattern(pattern: string): string | null {
  const known = WORDS[pattern] ?? PORTABLE_WORDS.get(pattern);
  if (known !== undefined) return known;
  for (const [begins, words] of BEGINNINGS) {
    const found = begins.exec(pattern);
    if (found !== null) return words(found);
  }
  return null;
}

/** The same for a format of JSON Schema. */
export function wordsOfFormat(format: string): string | null {
  return FORMATS[format] ?? null;
}
