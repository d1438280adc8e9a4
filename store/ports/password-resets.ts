import type { AccountId } from '../../contracts/ids.ts';

/** Links to a new password: hashes only (SHA-256 of their secrets, base64url). An account may have several, so that a further one takes nothing from the person. */
export interface PasswordResetStore {
  create(link: {
    readonly hash: string;
    readonly accountId: AccountId;
    /** When somebody asked for it on the sign-in page; null = an administrator made it. */
    readonly requestedAt: number | null;
    readonly expiresAt: number;
  }): Promise<void>;
  /** How many of an account were asked for since a moment and are still there. */
  requestedSince(accountId: AccountId, since: number): Promise<number>;
  /** Whether a link would still be taken. */
  has(hash: string, now: number): Promise<boolean>;
  /** Uses a link up. Null when it is unknown, used or expired. */
  redeem(hash: string, now: number): Promise<AccountId | null>;
  /** Ends one link. An unknown one is no error. */
  delete(hash: string): Promise<void>;
  /** Ends all links of an account. */
  deleteOf(accountId: AccountId): Promise<void>;
}
