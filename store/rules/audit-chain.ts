import type { AuditHead, AuditRecord, AuditStore } from '../ports/audit.ts';
import { auditHash, GENESIS_HASH } from './audit-entry.ts';

/** An entry that a chain once had, noted outside of the database. */
export interface AuditAnchor {
  readonly organisationId: number;
  readonly sequence: number;
  readonly hash: string;
}

/** The first fault of a chain. */
export interface BrokenChain {
  readonly organisationId: number;
  readonly sequence: number;
  readonly reason: BreakReason;
}

/**
 * `missing`: entries are gone or out of order. `changed`: the entry is not what was written. `unlinked`: it does not follow the one before.
 * `cut_off`: the chain once reached further. `rewritten`: a whole, but not the chain that was noted. `no_receipt`: its beginning is gone,
 * and retention did not take it.
 */
export type BreakReason = 'missing' | 'changed' | 'unlinked' | 'cut_off' | 'rewritten' | 'no_receipt';

export interface ChainReport {
  readonly organisationId: number;
  /** Sequence of the first entry that is left; 0 when there is none. */
  readonly first: number;
  readonly last: number;
  readonly lastHash: string;
  readonly broken: BrokenChain | null;
}

type Reader = Pick<AuditStore, 'heads' | 'after'>;

const PAGE = 1_000;

/**
 * Checks every chain from its beginning, or from where retention has cut it. It finds entries that were changed, removed, added or reordered, and entries
 * removed from the end if the chain's head or an anchor knew them. It cannot find a whole new chain written by somebody who can write the database and the
 * anchors: only an anchor kept elsewhere shows that.
 */
export async function verifyAudit(
  store: Reader,
  anchors: readonly AuditAnchor[],
): Promise<readonly ChainReport[]> {
  const reports: ChainReport[] = [];
  for (const head of await headsOf(store, anchors)) {
    const own = anchors.filter(({ organisationId }) => organisationId === head.organisationId);
    const report = await verifyChain(store, head, own);
    const now = (await store.heads()).find(({ organisationId }) => organisationId === head.organisationId);
    // A purge that ran meanwhile has deleted the beginning.
    const again = report.broken !== null && now !== undefined && now.purgedSequence !== head.purgedSequence;
    reports.push(again ? await verifyChain(store, now, own) : report);
  }
  return reports;
}

/** An organisation known to an anchor alone has lost its whole chain. */
async function headsOf(store: Reader, anchors: readonly AuditAnchor[]): Promise<readonly AuditHead[]> {
  const heads = await store.heads();
  const known = new Set(heads.map(({ organisationId }) => organisationId));
  const lost = new Set(anchors.map(({ organisationId }) => organisationId).filter((id) => !known.has(id)));
  const empty = { sequence: 0, hash: GENESIS_HASH, purgedSequence: 0, purgedHash: GENESIS_HASH };
  return [...heads, ...[...lost].map((organisationId) => ({ organisationId, ...empty }))];
}

async function verifyChain(
  store: Reader,
  head: AuditHead,
  anchors: readonly AuditAnchor[],
): Promise<ChainReport> {
  const { organisationId, purgedSequence, purgedHash } = head;
  const { noted, contradiction } = notedHashes(head, anchors);
  let before: Pick<AuditRecord, 'sequence' | 'hash'> = { sequence: purgedSequence, hash: purgedHash };
  let receipted = purgedSequence === 0;
  let first = 0;
  const report = (broken: Omit<BrokenChain, 'organisationId'> | null): ChainReport => ({
    organisationId,
    first,
    last: before.sequence,
    lastHash: before.hash,
    broken: broken === null ? null : { organisationId, ...broken },
  });

  for await (const entry of auditEntries(store, organisationId, before.sequence)) {
    const reason = linkFault(entry, before) ?? notedFault(entry, noted);
    if (reason !== null)
      return report({ sequence: reason === 'missing' ? before.sequence + 1 : entry.sequence, reason });
    receipted ||= isReceipt(entry, purgedSequence, purgedHash);
    first ||= entry.sequence;
    before = entry;
  }
  if (contradiction !== null) return report({ sequence: contradiction, reason: 'rewritten' });
  if (before.sequence < Math.max(...noted.keys()))
    return report({ sequence: before.sequence + 1, reason: 'cut_off' });
  return report(receipted ? null : { sequence: purgedSequence, reason: 'no_receipt' });
}

/** The entries of an organisation after a sequence, oldest first, read page by page. */
export async function* auditEntries(
  store: Pick<AuditStore, 'after'>,
  organisationId: number,
  sequence = 0,
): AsyncGenerator<AuditRecord> {
  let last = sequence;
  for (;;) {
    const page = await store.after(organisationId, last, PAGE);
    yield* page;
    if (page.length < PAGE) return;
    last = page.at(-1)?.sequence ?? last;
  }
}

/** The hashes that head and anchors give for some sequences; `contradiction` is the first sequence for which two of them differ. */
function notedHashes(
  head: AuditHead,
  anchors: readonly AuditAnchor[],
): { readonly noted: ReadonlyMap<number, string>; readonly contradiction: number | null } {
  const noted = new Map<number, string>([[head.sequence, head.hash]]);
  let contradiction: number | null = null;
  for (const { sequence, hash } of anchors) {
    if ((noted.get(sequence) ?? hash) !== hash) contradiction ??= sequence;
    noted.set(sequence, hash);
  }
  return { noted, contradiction };
}

function linkFault(entry: AuditRecord, before: Pick<AuditRecord, 'sequence' | 'hash'>): BreakReason | null {
  if (entry.sequence !== before.sequence + 1) return 'missing';
  if (auditHash(entry) !== entry.hash) return 'changed';
  return entry.previousHash === before.hash ? null : 'unlinked';
}

function notedFault(entry: AuditRecord, noted: ReadonlyMap<number, string>): BreakReason | null {
  const expected = noted.get(entry.sequence);
  return expected === undefined || expected === entry.hash ? null : 'rewritten';
}

/** Whether this is a purge's own entry. */
function isReceipt({ action, actor, changes }: AuditRecord, sequence: number, hash: string): boolean {
  const after = changes.after ?? {};
  return (
    action === 'audit.purged' &&
    actor === 'system' &&
    after.lastSequence === sequence &&
    after.lastHash === hash
  );
}
