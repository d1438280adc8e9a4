import { messageOf } from '../../../../kit/fault.ts';
import { CANNOT_RUN } from '../../../ports/command-runner.ts';
import { done, failed, type Outcome } from '../../../ports/outcome.ts';
import { failureOf } from '../../command-failure.ts';
import { undoJournal } from '../../filter-steps.ts';
import type { LinuxFilterDependencies } from './filter-dependencies.ts';
import { RELOAD_RESOLVED } from './filter-plan.ts';
import { FILTER_TABLE, READ_TABLE } from './filter-table.ts';
import { firefoxRest } from './firefox-file.ts';
import { flushNames } from './name-cache.ts';
import { CHROMIUM_FILES, FIREFOX_FILE, type FilterOwnFiles, RESOLVED_FILE } from './places.ts';

const DELETE_TABLE = ['nft', 'delete', 'table', 'inet', FILTER_TABLE];

/**
 * Brings the computer back to how it was: first the firewall, because people wait for that; then Firefox's shared file, the journal backwards, and
 * whatever has our names. Each part goes on when another fails. Never rejects.
 */
export async function restoreFilter(
  dependencies: LinuxFilterDependencies,
  places: FilterOwnFiles,
): Promise<Outcome> {
  const did: string[] = [];
  const problems: string[] = [];
  const attempt = async (what: string, work: () => Promise<string | null>): Promise<void> => {
    try {
      const words = await work();
      if (words !== null) did.push(words);
    } catch (error) {
      problems.push(`${what}: ${messageOf(error)}`);
    }
  };

  await attempt('the firewall table', () => removeTable(dependencies));
  let hadResolved = false;
  await attempt(RESOLVED_FILE, async () => {
    hadResolved = (await dependencies.files.read(RESOLVED_FILE)) !== null;
    return null;
  });
  await attempt(FIREFOX_FILE, () => restoreFirefox(dependencies));
  const undone = await undoJournal(dependencies);
  did.push(...undone.did.filter((words) => !words.startsWith('nft-table ')));
  problems.push(...undone.problems);
  for (const file of [
    ...Object.values(CHROMIUM_FILES),
    RESOLVED_FILE,
    places.table,
    places.goal,
    places.listing,
  ])
    await attempt(file, () => removeFile(dependencies, file));
  if (hadResolved) {
    const { code } = await dependencies.run.run(RELOAD_RESOLVED.cmd);
    if (code !== 0 && code !== CANNOT_RUN) problems.push('systemd-resolved did not read its settings again');
  }
  await flushNames(dependencies.run);
  if (problems.length > 0) return failed([...problems, ...did].join('; '));
  return done(did.length === 0 ? 'nothing of ours was there' : did.join('; '));
}

async function removeTable({ run }: LinuxFilterDependencies): Promise<string | null> {
  const removed = await run.run(DELETE_TABLE);
  if (removed.code === 0) return 'the firewall table is removed';
  const left = await run.run(READ_TABLE);
  // Without nft none can have been made.
  if (left.code === CANNOT_RUN || left.stderr.includes('No such file or directory')) return null;
  throw new Error(failureOf(removed, 'nft'));
}

async function removeFile({ files }: LinuxFilterDependencies, file: string): Promise<string | null> {
  if ((await files.read(file)) === null) return null;
  await files.remove(file);
  return `${file} removed`;
}

/** Restores the shared file, entry by entry where others have added to it, and removes its entry from the journal. */
async function restoreFirefox({ files, journal }: LinuxFilterDependencies): Promise<string | null> {
  const entry = (await journal.entries()).find((one) => one.kind === 'file' && one.file === FIREFOX_FILE);
  const before = entry?.kind === 'file' ? entry.before : null;
  const found = await files.read(FIREFOX_FILE);
  const current = found === null ? null : Buffer.from(found.bytes).toString();
  const original = before === null ? null : Buffer.from(before.bytes).toString();
  const rest = firefoxRest(current, original);
  // The journal itself brings back the original, with its mode and owner.
  if (entry !== undefined && rest !== 'untouched' && rest.text === original) return null;
  if (rest !== 'untouched') {
    if (rest.text === null) await files.remove(FIREFOX_FILE);
    else await files.write(FIREFOX_FILE, { mode: 0o644, ...found, bytes: Buffer.from(rest.text) });
  }
  if (entry !== undefined) await journal.forget(entry.key);
  return rest === 'untouched' ? null : `our policies are taken out of ${FIREFOX_FILE}`;
}
