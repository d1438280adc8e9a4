import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ROOT, runNode } from '../repository.ts';
import { LEFT_OUT } from './instrument.ts';
import type { Outcome } from './outcomes.ts';

/** Tap's own limit for a file that it did not start is 30 s. */
const TEST_TIMEOUT_SECONDS = 300;
const PROGRAM = join(ROOT, 'test/mutation/node_modules/@stryker-mutator/core/bin/stryker.js');
const WORK = 'dist/mutants';

interface Mutant {
  readonly status: string;
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly location: { readonly start: { readonly line: number } };
}

/** Of the mutation-testing report schema, what is read. */
interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly Mutant[] }>>;
}

/** A fault that stops a test is noticed. One that does not run at all says nothing of the tests. */
const NOTICED = new Set(['Killed', 'Timeout']);
const COUNTED = new Set([...NOTICED, 'Survived', 'NoCoverage']);

/**
 * Runs Stryker with its tap runner: a process for each fault and test file, minutes a file, and every kind of test.
 * @param places files, or parts of them as `file:first-last`
 */
export async function runStryker(
  places: readonly string[],
  tests: readonly string[],
): Promise<readonly Outcome[]> {
  const folder = join(ROOT, WORK);
  mkdirSync(folder, { recursive: true });
  const reportFile = join(folder, 'report.json');
  const configFile = join(folder, 'stryker.json');
  rmSync(reportFile, { force: true });
  writeFileSync(
    configFile,
    JSON.stringify({
      testRunner: 'tap',
      plugins: ['@stryker-mutator/tap-runner'],
      tap: {
        testFiles: tests,
        nodeArgs: ['--disable-warning=ExperimentalWarning', '-r', '{{hookFile}}', '{{testFile}}'],
      },
      mutate: places,
      mutator: { excludedMutations: LEFT_OUT },
      coverageAnalysis: 'perTest',
      concurrency: availableParallelism(),
      tempDirName: `${WORK}/sandboxes`,
      ignorePatterns: [
        'dist',
        'schoolgate-data',
        'schoolgate-demo-data',
        'test/conformance',
        'test/mutation',
        'test/service',
        '.tap',
      ],
      disableTypeChecks: false,
      reporters: ['json'],
      jsonReporter: { fileName: reportFile },
      allowConsoleColors: false,
      warnings: false,
    }),
  );
  // Tests of the product find its pinned Node first.
  const PATH = `${join(process.execPath, '..')}:${process.env.PATH ?? ''}`;
  const env = { ...process.env, PATH, TAP_TIMEOUT: String(TEST_TIMEOUT_SECONDS) };
  const status = await runNode([PROGRAM, 'run', configFile], { env });
  if (!existsSync(reportFile)) throw new Error(`the run ended with ${status} and no report`);
  return outcomesOf(JSON.parse(readFileSync(reportFile, 'utf8')) as Report);
}

function outcomesOf({ files }: Report): readonly Outcome[] {
  return Object.entries(files).flatMap(([file, { mutants }]) =>
    mutants
      .filter(({ status }) => COUNTED.has(status))
      .map(({ status, mutatorName, replacement = '', location }) => ({
        file,
        status: statusOf(status),
        line: location.start.line,
        mutatorName,
        replacement,
      })),
  );
}

function statusOf(status: string): Outcome['status'] {
  if (NOTICED.has(status)) return 'noticed';
  return status === 'NoCoverage' ? 'not run' : 'not noticed';
}
