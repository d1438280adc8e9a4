import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { writeAgent } from '../tools/programs.ts';
import { ROOT } from '../tools/repository.ts';
import { buildPackages, type PackageOrder, SUMS_FILE, sumsOf } from './build-packages.ts';
import { inWorkFolder } from './work-folder.ts';

/**
 * Builds the same a second time in a new folder, from the bundle on.
 * @throws Error when a package differs, or SHA256SUMS is not true
 */
export async function verifyPackages(order: PackageOrder, tell: (line: string) => void): Promise<void> {
  const first = resolve(ROOT, order.out);
  const sums = await readFile(join(first, SUMS_FILE), 'utf8');
  if ((await sumsOf(first)) !== sums) throw new Error(`${SUMS_FILE} is not true of the files in ${first}`);
  await inWorkFolder(async (second) => {
    await writeAgent();
    await buildPackages({ ...order, out: second }, () => undefined);
    const again = (await readFile(join(second, SUMS_FILE), 'utf8')).trim().split('\n');
    const differing = again.filter((line) => !sums.includes(`${line}\n`));
    if (differing.length > 0)
      throw new Error(
        `a second build is another: ${differing.map((line) => line.split('  ')[1]).join(', ')}`,
      );
    tell(`${again.length} files are the same when built a second time`);
  });
}
