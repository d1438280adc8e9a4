import type { FileReader } from '../../ports/file-reader.ts';
import type { ProcessList } from '../../ports/process-list.ts';

/** Processes that are read at once: a desktop has some three hundred, and one look must not open as many files together. */
const AT_ONCE = 20;

/** Reads /proc: the first word of the command line, which is not cut to 15 characters as `comm` is; `comm` where there is none (kernel threads). */
export function createProcessList({ files }: { readonly files: FileReader }): ProcessList {
  const nameOf = async (pid: string): Promise<string | null> => {
    const [program = ''] = ((await files.readText(`/proc/${pid}/cmdline`)) ?? '').split('\0');
    // Wine writes paths as Windows does; some programs write all their words into the first.
    const file = program.split(' -')[0]?.split(/[/\\]/).at(-1)?.trim() ?? '';
    if (file !== '') return file;
    const comm = (await files.readText(`/proc/${pid}/comm`))?.trim() ?? '';
    return comm === '' ? null : comm;
  };
  return {
    async names() {
      const pids = (await files.list('/proc')).filter((name) => /^\d+$/.test(name));
      const names = new Set<string>();
      for (let from = 0; from < pids.length; from += AT_ONCE) {
        const found = await Promise.all(pids.slice(from, from + AT_ONCE).map(nameOf));
        for (const name of found) if (name !== null) names.add(name);
      }
      return [...names];
    },
  };
}
