import { readFileSync } from 'node:fs';

/** Reads a table of the kernel's sockets (/proc/net/udp, proc(5)) synchronously; null when it may not be read. */
export function readSocketTable(path: string): string | null {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return null; // a computer without IPv6 has no table of it
  }
}
