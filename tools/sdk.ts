// Compares the generated part of the clients in sdk/ with what openapi/openapi.json and sdk/cases give; with --write, writes it.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { keepCommittedFile } from './committed-file.ts';
import { filesBelow, ROOT } from './repository.ts';
import { LANGUAGES } from './sdk/languages.ts';
import { readCases } from './sdk/read-cases.ts';
import { readModel } from './sdk/read-model.ts';

const COMMAND = 'npm run sdk';
const model = readModel();
const cases = readCases();
const made = new Map(LANGUAGES.flatMap((language) => [...language.files(model, cases)]));
for (const [file, content] of made) keepCommittedFile(file, content, COMMAND);

/** Files that a generator wrote before and no longer writes. */
const left = filesBelow('sdk', '').filter((file) => /[/_]generated[/._]/.test(file) && !made.has(file));
for (const file of left) {
  if (process.argv.includes('--write')) rmSync(join(ROOT, file));
  else {
    console.error(`${file} is generated no more\nrun: ${COMMAND}`);
    process.exitCode = 1;
  }
}
