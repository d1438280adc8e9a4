import type { FileReader } from '../../ports/file-reader.ts';
import type { PortHolders } from '../../ports/port-holders.ts';
import type { SocketName, SocketPrograms } from '../../ports/socket-programs.ts';

/** How long to look for the program (milliseconds). The agent's round waits for it, and looks again while it is not found. */
const WITHIN_MS = 250;
/** The kernel's tables of sockets (proc(5)). */
const TABLES = ['tcp', 'udp', 'tcp6', 'udp6'] as const;
/** A TCP socket that listens, of include/net/tcp_states.h; others on the port are connections. */
const LISTENS = '0A';
/** 127.0.0.1, ::1 and the any-addresses, as the tables write them on little-endian machines. A socket at another address does not block the port for us. */
const IN_THE_WAY: ReadonlySet<string> = new Set([
  '0100007F',
  '00000000',
  '00000000000000000000000001000000',
  '00000000000000000000000000000000',
]);

/** The sockets that are bound to a port and block it for others. */
function boundSockets(table: string, protocol: 'tcp' | 'udp', port: number): readonly SocketName[] {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0');
  return table.split('\n').flatMap((line) => {
    const [, local = '', , state = '', , , , uid, , inode] = line.trim().split(/\s+/);
    const [address = '', at] = local.split(':');
    if (at !== wanted || !IN_THE_WAY.has(address) || (protocol === 'tcp' && state !== LISTENS)) return [];
    return [{ uid: Number(uid), inode: Number(inode) }];
  });
}

/** Finds them by the kernel's tables, which have the account, and by the open files of processes, which show the program. */
export function createPortHolders({
  files,
  programs,
}: {
  readonly files: Pick<FileReader, 'readText'>;
  readonly programs: SocketPrograms;
}): PortHolders {
  return {
    async holderOf(port) {
      for (const table of TABLES) {
        const text = (await files.readText(`/proc/net/${table}`)) ?? '';
        const [socket] = boundSockets(text, table.startsWith('tcp') ? 'tcp' : 'udp', port);
        if (socket === undefined) continue;
        return { program: await programs.programOf(socket, WITHIN_MS), uid: socket.uid };
      }
      return null;
    },
  };
}
