import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { RECOMMENDED_SOURCES } from '../../api/categories/known-sources.ts';
import type { Settings } from '../config/settings.ts';
import { dataLayout } from '../data-folder/layout.ts';
import type { ServeOptions } from './serve-options.ts';

/** Whether the recommended lists of sites are to be fetched: by the configuration, by `--yes`, or by whoever sits at the terminal of the first start. */
export async function wantsRecommended(
  { categoriesRecommended, dataDir }: Pick<Settings, 'categoriesRecommended' | 'dataDir'>,
  { yes, json }: Pick<ServeOptions, 'yes' | 'json'>,
): Promise<boolean> {
  if (categoriesRecommended || yes === true) return true;
  const isFirstStart = !existsSync(dataLayout(dataDir).database);
  if (!isFirstStart || json === true || process.stdin.isTTY !== true || process.stdout.isTTY !== true)
    return false;
  const megabytes = RECOMMENDED_SOURCES.reduce((sum, source) => sum + source.megabytes, 0);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await terminal.question(
      `Sites by category ship with Schoolgate. Fetch the recommended public lists too, some ${megabytes} MB (${RECOMMENDED_SOURCES.map(({ id }) => id).join(', ')})? [Y/n] `,
    );
    return !/^\s*n/i.test(answer);
  } catch {
    return false; // Ctrl-C or the end of input: no answer is no
  } finally {
    terminal.close();
  }
}
