import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../../kit/clock.ts';
import { base62, type IdSource, type Random } from '../../../kit/random.ts';
import { sha256 } from '../../../kit/signing.ts';
import type { AccountRecord, NewSession, SessionRecord } from '../../../store/ports/accounts.ts';
import { DEFAULT_ORGANISATION_ID } from '../../../store/ports/organisations.ts';
import type { Store, Transaction } from '../../../store/ports/store.ts';

/** A sign-in link is good for this long. */
export const LINK_HOURS = 24;
/** A session ends after this long, used or not. */
export const SESSION_HOURS = 12;
/** A session also ends after this long without a call, such as on a laptop left open in a staff room. */
const IDLE_HOURS = 2;

const HOUR_MS = 3_600_000;
/** The time of the last call is written at most this often (milliseconds). */
const TOUCH_MS = 60_000;
const SECRET_LENGTH = 43; // 256 bits in base62
const SECRET = /^[0-9A-Za-z]{43}$/;

/** A new session. Its secret goes into the cookie and is stored nowhere. */
export interface OpenedSession {
  readonly secret: string;
  readonly session: SessionRecord;
}

/** Sign-in links, and the dashboard sessions that links and passwords open. The store sees only hashes. */
export interface Sessions {
  /** Makes the secret of a new sign-in link for the first owner. It can be used once within `LINK_HOURS`. */
  createLink(): Promise<string>;
  /** Uses a link up and opens a session of the first owner, who is made when there is none. Null = the link is unknown, used or expired. */
  redeem(link: string, from: ClientFacts): Promise<OpenedSession | null>;
  /** The session of a cookie's secret; null when it has ended or its account is not active. It records the use now and then. */
  read(secret: string | undefined): Promise<SessionRecord | null>;
  /** Ends a session. An unknown session is no error. */
  end(secret: string | undefined): Promise<void>;
}

/** Where a sign-in comes from, for the audit and the list of the person's sessions. */
export interface ClientFacts {
  readonly address: string;
  readonly userAgent: string | null;
}

interface SessionTools {
  readonly store: Pick<Store, 'sessions' | 'transaction'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: IdSource;
}

export function createSessions(tools: SessionTools): Sessions {
  const { store, clock, random } = tools;
  return {
    async createLink() {
      const link = base62(random, SECRET_LENGTH);
      await store.sessions.createFirstRunLink(sha256(link), clock.now() + LINK_HOURS * HOUR_MS);
      return link;
    },
    async redeem(link, from) {
      if (!SECRET.test(link)) return null;
      return await store.transaction(async (tx) => {
        if (!(await tx.sessions.redeemFirstRunLink(sha256(link), clock.now()))) return null;
        const owner = await firstOwner(tx, tools);
        return await openSession(tx, tools, { account: owner, method: 'link', from });
      });
    },
    async read(secret) {
      if (secret === undefined || !SECRET.test(secret)) return null;
      const session = await store.sessions.session(sha256(secret));
      const now = clock.now();
      if (session === null || !isValid(session, now)) return null;
      if (now - session.lastUsedAt >= TOUCH_MS) await store.sessions.touchSession(session.hash, now);
      return session;
    },
    async end(secret) {
      if (secret === undefined || !SECRET.test(secret)) return;
      await store.transaction(async (tx) => {
        await tx.sessions.deleteSession(sha256(secret));
        tx.wake({ kind: 'accounts' });
      });
    },
  };
}

/** Whether a session may be used: it is neither too old nor idle, and its account is active. */
export function isValid({ expiresAt, lastUsedAt, account }: SessionRecord, now: number): boolean {
  return expiresAt > now && lastUsedAt + IDLE_HOURS * HOUR_MS > now && account.status === 'active';
}

/** Opens a session with a new secret and writes an audit entry. Call it in the transaction that has checked the person. */
export async function openSession(
  tx: Transaction,
  { clock, random, ids }: Pick<SessionTools, 'clock' | 'random' | 'ids'>,
  {
    account,
    method,
    from,
  }: { readonly account: AccountRecord; readonly method: NewSession['method']; readonly from: ClientFacts },
): Promise<OpenedSession> {
  const now = clock.now();
  const secret = base62(random, SECRET_LENGTH);
  const session: NewSession = {
    id: ids.next('ses'),
    hash: sha256(secret),
    accountId: account.id,
    method,
    address: from.address,
    userAgent: from.userAgent,
    createdAt: now,
    expiresAt: now + SESSION_HOURS * HOUR_MS,
  };
  await tx.sessions.purge(now);
  await tx.sessions.createSession(session);
  await tx.accounts.signedIn(account.id, now);
  await tx.audit.append({
    organisationId: account.organisationId,
    at: now,
    actor: account.id,
    action: 'session.created',
    target: account.id,
    ip: from.address,
    userAgent: from.userAgent,
    after: { method },
  });
  tx.wake({ kind: 'accounts' });
  return { secret, session: { ...session, lastUsedAt: now, account: { ...account, lastSignInAt: now } } };
}

/** Ends the sessions of an account: all, or all but one. */
export async function endSessionsOf(
  tx: Transaction,
  account: AccountRecord,
  exceptHash?: string,
): Promise<void> {
  await tx.sessions.deleteSessionsOf(account.id, exceptHash);
  tx.wake({ kind: 'accounts' });
}

/** The `X-CSRF-Token` of a session. Only a holder of the session's cookie can compute it, and only our own pages can read it. */
export function csrfTokenOf(secret: string): string {
  return sha256(`csrf ${secret}`);
}

/** Compares in constant time. */
export function isCsrfToken(secret: string, given: unknown): boolean {
  const wanted = Buffer.from(csrfTokenOf(secret));
  const offered = Buffer.from(typeof given === 'string' ? given : '');
  return offered.length === wanted.length && timingSafeEqual(offered, wanted);
}

/** The account whose session a sign-in link opens: the oldest active owner, who is made when there is none. */
async function firstOwner(tx: Transaction, { clock, ids }: SessionTools): Promise<AccountRecord> {
  const accounts = await tx.accounts.list(DEFAULT_ORGANISATION_ID);
  const owner = accounts.find(({ role, status }) => role === 'owner' && status === 'active');
  if (owner !== undefined) return owner;
  const organisation = await tx.organisations.get(DEFAULT_ORGANISATION_ID);
  const id = ids.next('acc');
  const wanted = `owner@${organisation?.accountDomain ?? 'school.local'}`;
  const taken = accounts.some(({ email }) => email.toLowerCase() === wanted.toLowerCase());
  return await tx.accounts.create({
    id,
    organisationId: DEFAULT_ORGANISATION_ID,
    email: taken ? `${id}@${organisation?.accountDomain ?? 'school.local'}` : wanted,
    name: 'Owner',
    role: 'owner',
    ouId: null,
    passwordHash: null,
    oidc: null,
    provisioned: false,
    createdAt: clock.now(),
  });
}
