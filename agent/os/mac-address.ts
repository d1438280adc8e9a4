/**
 * A hardware address in one form: lower case, two digits, colons. Takes Windows' hyphens and macOS's short octets (`4:3f`). Null for anything else,
 * and for all 0 and all f (broadcast).
 */
export function macAddress(text: string | null | undefined): string | null {
  const octets = (text ?? '').trim().toLowerCase().split(/[:-]/);
  if (octets.length !== 6 || !octets.every((octet) => /^[0-9a-f]{1,2}$/.test(octet))) return null;
  const mac = octets.map((octet) => octet.padStart(2, '0')).join(':');
  return mac === '00:00:00:00:00:00' || mac === 'ff:ff:ff:ff:ff:ff' ? null : mac;
}
