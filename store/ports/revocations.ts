/** A revocation, noted by the database itself. */
export interface Revocation {
  /** Random, so that two databases can be compared. */
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** `api_key`, `api_secret`, `account`, `password`, …; `journal` marks where the journal began. */
  readonly kind: string;
  readonly subject: string;
  /** JSON of what is valid since then; null = the subject is gone, or there is no detail. */
  readonly value: string | null;
}

/** The latest revocation of each kind and subject, for the copy beside the database. */
export interface RevocationStore {
  /** Grows with each revocation; 0 before the first. */
  lastSequence(): Promise<number>;
  count(): Promise<number>;
  /** Oldest first. */
  after(sequence: number): Promise<readonly Revocation[]>;
}

/** What a restore has revoked again, or ended because it could not know. */
export interface KeptRevoked {
  /** API keys that are again revoked, expired or limited, or whose secrets have ended. */
  readonly apiKeys: number;
  /** Accounts that are again disabled, deleted, or limited to their present role or unit; all accounts when the revocations are unknown. */
  readonly accounts: number;
  /** Accounts whose password of the backup is no longer valid. */
  readonly passwords: number;
  readonly enrollmentTokens: number;
  /** Devices whose key of the backup is no longer valid; or is held, when the revocations are unknown. */
  readonly devices: number;
  /** Webhooks that are disabled or gone. */
  readonly webhooks: number;
}
