/** Something that was taken back, as the database itself wrote it down. */
export interface Revocation {
  /** Random, so that two databases can be compared. */
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** `api_key`, `api_secret`, `account`, `password`, …; `journal` marks where the journal began. */
  readonly kind: string;
  readonly subject: string;
  /** JSON of what holds since then; null = the subject is gone, or there is nothing to say. */
  readonly value: string | null;
}

/** What was revoked, of each kind and subject the latest, for the copy beside the database. */
export interface RevocationStore {
  /** Grows with each revocation; 0 before the first. */
  lastSequence(): Promise<number>;
  count(): Promise<number>;
  /** Oldest first. */
  after(sequence: number): Promise<readonly Revocation[]>;
}

/** What a restore has kept revoked, or has ended because it could not know. */
export interface KeptRevoked {
  /** API keys whose revocation, expiry, or narrower rights hold again, or whose secrets have ended. */
  readonly apiKeys: number;
  /** Accounts that are disabled or deleted, or whose role or unit is that of now; all, where it could not know. */
  readonly accounts: number;
  /** Accounts whose password in the backup is worth nothing. */
  readonly passwords: number;
  readonly enrollmentTokens: number;
  /** Devices whose key in the backup is worth nothing; or is held, where it could not know. */
  readonly devices: number;
  /** Webhooks that are disabled or gone. */
  readonly webhooks: number;
}
