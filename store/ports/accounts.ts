import type { AccountId, OuId, SessionId } from '../../contracts/ids.ts';
import type { Role } from '../../contracts/roles.ts';

/** A person who may sign in to the dashboard. */
export interface AccountRecord {
  readonly id: AccountId;
  readonly organisationId: number;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly ouId: OuId | null;
  /** The one subtree that the person reaches; null = all. When its unit is deleted, a path that matches nothing. */
  readonly ouPath: string | null;
  /** Argon2id in PHC form; null = cannot sign in by password. */
  readonly passwordHash: string | null;
  readonly status: 'active' | 'disabled';
  /** The identity at the OpenID provider; null before its first use. */
  readonly oidc: { readonly issuer: string; readonly subject: string } | null;
  /** Made by a sign-in through the OpenID provider: its role follows the provider's groups. */
  readonly provisioned: boolean;
  /** Whether it has a confirmed second factor. */
  readonly secondFactor: boolean;
  readonly lastSignInAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Grows with every change that a person makes to it: the ETag. */
  readonly version: number;
}

export type NewAccount = Pick<
  AccountRecord,
  | 'id'
  | 'organisationId'
  | 'email'
  | 'name'
  | 'role'
  | 'ouId'
  | 'passwordHash'
  | 'oidc'
  | 'provisioned'
  | 'createdAt'
>;

export type AccountChanges = Partial<
  Pick<AccountRecord, 'email' | 'name' | 'role' | 'ouId' | 'passwordHash' | 'status' | 'oidc'>
>;

export interface AccountStore {
  /** @throws Fault already_exists when the e-mail address is taken */
  create(account: NewAccount): Promise<AccountRecord>;
  get(organisationId: number, id: string): Promise<AccountRecord | null>;
  /** Without regard to case. */
  byEmail(organisationId: number, email: string): Promise<AccountRecord | null>;
  byOidc(organisationId: number, issuer: string, subject: string): Promise<AccountRecord | null>;
  /** By id: the oldest first. Some dozens. */
  list(organisationId: number): Promise<readonly AccountRecord[]>;
  /** Null when there is none. @throws Fault already_exists when the e-mail address is taken */
  update(
    organisationId: number,
    id: string,
    changes: AccountChanges,
    now: number,
  ): Promise<AccountRecord | null>;
  signedIn(id: AccountId, at: number): Promise<void>;
  /** With its sessions and links. False when there is none. */
  delete(organisationId: number, id: string): Promise<boolean>;
  /** Makes the only link of an account: an older one ends. @param hash SHA-256 of its secret, base64url */
  createLink(link: {
    readonly hash: string;
    readonly accountId: AccountId;
    readonly expiresAt: number;
  }): Promise<void>;
  /** Ends the link of an account. */
  endLinks(accountId: AccountId): Promise<void>;
  /** Whether a link would still be taken. */
  hasLink(hash: string, now: number): Promise<boolean>;
  /** Uses a link up. Null when it is unknown, used or expired. */
  redeemLink(hash: string, now: number): Promise<AccountId | null>;
}

export interface NewSession {
  /** Names it to its person. */
  readonly id: SessionId;
  /** SHA-256 of its secret, base64url. */
  readonly hash: string;
  readonly accountId: AccountId;
  readonly method: 'link' | 'password' | 'oidc';
  /** From where it was opened; null = not known. */
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** How many sessions of an account are listed: many more than a person has browsers. */
export const MAX_LISTED_SESSIONS = 500;

export interface SessionRecord extends NewSession {
  readonly lastUsedAt: number;
  /** As it is now. */
  readonly account: AccountRecord;
}

/** First-run links and dashboard sessions: hashes only (SHA-256, base64url). */
export interface SessionStore {
  createFirstRunLink(hash: string, expiresAt: number): Promise<void>;
  /** Uses a link up; false when unknown, used or expired. */
  redeemFirstRunLink(hash: string, now: number): Promise<boolean>;
  /** Whether a link was ever used: then the server no longer prints one. */
  firstRunDone(): Promise<boolean>;
  createSession(session: NewSession): Promise<void>;
  /** Whether or not it has expired; null when unknown. */
  session(hash: string): Promise<SessionRecord | null>;
  /** Of one account, whether or not they have expired: the newest `MAX_LISTED_SESSIONS`, newest first. */
  sessionsOf(accountId: AccountId): Promise<readonly SessionRecord[]>;
  /** Moves `lastUsedAt` forward. */
  touchSession(hash: string, at: number): Promise<void>;
  deleteSession(hash: string): Promise<void>;
  /** All of an account but one. @returns how many */
  deleteSessionsOf(accountId: AccountId, exceptHash?: string): Promise<number>;
  /** Removes what has expired. */
  purge(now: number): Promise<void>;
}

/** Failed sign-ins, counted by account name and by address. */
export interface SignInFailureStore {
  get(bucket: string): Promise<FailureCount | null>;
  put(bucket: string, count: FailureCount): Promise<void>;
  delete(bucket: string): Promise<void>;
  /** Removes counts whose last failure was before a moment. @returns how many */
  purge(before: number): Promise<number>;
}

export interface FailureCount {
  readonly failures: number;
  readonly lastAt: number;
}
