import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, ROOT } from '../repository.ts';
import type { Case, CaseFile } from './case.ts';

/** Every case of `sdk/cases`, in the order of the files' names. */
export function readCases(): readonly Case[] {
  return filesBelow('sdk/cases', '.json')
    .toSorted()
    .flatMap((file) => (JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as CaseFile).cases);
}
