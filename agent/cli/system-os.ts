import { systemClock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import { systemRandom } from '../../kit/random.ts';
import { createCommandRunner } from '../os/command-runner.ts';
import { createFileReader } from '../os/file-reader.ts';
import { systemHost } from '../os/host-info.ts';
import { createProcessStarter } from '../os/process-starter.ts';
import { selectOs } from '../os/select-os.ts';
import type { AgentOs } from '../ports/agent-os.ts';

/** This computer. @param pageUrl where the lock window finds its page */
export function systemOs({
  log,
  stateFolder,
  pageUrl,
  exemptUid,
}: {
  readonly log: Log;
  readonly stateFolder: string;
  readonly pageUrl: () => string;
  /** Whose sockets may reach the server while locked: the worker's; absent = our own. */
  readonly exemptUid?: number;
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
  });
}

/** For commands that look at the computer but never show the lock page. */
export const NO_PAGE = (): string => 'about:blank';
