import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './repository.ts';
import type { TestTimes } from './test-times.ts';

/** Folders whose tests change only what they made. The tests of one folder share a process, which loads the tested modules only once. */
const SHARED = [
  'test/unit/agent',
  'test/unit/api',
  'test/unit/contracts',
  'test/unit/gateway',
  'test/unit/kit',
  'test/unit/server',
  'test/unit/store',
  'test/unit/support',
  'test/unit/words',
  'test/contract',
  'test/integration/agent/filter',
  'test/integration/api',
  'test/integration/events',
  'test/integration/gateway',
  'test/integration/store',
  'test/arch',
];
/** The comment by which a file declares why it runs alone. */
const ALONE = /^\/\/ In a process of its own: /m;
/** Longest time of one process. It is long enough that loading weighs little, and short enough that all processors are busy until the end. */
const MOST_SECONDS = 40;
const MOST_FILES = 60;
/** The assumed time of a file without a known time. Such a file is usually short. */
const UNKNOWN_SECONDS = 0.5;

/** Puts files that may run in one process together. @param files in the order in which they are to begin */
export function groupFiles(
  files: readonly string[],
  times: TestTimes,
  contentOf: (file: string) => string = (file) => readFileSync(join(ROOT, file), 'utf8'),
): readonly (readonly string[])[] {
  const groups: string[][] = [];
  const open = new Map<string, { readonly files: string[]; seconds: number }>();
  for (const file of files) {
    const folder = SHARED.find((one) => file.startsWith(`${one}/`));
    if (folder === undefined || ALONE.test(contentOf(file))) {
      groups.push([file]);
      continue;
    }
    const seconds = times[file] ?? UNKNOWN_SECONDS;
    let group = open.get(folder);
    if (group === undefined || group.seconds + seconds > MOST_SECONDS || group.files.length >= MOST_FILES) {
      group = { files: [], seconds: 0 };
      open.set(folder, group);
      groups.push(group.files);
    }
    group.files.push(file);
    group.seconds += seconds;
  }
  return groups;
}
