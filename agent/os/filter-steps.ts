import { messageOf } from '../../kit/fault.ts';
import { CANNOT_RUN, type CommandRunner } from '../ports/command-runner.ts';
import type { FilterStep, HostCall } from '../ports/filter-control.ts';
import type { FilterFiles } from '../ports/filter-files.ts';
import type { FilterJournal, JournalEntry } from '../ports/filter-journal.ts';
import { done, failed, type Outcome } from '../ports/outcome.ts';
import { failureOf } from './command-failure.ts';

export interface FilterStepDependencies {
  readonly run: CommandRunner;
  readonly files: FilterFiles;
  readonly journal: FilterJournal;
  /** Carries out a call of the native host. Absent = this platform has none. @throws when it is refused */
  readonly act?: (call: HostCall) => Promise<void>;
}

/** Runs steps in their order, after writing the undoing of each to the journal; stops at the first that fails. Never rejects. */
export async function applySteps(
  steps: readonly FilterStep[],
  dependencies: FilterStepDependencies,
): Promise<Outcome> {
  for (const step of steps) {
    try {
      const problem = await applyStep(step, dependencies);
      if (problem !== null) return failed(`${step.what}: ${problem}`);
    } catch (error) {
      // The host refused, or the journal could not be written: a step that could not be undone must not be run.
      return failed(`${step.what}: ${messageOf(error)}`);
    }
  }
  return done(steps.length === 0 ? 'there was nothing to do' : steps.map(({ what }) => what).join('; '));
}

type FileStep = Extract<FilterStep, { readonly file: string }>;
type HostStep = Extract<FilterStep, { readonly host: readonly HostCall[] }>;
type CommandStep = Exclude<FilterStep, FileStep | HostStep>;

/** @returns why it failed; null = done */
async function applyStep(step: FilterStep, dependencies: FilterStepDependencies): Promise<string | null> {
  if ('file' in step) return applyFile(step, dependencies);
  if ('host' in step) return applyCalls(step, dependencies);
  return applyCommand(step, dependencies);
}

async function applyCalls({ host }: HostStep, { act }: FilterStepDependencies): Promise<string | null> {
  if (act === undefined) return 'this platform has no native host';
  for (const call of host) await act(call);
  return null;
}

async function applyCommand(
  step: CommandStep,
  { run, journal }: FilterStepDependencies,
): Promise<string | null> {
  if (step.undo.length > 0) await journal.record({ kind: 'commands', key: step.id, undo: step.undo });
  const result = await run.run(step.cmd, step.stdin === undefined ? {} : { stdin: step.stdin });
  return result.code === 0 ? null : failureOf(result, step.cmd[0]);
}

async function applyFile(step: FileStep, { files, journal }: FilterStepDependencies): Promise<null> {
  const { file } = step;
  const before = step.undo === 'restore' ? await files.read(file) : null;
  if (step.content === null) {
    if (before !== null) await journal.record({ kind: 'file', key: fileKey(file), file, before });
    await files.remove(file);
    return null;
  }
  for (const folder of await files.missingFolders(file)) {
    await journal.record({ kind: 'folder', key: `folder:${folder}`, folder });
    await files.makeFolder(folder);
  }
  await journal.record({ kind: 'file', key: fileKey(file), file, before });
  await files.write(file, {
    bytes: Buffer.from(step.content),
    mode: step.mode,
    ...(before === null ? {} : { uid: before.uid, gid: before.gid }),
  });
  return null;
}

function fileKey(file: string): string {
  return `file:${file}`;
}

/** The result of undoing. */
export interface Undone {
  /** What was put back, in words. */
  readonly did: readonly string[];
  /** What could not be, in words; it stays in the journal. */
  readonly problems: readonly string[];
}

/** Undoes all that the journal holds, the newest first. One that fails does not stop those before it. Never rejects. */
export async function undoJournal(dependencies: FilterStepDependencies): Promise<Undone> {
  const did: string[] = [];
  const problems: string[] = [];
  let entries: readonly JournalEntry[] = [];
  try {
    entries = await dependencies.journal.entries();
  } catch (error) {
    problems.push(`the journal cannot be read: ${messageOf(error)}`);
  }
  for (const entry of entries) {
    try {
      const problem = await undo(entry, dependencies);
      if (problem !== null) problems.push(problem);
      else {
        did.push(inWords(entry));
        await dependencies.journal.forget(entry.key);
      }
    } catch (error) {
      problems.push(`${entry.key}: ${messageOf(error)}`);
    }
  }
  return { did, problems };
}

async function undo(
  entry: JournalEntry,
  { run, files }: Pick<FilterStepDependencies, 'run' | 'files'>,
): Promise<string | null> {
  if (entry.kind === 'folder') {
    // If somebody else has put a file there since, the folder stays.
    await files.removeFolderIfEmpty(entry.folder);
    return null;
  }
  if (entry.kind === 'file') {
    if (entry.before === null) await files.remove(entry.file);
    else await files.write(entry.file, entry.before);
    return null;
  }
  for (const cmd of entry.undo) {
    const result = await run.run(cmd);
    // A program that does not exist has nothing to undo: it was removed with its settings, or the step was never run.
    if (result.code !== 0 && result.code !== CANNOT_RUN) return failureOf(result, cmd[0]);
  }
  return null;
}

function inWords(entry: JournalEntry): string {
  if (entry.kind === 'folder') return `folder ${entry.folder} removed, if empty`;
  if (entry.kind === 'commands') return `${entry.key} undone`;
  return entry.before === null ? `${entry.file} removed` : `${entry.file} put back as it was`;
}
