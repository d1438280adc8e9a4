import type { Device } from '../../../../sdk/node/index.ts';
import type { Column, ColumnKey } from './columns.tsx';

/** What a column says in a file: as the API says it, for other programs. */
const VALUES: Readonly<Record<ColumnKey, (device: Device) => string | number | null>> = {
  name: ({ name }) => name,
  connection: ({ status }) => status,
  protection: ({ protection }) => [protection.state, protection.policyVersion ?? ''].join(' ').trim(),
  lock: ({ lock }) => lock.state,
  user: ({ user }) => user,
  ou: ({ ou }) => ou,
  place: ({ campus }) => campus,
  battery: ({ battery }) => battery,
  lastSeen: ({ lastSeen }) => lastSeen,
  agent: ({ agentVersion }) => agentVersion,
  serial: ({ serial }) => serial,
  assetTag: ({ assetTag }) => assetTag,
  tags: ({ tags }) => tags.join(', '),
  os: ({ osVersion }) => osVersion,
};

/** The laptops as a table in a file (RFC 4180), with the columns that are shown. */
export function csvOf(
  devices: readonly Device[],
  columns: readonly Column[],
  heads: Readonly<Record<ColumnKey, string>>,
): string {
  const rows = devices.map((device) => columns.map(({ key }) => VALUES[key](device)));
  return [columns.map(({ key }) => heads[key]), ...rows]
    .map((row) => `${row.map(fieldOf).join(',')}\r\n`)
    .join('');
}

/** A text that a spreadsheet would run as a formula begins with an apostrophe. */
function fieldOf(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function saveFile(name: string, text: string): void {
  // Spreadsheets take a file for UTF-8 when it begins with this mark.
  const address = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
