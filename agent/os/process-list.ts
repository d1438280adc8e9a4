import type { CommandRunner } from '../ports/command-runner.ts';
import type { FileReader } from '../ports/file-reader.ts';
import type { ProcessList } from '../ports/process-list.ts';
import { createProcessList as createDarwinList } from './darwin/process-list.ts';
import { createProcessList as createLinuxList } from './linux/process-list.ts';
import { createProcessList as createWindowsList } from './windows/process-list.ts';

/** The programs of this platform, for whoever looks for games: needs no rights. */
export function selectProcessList(
  platform: NodeJS.Platform,
  dependencies: { readonly files: FileReader; readonly run: CommandRunner },
): ProcessList {
  if (platform === 'darwin') return createDarwinList(dependencies);
  if (platform === 'win32') return createWindowsList(dependencies);
  return createLinuxList(dependencies);
}
