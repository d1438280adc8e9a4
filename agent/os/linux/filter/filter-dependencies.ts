import type { Log } from '../../../../kit/log.ts';
import type { CommandRunner } from '../../../ports/command-runner.ts';
import type { FileReader } from '../../../ports/file-reader.ts';
import type { FilterFiles } from '../../../ports/filter-files.ts';
import type { FilterJournal } from '../../../ports/filter-journal.ts';

/** What the filter on Linux works with. */
export interface LinuxFilterDependencies {
  readonly run: CommandRunner;
  readonly reader: FileReader;
  readonly files: FilterFiles;
  readonly journal: FilterJournal;
  readonly stateFolder: string;
  /** The user id that the agent runs as, which owns our files. */
  readonly ownUid: number;
  readonly log: Log;
}
