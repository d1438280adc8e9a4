/** What the firmware says of the computer (DSP0134, "System Information", type 1). Null = it says nothing. */
export interface SystemInformation {
  readonly manufacturer: string | null;
  readonly product: string | null;
  readonly serial: string | null;
}

const SYSTEM_INFORMATION = 1;
const END_OF_TABLE = 127;
/** Type, length, handle. */
const HEADER_BYTES = 4;
/** Where the numbers of its strings stand (DSP0134 section 7.2). */
const MANUFACTURER = 4;
const PRODUCT = 5;
const SERIAL = 7;

/** Reads a table of SMBIOS; null when it has no such structure. Never throws, whatever the bytes are. */
export function systemInformation(table: Buffer): SystemInformation | null {
  for (let at = 0; at + HEADER_BYTES <= table.length; ) {
    const type = table.readUInt8(at);
    const length = table.readUInt8(at + 1);
    if (length < HEADER_BYTES || at + length > table.length || type === END_OF_TABLE) return null;
    const formatted = table.subarray(at, at + length);
    const end = endOfStrings(table, at + length);
    if (type === SYSTEM_INFORMATION) {
      const strings = table
        .subarray(at + length, end)
        .toString('latin1')
        .split('\0');
      const text = (place: number): string | null => {
        const number = place < length ? formatted.readUInt8(place) : 0;
        return (number === 0 ? null : strings[number - 1]) || null;
      };
      return { manufacturer: text(MANUFACTURER), product: text(PRODUCT), serial: text(SERIAL) };
    }
    at = end;
  }
  return null;
}

/** Behind the strings of a structure: two zero bytes end them (DSP0134 section 6.1.3). */
function endOfStrings(table: Buffer, from: number): number {
  const end = table.indexOf('\0\0', from, 'latin1');
  return end < 0 ? table.length : end + 2;
}
