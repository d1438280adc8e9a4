import type { CommandRunner } from '../../ports/command-runner.ts';
import type { ProcessList } from '../../ports/process-list.ts';

/** `ps -axco comm` (ps(1)): the file name of each program, one a line below a headline. */
export function createProcessList({ run }: { readonly run: CommandRunner }): ProcessList {
  return {
    async names() {
      const { stdout } = await run.run(['ps', '-axco', 'comm']);
      const [, ...lines] = stdout.split('\n');
      return [...new Set(lines.map((line) => line.trim()).filter((line) => line !== ''))];
    },
  };
}
