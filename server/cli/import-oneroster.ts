import { writeFile } from 'node:fs/promises';
import { Presets, SingleBar } from 'cli-progress';
import type { Command } from 'commander';
import { systemClock } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import { OperatorError } from '../../kit/operator-error.ts';
import { DEFAULT_ORGANISATION_ID } from '../../store/ports/organisations.ts';
import { ouPathNames } from '../../store/rules/ou-path.ts';
import {
  applyImport,
  type ImportOptions,
  type ImportTools,
  type PreparedImport,
  prepareImport,
} from '../roster/import.ts';
import { type ImportFacts, importFacts, importText, rejectionsCsv } from '../roster/report.ts';
import { readRosterFiles } from '../roster/source.ts';
import { withSchool } from '../school/school-store.ts';
import { type CommonOptions, configOf, withCommonOptions } from './common-options.ts';
import { print } from './output.ts';

interface OneRosterOptions extends CommonOptions {
  readonly ouRoot: string;
  readonly dryRun?: true;
  readonly suspendMissing?: true;
  readonly report?: string;
}

/** The import is done, but some rows failed. */
const SOME_REJECTED = 2;

function addImportOneRoster(command: Command): void {
  withCommonOptions(
    command
      .command('oneroster <folder-or-zip>')
      .description(
        'users and units of a OneRoster 1.1 or 1.2 CSV set; ends with status 2 when rows were rejected',
      ),
  )
    .option('--ou-root <path>', 'unit that the organisations of the file come below', '/')
    .option('--dry-run', 'change nothing, and show what would change')
    .option(
      '--suspend-missing',
      'suspend users below --ou-root with an external id that a bulk file no longer has',
    )
    .option('--report <file>', 'write the rejected rows to a CSV file')
    .action(importOneRoster);
}

async function importOneRoster(source: string, options: OneRosterOptions): Promise<void> {
  const config = configOf(options);
  ouPathNames(options.ouRoot);
  const request: ImportOptions = {
    organisationId: DEFAULT_ORGANISATION_ID,
    ouRoot: options.ouRoot,
    suspendMissing: options.suspendMissing === true,
  };
  const files = await readRosterFiles(source);
  // Tested first: an operator learns before the import that the report cannot be written.
  if (options.report !== undefined) await writeReport(options.report, rejectionsCsv([]));
  const facts = await withSchool(config, async ({ store, ids }) => {
    const tools = { store, ids, clock: systemClock };
    const prepared = await prepareImport(files, tools, request);
    return options.dryRun === true ? importFacts(prepared, null) : await carryOut(prepared, tools, options);
  });
  if (options.report !== undefined) await writeReport(options.report, rejectionsCsv(facts.rejected));
  print(options.json, facts, importText(facts));
  if (facts.rejected.length > 0) process.exitCode = SOME_REJECTED;
}

/** Imports with a bar, where somebody looks at a terminal. */
async function carryOut(
  prepared: PreparedImport,
  tools: ImportTools,
  { json }: OneRosterOptions,
): Promise<ImportFacts> {
  const watched = process.stderr.isTTY === true && json !== true;
  const bar = watched
    ? new SingleBar({ format: '{bar} {value} of {total} changes' }, Presets.shades_classic)
    : null;
  bar?.start(prepared.plan.changes.length, 0);
  try {
    const result = await applyImport(prepared, tools, {
      organisationId: DEFAULT_ORGANISATION_ID,
      progress: (done) => bar?.update(done),
    });
    return importFacts(prepared, result);
  } finally {
    bar?.stop();
  }
}

async function writeReport(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, { mode: 0o600 });
  } catch (error) {
    throw new OperatorError(`The report ${path} cannot be written: ${messageOf(error)}.`, { cause: error });
  }
}

export function addImport(program: Command): void {
  addImportOneRoster(program.command('import').description('bring people in from elsewhere'));
}
