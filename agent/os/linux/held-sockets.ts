import type { FileReader } from '../../ports/file-reader.ts';
import type { HeldSocket } from '../../ports/held-socket.ts';

/** SD_LISTEN_FDS_START of sd_listen_fds(3). */
const FIRST_FD = 3;
/** More than the unit lists. */
const MAX_SOCKETS = 32;
/** The kernel's tables (proc(5)); a listening TCP socket is in state 0A, a UDP socket that is bound in 07. */
const TABLES = [
  { path: '/proc/net/udp', protocol: 'udp', family: 4, state: '07' },
  { path: '/proc/net/udp6', protocol: 'udp', family: 6, state: '07' },
  { path: '/proc/net/tcp', protocol: 'tcp', family: 4, state: '0A' },
  { path: '/proc/net/tcp6', protocol: 'tcp', family: 6, state: '0A' },
] as const;
/** 127.0.0.1 and ::1 as the tables write them, and a port. */
const LOOPBACK = /^(?:0100007F|0{24}01000000):([0-9A-F]{4})$/;
const SOCKET = /^socket:\[(\d+)\]$/;

export interface HeldSocketsDependencies {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly pid: number;
  readonly files: Pick<FileReader, 'readText'>;
  /** What a file descriptor of this process is, as readlink(2) tells of /proc/self/fd; null = it is none. */
  readonly fileOf: (fd: number) => Promise<string | null>;
}

/**
 * The sockets that systemd handed to this process (sd_listen_fds(3), systemd.socket(5)). What each one is, is read from the kernel: neither the order of the unit's
 * lines nor names count. One that is not on this computer's own addresses is left out.
 */
export async function findHeldSockets(deps: HeldSocketsDependencies): Promise<readonly HeldSocket[]> {
  const { LISTEN_PID, LISTEN_FDS = '' } = deps.env;
  // The variables may be meant for the process that started us.
  if (LISTEN_PID !== String(deps.pid) || !/^\d{1,2}$/.test(LISTEN_FDS)) return [];
  const fdOf = await fdsByInode(deps, Math.min(Number(LISTEN_FDS), MAX_SOCKETS));
  const found: HeldSocket[] = [];
  for (const { path, protocol, family, state } of TABLES) {
    const rows = ((await deps.files.readText(path)) ?? '').split('\n').map(rowOf);
    for (const row of rows) {
      const fd = fdOf.get(row.inode);
      if (fd === undefined || row.port === null || row.state !== state) continue;
      found.push({ fd, protocol, family, port: row.port });
    }
  }
  return found.sort((a, b) => a.fd - b.fd);
}

async function fdsByInode(
  { fileOf }: Pick<HeldSocketsDependencies, 'fileOf'>,
  count: number,
): Promise<ReadonlyMap<string, number>> {
  const fdOf = new Map<string, number>();
  for (let fd = FIRST_FD; fd < FIRST_FD + count; fd++) {
    const [, inode] = SOCKET.exec((await fileOf(fd)) ?? '') ?? [];
    if (inode !== undefined) fdOf.set(inode, fd);
  }
  return fdOf;
}

/** `port` is null where the socket is not on loopback, or the line is no row. */
function rowOf(line: string): {
  readonly port: number | null;
  readonly state: string;
  readonly inode: string;
} {
  const [, local = '', , state = '', , , , , , inode = ''] = line.trim().split(/\s+/);
  const [, port] = LOOPBACK.exec(local) ?? [];
  return { port: port === undefined ? null : Number.parseInt(port, 16), state, inode };
}
