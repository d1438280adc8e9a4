import type { AuditId } from '../../contracts/ids.ts';
import type { ListPage, ListQuery } from './list.ts';

/** What was done, from the caller of `append`. */
export interface NewAuditEntry {
  readonly organisationId: number;
  /** Epoch milliseconds. */
  readonly at: number;
  /** `key_…`, `acc_…`, `cli` (a command on the server) or `system` (the server by itself). */
  readonly actor: string;
  /** `policy.updated`: the resource, then what was done to it. */
  readonly action: string;
  /** Id of what it was done to; null for what has none. */
  readonly target: string | null;
  readonly ip?: string | null;
  readonly userAgent?: string | null;
  readonly requestId?: string | null;
  /** The REST object before; absent when it did not exist. Only the difference from `after` is kept, and no secret. */
  readonly before?: unknown;
  /** The REST object after; absent when it is gone. */
  readonly after?: unknown;
}

/** The differences, by member. `before` or `after` is absent when there is no such side. */
export interface AuditChanges {
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

/** An entry in its organisation's chain. */
export interface AuditRecord {
  readonly id: AuditId;
  readonly organisationId: number;
  /** 1, 2, 3, … in commit order, without a hole. */
  readonly sequence: number;
  readonly at: number;
  readonly actor: string;
  readonly action: string;
  readonly target: string | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly requestId: string | null;
  readonly changes: AuditChanges;
  /** `hash` of the entry before; `GENESIS_HASH` for the first. */
  readonly previousHash: string;
  /** SHA-256, base64url, over the canonical JSON of all members above. */
  readonly hash: string;
}

export interface AuditFilter {
  readonly actor?: readonly string[];
  readonly action?: readonly string[];
  readonly target?: readonly string[];
  /** Only entries whose actor or target is of this unit or of one below it. */
  readonly withinOuPath?: string;
}

/** The end of a chain. */
export interface AuditHead {
  readonly organisationId: number;
  /** Of the last entry; 0 before the first. */
  readonly sequence: number;
  readonly hash: string;
  /** Of the last entry that retention has taken; 0 = none. */
  readonly purgedSequence: number;
  readonly purgedHash: string;
}

/** The receipt of a purge. */
export interface AuditReceipt {
  readonly organisationId: number;
  readonly purgedAt: number;
  readonly firstSequence: number;
  readonly lastSequence: number;
  /** Hash of the last purged entry: the first that remains names it as its previous one. */
  readonly lastHash: string;
  readonly count: number;
}

export interface AuditStore {
  /**
   * Appends to the organisation's chain, inside the transaction of the change. Keeps only what differs between `before` and `after`, and masks
   * what looks like a secret.
   */
  append(entry: NewAuditEntry): Promise<AuditRecord>;
  list(query: ListQuery<AuditFilter, 'timestamp'>): Promise<ListPage<AuditRecord>>;
  /** One for each organisation that has a chain. */
  heads(): Promise<readonly AuditHead[]>;
  /** The entries behind a sequence in their order, at most `limit`. */
  after(organisationId: number, sequence: number, limit: number): Promise<readonly AuditRecord[]>;
  /**
   * Deletes at most `limit` entries from the beginning of each chain, up to the first that is not older than `before`, and leaves a receipt, which also becomes
   * an entry. An entry dated into the future (by a wrong clock) keeps those after it until that time: nothing is deleted too early.
   */
  purge(request: {
    readonly before: number;
    readonly now: number;
    readonly limit: number;
  }): Promise<readonly AuditReceipt[]>;
}
