import type { CommandRunner } from '../../ports/command-runner.ts';
import type { ProcessList } from '../../ports/process-list.ts';

/** `tasklist /fo csv /nh`: the file name of the program is the first field of each line, always in double quotes. */
export function createProcessList({ run }: { readonly run: CommandRunner }): ProcessList {
  return {
    async names() {
      const { stdout } = await run.run(['tasklist.exe', '/fo', 'csv', '/nh']);
      const names = stdout.split(/\r?\n/).flatMap((line) => /^"([^"]+)","/.exec(line)?.[1] ?? []);
      return [...new Set(names)];
    },
  };
}
