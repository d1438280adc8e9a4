import { readFileSync } from 'node:fs';
import { parse, TomlError } from 'smol-toml';
import { messageOf } from '../../kit/fault.ts';
import { OperatorError, systemErrorCode } from '../../kit/operator-error.ts';
import { SETTING_NAMES, SETTINGS, type SettingName } from './settings.ts';

/** A value from a configuration file, with where it stands (`/etc/schoolgate.toml, line 12`). */
export interface FileValue {
  readonly value: unknown;
  readonly where: string;
}

/**
 * Reads a configuration file (TOML 1.0).
 * @throws OperatorError when it cannot be read, is no TOML, or has a name that is no setting
 */
export function readConfigFile(path: string): ReadonlyMap<SettingName, FileValue> {
  const text = readText(path);
  const known = new Map(SETTING_NAMES.map((name) => [SETTINGS[name].key as string, name]));
  const found = new Map<SettingName, FileValue>();
  for (const [key, value] of flatten(parseToml(path, text))) {
    const where = `${path}, line ${lineOf(text, key)}`;
    const name = known.get(key);
    if (name === undefined)
      throw new OperatorError(`${where}: "${key}" is not a setting. ${suggestion(key, known.keys())}`);
    found.set(name, { value, where });
  }
  return found;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const reason = systemErrorCode(error) === 'ENOENT' ? 'there is no such file' : messageOf(error);
    throw new OperatorError(`The configuration file ${path} cannot be read: ${reason}.`, { cause: error });
  }
}

function parseToml(path: string, text: string): Record<string, unknown> {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const reason = error.message.split('\n', 1)[0]?.replace('Invalid TOML document: ', '') ?? error.message;
    throw new OperatorError(`${path}, line ${error.line}: this is not valid TOML: ${reason}.`, {
      cause: error,
    });
  }
}

/** The entries of a document under their full names; tables that are no table of ours stay whole, to be refused by name. */
function flatten(document: Record<string, unknown>): [string, unknown][] {
  return Object.entries(document).flatMap(([key, value]): [string, unknown][] => {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Date)
      return [[key, value]];
    const entries = Object.entries(value);
    if (entries.length === 0 && SETTING_NAMES.some((name) => SETTINGS[name].key.startsWith(`${key}.`)))
      return [];
    if (entries.length === 0) return [[key, value]];
    return entries.map(([inner, innerValue]): [string, unknown] => [`${key}.${inner}`, innerValue]);
  });
}

/** The line (from 1) where a name is set, or its table begins; 1 when it is written in a way that this does not see. */
function lineOf(text: string, fullKey: string): number {
  let table = '';
  let tableLine = 1;
  for (const [index, line] of text.split('\n').entries()) {
    const header = /^\s*\[\[?\s*([\w."'-]+)\s*\]/.exec(line)?.[1]?.replaceAll(/["']/g, '');
    if (header !== undefined) {
      table = `${header}.`;
      if (fullKey === header || fullKey.startsWith(table)) tableLine = index + 1;
    }
    const key = /^\s*([\w."'-]+)\s*=/.exec(line)?.[1]?.replaceAll(/["']/g, '');
    if (key !== undefined && table + key === fullKey) return index + 1;
  }
  return tableLine;
}

/** `Did you mean "http_port"?`, or where the list of all names is. */
function suggestion(key: string, known: Iterable<string>): string {
  const near = [...known].find((name) => distance(name, key) <= 2 || name.endsWith(`.${key}`));
  return near === undefined ? '"schoolgate serve --print-config" shows them all.' : `Did you mean "${near}"?`;
}

/** How many characters must be put in, left out or replaced to turn one text into the other (Levenshtein). */
export function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, left] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, right] of [...b].entries()) {
      const replaced = (row[j] ?? 0) + (left === right ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
