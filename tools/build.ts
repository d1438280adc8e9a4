import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { stringify } from 'yaml';
import { SHIPPED_NAMES_FILE } from '../contracts/categories/shipped-names.ts';
import { beginStamp } from './build-stamp.ts';
import { writeDashboard } from './dashboard.ts';
import { AGENT_PROGRAM, writeAgent, writeServer } from './programs.ts';
import { replaceFile } from './replace-file.ts';
import { ROOT } from './repository.ts';

/** Builds the programs that ship into dist/, with what they read there. Types are not checked. Prints only errors; resolves with whether it worked. */
export async function buildAll(): Promise<boolean> {
  const finishStamp = await beginStamp();
  try {
    await Promise.all([writeAgent(), writeServer(), printed(writeDashboard())]);
  } catch {
    return false; // esbuild has printed why
  }
  await replaceFile(
    join(ROOT, dirname(AGENT_PROGRAM), basename(SHIPPED_NAMES_FILE)),
    await readFile(join(ROOT, SHIPPED_NAMES_FILE)),
  );
  const description = JSON.parse(await readFile(join(ROOT, 'openapi/openapi.json'), 'utf8')) as object;
  await replaceFile(join(ROOT, 'dist/openapi.yaml'), Buffer.from(stringify(description)));
  await finishStamp();
  return true;
}

/** Prints why it failed, as esbuild does by itself. */
async function printed(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    throw error;
  }
}

if (import.meta.main && !(await buildAll())) process.exitCode = 1;
