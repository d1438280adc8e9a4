import type { AuditEntry } from '../../../../sdk/node/index.ts';

/** Whether the shown entries, newest first, follow each other. */
export type ChainState =
  | { readonly kind: 'whole'; readonly count: number; readonly newest: number }
  | { readonly kind: 'gap'; readonly before: number; readonly after: number }
  | { readonly kind: 'none' };

/** Numbers grow by one with every entry of the school, so a missing one shows. Hashes are checked on the server, which has all members. */
export function chainOf(entries: readonly Pick<AuditEntry, 'sequence'>[]): ChainState {
  const [first] = entries;
  if (first === undefined) return { kind: 'none' };
  for (const [index, { sequence }] of entries.entries()) {
    const next = entries[index + 1];
    if (next !== undefined && next.sequence !== sequence - 1)
      return { kind: 'gap', before: sequence, after: next.sequence };
  }
  return { kind: 'whole', count: entries.length, newest: first.sequence };
}
