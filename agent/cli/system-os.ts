import { systemClock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import { systemRandom } from '../../kit/random.ts';
import { createCommandRunner } from '../os/command-runner.ts';
import { createFileReader } from '../os/file-reader.ts';
import { systemHost } from '../os/host-info.ts';
import { createProcessStarter } from '../os/process-starter.ts';
import { createHostLink, type HostLink } from '../os/windows/host/host-link.ts';
import { openSystemHost } from '../os/windows/host/system-host.ts';
import { protectFolder } from '../os/windows/protected-folder.ts';
import { SYSTEM_SID } from '../os/windows/worker-account.ts';
import type { AgentOs } from '../ports/agent-os.ts';
import type { ProtectFolder } from '../state/state-folder.ts';
import { selectOs } from './select-os.ts';

/** This computer. @param pageUrl where the lock window finds its page */
export function systemOs({
  log,
  stateFolder,
  pageUrl,
  exemptUid,
  windows = windowsHost(log),
  workerSid = SYSTEM_SID,
}: {
  readonly log: Log;
  readonly stateFolder: string;
  readonly pageUrl: () => string;
  /** Whose sockets may reach the server while locked: the worker's; absent = our own. */
  readonly exemptUid?: number;
  readonly windows?: HostLink | null;
  /** Whose process the worker is, on Windows. */
  readonly workerSid?: string;
}): AgentOs {
  const ownUid = process.getuid?.() ?? 0;
  return selectOs(process.platform, {
    run: createCommandRunner({ env: process.env }),
    files: createFileReader({ root: '/' }),
    host: systemHost,
    start: createProcessStarter({ clock: systemClock, env: process.env, platform: process.platform }),
    clock: systemClock,
    random: systemRandom,
    log,
    ownUid,
    exemptUid: exemptUid ?? ownUid,
    pageUrl,
    windowCommand: null,
    stateFolder,
    windows,
    workerSid,
  });
}

/** For commands that look at the computer but never show the lock page. */
export const NO_PAGE = (): string => 'about:blank';

/** The native host of this computer, not asked yet; null where there is none: everywhere but on Windows. */
export function windowsHost(log: Log): HostLink | null {
  return process.platform === 'win32'
    ? createHostLink({ open: () => openSystemHost(process.env), clock: systemClock, log })
    : null;
}

/** How a state folder is made private here; absent = by mode bits. */
export function protectedBy(windows: HostLink | null, log: Log): ProtectFolder | undefined {
  return windows === null ? undefined : (path) => protectFolder(windows, log, { path });
}
