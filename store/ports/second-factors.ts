import type { AccountId } from '../../contracts/ids.ts';

export interface SecondFactorRecord {
  /** Sealed. */
  readonly secret: string;
  readonly createdAt: number;
  /** Null = begun: signing in does not ask for it yet. */
  readonly confirmedAt: number | null;
  /** The step of the latest code that was used. */
  readonly lastStep: number;
  readonly recoveryCodesLeft: number;
}

/** Second factors of accounts, with their recovery codes (SHA-256, base64url). They go with the account. */
export interface SecondFactorStore {
  get(accountId: AccountId): Promise<SecondFactorRecord | null>;
  /** Replaces the one that the account has. */
  begin(factor: {
    readonly accountId: AccountId;
    readonly secret: string;
    readonly createdAt: number;
  }): Promise<void>;
  confirm(accountId: AccountId, at: number): Promise<void>;
  /** Uses a step, and all before it, up. False when it was used. */
  useStep(accountId: AccountId, step: number): Promise<boolean>;
  /** Ends the codes that the account has. */
  replaceCodes(accountId: AccountId, hashes: readonly string[]): Promise<void>;
  /** Uses a code up. False when the account has no such code. */
  useCode(accountId: AccountId, hash: string): Promise<boolean>;
  /** With its codes. False when there is none. */
  delete(accountId: AccountId): Promise<boolean>;
}
