import { win32 } from 'node:path';
import type { PortHolders } from '../../ports/port-holders.ts';
import type { WindowsHost } from './host/windows-host.ts';

const TABLES = [
  { protocol: 'tcp', family: 4 },
  { protocol: 'udp', family: 4 },
  { protocol: 'tcp', family: 6 },
  { protocol: 'udp', family: 6 },
] as const;

/** By the tables of Windows, which name the process; its account is not asked for. */
export function createPortHolders({
  windows,
  ownPid,
}: {
  readonly windows: WindowsHost;
  readonly ownPid: number;
}): PortHolders {
  return {
    async holderOf(port) {
      for (const table of TABLES) {
        const owner = await windows.call('owner', { ...table, port }).catch(() => null);
        if (owner === null || owner.pid === ownPid) continue;
        return { program: owner.program === null ? null : win32.basename(owner.program), uid: null };
      }
      return null;
    },
  };
}
