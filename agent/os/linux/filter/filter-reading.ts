import { CANNOT_RUN } from '../../../ports/command-runner.ts';
import { comparableListing, parseNftListing } from '../nft-listing.ts';
import { RESOLVED_UNIT } from '../units.ts';
import type { LinuxFilterDependencies } from './filter-dependencies.ts';
import { type LinuxFilterReading, type PlannedFile, plannedFiles } from './filter-plan.ts';
import { FILLED_SETS, READ_TABLE } from './filter-table.ts';
import { FIREFOX_FILE, type FilterOwnFiles } from './places.ts';

/** Reads all that a plan is made from. Changes nothing. @throws when the journal or a file of ours is there and cannot be read */
export async function readLinuxFilter(
  dependencies: LinuxFilterDependencies,
  places: FilterOwnFiles,
): Promise<LinuxFilterReading> {
  const { run, files, journal, ownUid } = dependencies;
  const [listed, resolved, loaded, entries] = await Promise.all([
    run.run(READ_TABLE),
    run.run(['systemctl', 'is-active', '--quiet', RESOLVED_UNIT]),
    files.read(places.listing),
    journal.entries(),
  ]);
  const found = new Map<string, PlannedFile>();
  for (const path of plannedFiles(places)) {
    const file = await files.read(path);
    if (file !== null)
      found.set(path, { text: Buffer.from(file.bytes).toString(), mode: file.mode, uid: file.uid });
  }
  const firefox = entries.find((entry) => entry.kind === 'file' && entry.file === FIREFOX_FILE);
  const original = firefox?.kind === 'file' ? firefox.before : null;
  return {
    hasNft: listed.code !== CANNOT_RUN,
    listing: listed.code === 0 ? listingOf(listed.stdout) : null,
    loaded: loaded === null ? null : loadedOf(Buffer.from(loaded.bytes).toString()),
    hasResolved: resolved.code === 0,
    files: found,
    firefoxOriginal: original === null ? null : Buffer.from(original.bytes).toString(),
    ownUid,
  };
}

/** A listing that cannot be read counts as changed by somebody else. */
function listingOf(json: string): string {
  const entries = parseNftListing(json);
  return entries === null ? 'unreadable' : comparableListing(entries, FILLED_SETS);
}

function loadedOf(text: string): LinuxFilterReading['loaded'] {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return null;
    const { table, listing } = value as Readonly<Record<string, unknown>>;
    return typeof table === 'string' && typeof listing === 'string' ? { table, listing } : null;
  } catch {
    // Damaged: the table is loaded anew, and remembered anew.
    return null;
  }
}
