import type { Revocation } from '../ports/revocations.ts';

/** Entries of several journals of one school: each once, and of each subject the latest only. */
export function mergeRevocations(...journals: readonly (readonly Revocation[])[]): readonly Revocation[] {
  const latest = new Map<string, Revocation>();
  for (const entry of journals.flat()) {
    const key = entry.kind === 'journal' ? entry.id : `${entry.kind} ${entry.subject}`;
    const known = latest.get(key);
    if (known === undefined || entry.at >= known.at) latest.set(key, entry);
  }
  return [...latest.values()].sort((a, b) => a.at - b.at);
}

/** What was revoked since a backup; null when the journal does not know all of it. */
export function revokedSince(
  backup: readonly Revocation[],
  journal: readonly Revocation[],
): readonly Revocation[] | null {
  const known = new Set(journal.map(({ id }) => id));
  // Another school's, another line of restores', or none at all.
  const beginnings = backup.filter(({ kind }) => kind === 'journal');
  if (beginnings.length === 0 || !beginnings.every(({ id }) => known.has(id))) return null;
  // A journal that is older than the backup tells nothing of what came after both.
  if (latestOf(journal) < latestOf(backup)) return null;
  const before = new Set(backup.map(({ id }) => id));
  return mergeRevocations(journal).filter(({ id }) => !before.has(id));
}

function latestOf(entries: readonly Revocation[]): number {
  return entries.reduce((at, entry) => Math.max(at, entry.at), 0);
}
