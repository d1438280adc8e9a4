/** Characters at the start of a cell that make a spreadsheet read it as a formula (OWASP, CSV injection). Domains and names come from devices. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
/**
 * The same characters behind a separator that some spreadsheets use. Where the list separator is a semicolon (most of Europe), a cell
 * starts there, and our quotes do not protect it.
 */
const INNER_FORMULA = /([;,\t\r\n|]['"\s]*)(?=[=+\-@＝＋－＠])/g;

export type CsvRow = readonly (string | number | null)[];

/** A table (RFC 4180, UTF-8) in which no cell is a formula. The first row is the header line. */
export function csvOf(rows: readonly CsvRow[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const inner = value.replaceAll(INNER_FORMULA, "$1'");
  const text = FORMULA.test(inner) ? `'${inner}` : inner;
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
