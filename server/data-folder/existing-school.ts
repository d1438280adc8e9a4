import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { OperatorError } from '../../kit/operator-error.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { dataLayout } from './layout.ts';

/** The demonstration's data folder, apart from that of a real school. */
export const DEMO_DATA_DIR = './schoolgate-demo-data';

/**
 * The data folder of a command that needs an existing school. When no folder was chosen and the default one has no school, that of the demonstration is used.
 * @throws OperatorError when there is no database: a mistyped name must not make a second, empty school
 */
export function existingDataDir({ settings, chosen }: Pick<LoadedConfig, 'settings' | 'chosen'>): string {
  const { dataDir } = settings;
  if (hasDatabase(dataDir)) return dataDir;
  const demo = resolve(DEMO_DATA_DIR);
  const demoIsThere = hasDatabase(demo);
  if (demoIsThere && !chosen.has('dataDir')) return demo;
  const hint = demoIsThere
    ? `The demonstration's is in ${demo}.`
    : 'Name the folder of your server with --data-dir; a new school is made by "schoolgate serve".';
  throw new OperatorError(`There is no Schoolgate database in ${dataDir}. ${hint}`);
}

function hasDatabase(folder: string): boolean {
  return existsSync(dataLayout(folder).database);
}
