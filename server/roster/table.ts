import { CsvError, parse } from 'csv-parse/sync';
import { OperatorError } from '../../kit/operator-error.ts';
import type { RosterFile } from './roster-file.ts';

/** One row of a CSV file, by column names. */
export interface TableRow {
  /** Where it ends in the file; 1 is the header. */
  readonly line: number;
  /** Without spaces around it; '' when the file has no such column. */
  get(column: string): string;
}

/** A rejected row, and why. */
export interface Rejection {
  readonly file: RosterFile;
  readonly line: number;
  readonly sourcedId: string;
  readonly reason: string;
}

export interface Table {
  readonly rows: readonly TableRow[];
  /** Rows whose number of fields differs from the header. */
  readonly rejected: readonly Rejection[];
}

interface Parsed {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/**
 * Reads a CSV file (RFC 4180, UTF-8 with or without BOM, any line ends) whose first line names the columns.
 * @param required columns that it must have
 * @throws OperatorError for another encoding, broken quotes (with the line), and missing or repeated columns
 */
export function readTable(file: RosterFile, bytes: Uint8Array, required: readonly string[]): Table {
  const [header, ...body] = parseCsv(file, decode(file, bytes));
  if (header === undefined)
    throw new OperatorError(`${file} is empty: its first line must name the columns.`);
  const places = new Map<string, number>();
  for (const [place, name] of header.record.entries()) {
    const key = name.trim().toLowerCase();
    if (key !== '' && places.has(key))
      throw new OperatorError(`${file} has the column "${name.trim()}" twice.`);
    places.set(key, place);
  }
  const missing = required.filter((column) => !places.has(column.toLowerCase()));
  if (missing.length > 0)
    throw new OperatorError(
      `${file} lacks the column${missing.length === 1 ? '' : 's'} ${missing.join(', ')}. It has: ${header.record.join(', ').slice(0, 500)}.`,
    );
  const rows: TableRow[] = [];
  const rejected: Rejection[] = [];
  const width = header.record.length;
  for (const { record, info } of body) {
    const get = (column: string): string => record[places.get(column.toLowerCase()) ?? -1]?.trim() ?? '';
    const surplus = record.slice(width).some((field) => field.trim() !== '');
    if (record.length < width || surplus) {
      const reason = `The row has ${record.length} fields; the header names ${width}.`;
      rejected.push({ file, line: info.lines, sourcedId: get('sourcedId'), reason });
    } else rows.push({ line: info.lines, get });
  }
  return { rows, rejected };
}

function parseCsv(file: RosterFile, text: string): readonly Parsed[] {
  try {
    return parse(text, {
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      record_delimiter: ['\r\n', '\n', '\r'],
    }) as unknown as Parsed[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error.lines === 'number' ? `, line ${error.lines}` : '';
    const why =
      error.code === 'CSV_QUOTE_NOT_CLOSED'
        ? 'a field begins with a quotation mark that is never closed'
        : 'a quotation mark stands in the middle of a field; it is doubled inside quotes';
    throw new OperatorError(`${file}${line}: ${why}. Nothing was imported.`, { cause: error });
  }
}

const UTF16_MARKS = ['fffe', 'feff'];

function decode(file: RosterFile, bytes: Uint8Array): string {
  const mark = Buffer.from(bytes.subarray(0, 2)).toString('hex');
  if (UTF16_MARKS.includes(mark)) throw wrongEncoding(file, 'it is UTF-16');
  if (bytes.includes(0)) throw wrongEncoding(file, 'it holds zero bytes');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw wrongEncoding(file, 'it holds bytes of another encoding', error);
  }
}

function wrongEncoding(file: RosterFile, why: string, cause?: unknown): OperatorError {
  return new OperatorError(`${file} is not UTF-8 (${why}): export it as “CSV UTF-8”. Nothing was imported.`, {
    cause,
  });
}
