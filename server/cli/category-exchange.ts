import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { hashOfFile } from '../../api/categories/exchange/exchange-file.ts';
import { exportLists } from '../../api/categories/exchange/export-lists.ts';
import { importLists } from '../../api/categories/exchange/import-lists.ts';
import { systemClock } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import { silentLog } from '../../kit/log.ts';
import { OperatorError } from '../../kit/operator-error.ts';
import { systemRandom } from '../../kit/random.ts';
import { DEFAULT_ORGANISATION_ID } from '../../store/ports/organisations.ts';
import { serverVersion } from '../config/installation.ts';
import { tell, withBar, withCategories } from './categories.ts';
import { type CommonOptions, withCommonOptions } from './common-options.ts';
import { print } from './output.ts';

const organisationId = DEFAULT_ORGANISATION_ID;

/** Adds the commands that bring lists to a school without internet. @param categories their parent command */
export function addCategoryExchange(categories: Command): void {
  withCommonOptions(
    categories
      .command('export')
      .description('write the lists in use into one file, for a school without internet')
      .argument('<file>', 'where to write it'),
  )
    .option('--force', 'replace the file when it exists')
    .action(exportFile);
  withCommonOptions(
    categories
      .command('import')
      .description('use the lists of another school’s file, in the place of those that were imported before')
      .argument('<file>', 'a file that "schoolgate categories export" made'),
  )
    .option('--hash <hex>', 'the SHA-256 that the exporter was told; without it you are asked to compare')
    .option('--older', 'import it although it is older than the one in use')
    .action(importFile);
}

async function exportFile(path: string, options: CommonOptions & { readonly force?: true }): Promise<void> {
  const file = resolve(path);
  if (existsSync(file) && options.force !== true)
    throw new OperatorError(`${file} exists already: choose another name, or replace it with --force.`);
  const exported = await withCategories(options, ({ store, folders }) =>
    withBar(options.json, ({ signal }) =>
      exportLists(
        { store, folders, clock: systemClock, random: systemRandom, log: silentLog },
        { organisationId, file, product: serverVersion(), signal },
      ),
    ),
  );
  const names = exported.sources.reduce((sum, source) => sum + source.names, 0);
  print(
    options.json,
    exported,
    [
      `${file}: ${exported.sources.length} lists, ${names} names, ${(exported.size / 1_048_576).toFixed(1)} MB, of ${exported.createdAt}.`,
      `SHA-256: ${exported.hash}`,
      'Tell it to who imports the file by another way than the file goes. The lists keep the licences of their makers.',
    ].join('\n'),
  );
}

interface ImportOptions extends CommonOptions {
  readonly hash?: string;
  readonly older?: true;
}

async function importFile(path: string, options: ImportOptions): Promise<void> {
  const file = resolve(path);
  const hash = options.hash?.toLowerCase() ?? (await comparedHash(file, options));
  const older = options.older === true;
  const report = await withCategories(options, ({ categories: { updater }, folders }) =>
    withBar(options.json, (watched) =>
      importLists(
        { updater, folders, clock: systemClock },
        { organisationId, file, hash, older, ...watched },
      ),
    ),
  );
  const { head, passedOver } = report;
  const lines = [
    `Imported: lists of ${head.createdAt}, made by Schoolgate ${head.product}.`,
    ...passedOver.map((id) => `“${id}” was passed over: a source of your own has that name, and a list.`),
  ];
  tell(report, options, { value: { hash, createdAt: head.createdAt, passedOver }, lines });
}

/** Lets a person compare. @throws OperatorError where nobody is there, or says no */
async function comparedHash(file: string, { json }: CommonOptions): Promise<string> {
  const hash = await hashOfFile(file).catch((error: unknown) => {
    throw new OperatorError(`${file} cannot be read (${messageOf(error)}).`, { cause: error });
  });
  if (json === true || process.stdin.isTTY !== true || process.stdout.isTTY !== true)
    throw new OperatorError(
      `The SHA-256 of ${file} is ${hash}. Compare it with what the exporter was told, then give that with --hash.`,
    );
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await terminal.question(
      `SHA-256: ${hash}\nDoes “schoolgate categories export” say the same to the exporter? [y/N] `,
    );
    if (!/^\s*y(es)?\s*$/i.test(answer)) throw new OperatorError('The file was not imported.');
    return hash;
  } finally {
    terminal.close();
  }
}
