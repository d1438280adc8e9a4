import { isLoopback } from '../../../kit/addresses.ts';
import type { FileReader } from '../../ports/file-reader.ts';
import type { Accepted, Connections, LocalClient, Peer } from './client-origin.ts';

/** `0100007F:1F90`, or 32 digits for IPv6, in the machine's byte order (little-endian wherever Node runs). */
const END = /^([0-9A-F]{8}|[0-9A-F]{32}):([0-9A-F]{4})$/;
const MAPPED_V4 = '0000000000000000FFFF0000';

/** States of include/net/tcp_states.h in which a socket has no other end any more, or none yet: TIME_WAIT, CLOSE, LISTEN. */
const WITHOUT_PEER: ReadonlySet<string> = new Set(['06', '07', '0A']);

/**
 * The row of a table of the kernel (/proc/net/tcp or tcp6, proc(5)) that belongs to the program at the other end of a connection; null = there is none. A firewall's
 * redirection does not change that row: its remote end is where the program wanted to go. Rows that cannot be read are passed over. A program may use one port for
 * connections to several places, and an ended one keeps its row for a minute: only the row counts whose remote end leads to us. Another may be another user's.
 */
export function findClient(table: string, { peer, ownPort, turnedPort }: Accepted): LocalClient | null {
  const address = longAddress(peer.address);
  const port = `:${peer.port.toString(16).toUpperCase().padStart(4, '0')} `;
  for (const line of table.split('\n')) {
    if (!line.includes(port)) continue;
    const [, local = '', remote = '', state = '', , , , uid, , inode] = line.trim().split(/\s+/);
    const here = endOf(local);
    const there = endOf(remote);
    if (here === null || there === null || WITHOUT_PEER.has(state)) continue;
    if (here.port !== peer.port || here.address !== address) continue;
    const toUs = there.port === ownPort && isLoopback(there.address);
    if (!toUs && there.port !== turnedPort) continue;
    return { uid: Number(uid), inode: Number(inode), wanted: toUs ? null : there };
  }
  return null;
}

/**
 * User id of the program that sent from this UDP socket, by a table of the kernel (/proc/net/udp or udp6, proc(5)); null = there is none, or sockets of several users
 * could be it. A firewall's redirection does not change where a socket is.
 */
export function findUdpOwner(table: string, sender: Peer): number | null {
  const address = longAddress(sender.address);
  const port = `:${sender.port.toString(16).toUpperCase().padStart(4, '0')} `;
  const found = new Set<number>();
  for (const line of table.split('\n')) {
    if (!line.includes(port)) continue;
    const [, local = '', , , , , , uid] = line.trim().split(/\s+/);
    const here = endOf(local);
    if (here?.port !== sender.port) continue;
    if (here.address === address || isAnyAddress(here.address)) found.add(Number(uid));
  }
  const [owner = null] = found;
  return found.size === 1 ? owner : null;
}

/** Reads the kernel's tables. Calls that come while it reads share the next reading: a reading that began before a connection was made may lack it. */
export function createConnectionTable({
  files,
}: {
  readonly files: Pick<FileReader, 'readText'>;
}): Connections {
  const tables = { '/proc/net/tcp': sharedReading(files), '/proc/net/tcp6': sharedReading(files) } as const;
  const find = async (path: keyof typeof tables, accepted: Accepted): Promise<LocalClient | null> => {
    const table = await tables[path](path);
    return table === null ? null : findClient(table, accepted);
  };
  return {
    async clientOf(accepted) {
      const v6 = longAddress(accepted.peer.address).includes(':');
      // A program may use IPv4 through a socket of IPv6.
      return (v6 ? null : await find('/proc/net/tcp', accepted)) ?? (await find('/proc/net/tcp6', accepted));
    },
  };
}

function sharedReading(files: Pick<FileReader, 'readText'>): (path: string) => Promise<string | null> {
  let running: Promise<string | null> | null = null;
  let next: Promise<string | null> | null = null;
  const begin = (path: string): Promise<string | null> => {
    const reading = files.readText(path).finally(() => {
      if (running === reading) running = null;
    });
    running = reading;
    return reading;
  };
  return (path) => {
    if (running === null) return begin(path);
    next ??= running.then(() => {
      next = null;
      return begin(path);
    });
    return next;
  };
}

function endOf(text: string): Peer | null {
  const [, address, port] = END.exec(text) ?? [];
  if (address === undefined || port === undefined) return null;
  return { address: addressOf(address), port: Number.parseInt(port, 16) };
}

function addressOf(hex: string): string {
  const bytes = littleEndianWords(hex);
  if (bytes.length === 4) return bytes.join('.');
  if (hex.startsWith(MAPPED_V4)) return bytes.slice(12).join('.');
  return groupsOf(bytes)
    .map((group) => group.toString(16))
    .join(':');
}

/** In the form that `addressOf` gives: IPv6 with all eight groups. */
function longAddress(address: string): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().split('%', 1).join('').split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  return [...first, ...new Array<string>(zeros).fill('0'), ...last]
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}

function littleEndianWords(hex: string): readonly number[] {
  const bytes = hex.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? [];
  return bytes.map((_byte, at) => bytes[at - (at % 4) + 3 - (at % 4)] ?? 0);
}

function groupsOf(bytes: readonly number[]): readonly number[] {
  return Array.from({ length: 8 }, (_, at) => ((bytes[at * 2] ?? 0) << 8) | (bytes[at * 2 + 1] ?? 0));
}

function isAnyAddress(address: string): boolean {
  return address === '0.0.0.0' || address === '0:0:0:0:0:0:0:0';
}
