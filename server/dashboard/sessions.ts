import type { Clock } from '../../kit/clock.ts';
import { base62, type Random } from '../../kit/random.ts';
import { sha256 } from '../../kit/signing.ts';
import type { SessionStore } from '../../store/ports/telemetry.ts';

/** A sign-in link is good for this long. */
export const LINK_HOURS = 24;
/** A session ends after this long, used or not. */
export const SESSION_HOURS = 12;

const HOUR_MS = 3_600_000;
const SECRET_LENGTH = 43; // 256 bits in base62
const SECRET = /^[0-9A-Za-z]{43}$/;

/** Sign-in links and the dashboard sessions that they open. The store sees only hashes. */
export interface Sessions {
  /** Makes the secret of a new link; good for one use within `LINK_HOURS`. */
  createLink(): Promise<string>;
  /** Uses a link up and opens a session. @returns the session's secret, or null when the link is unknown, used or expired */
  redeem(link: string): Promise<string | null>;
  valid(session: string | undefined): Promise<boolean>;
  /** Ends a session; an unknown one is no error. */
  end(session: string | undefined): Promise<void>;
}

export function createSessions({
  store,
  clock,
  random,
}: {
  readonly store: SessionStore;
  readonly clock: Clock;
  readonly random: Random;
}): Sessions {
  return {
    async createLink() {
      const link = base62(random, SECRET_LENGTH);
      await store.createFirstRunLink(sha256(link), clock.now() + LINK_HOURS * HOUR_MS);
      return link;
    },
    async redeem(link) {
      const now = clock.now();
      if (!SECRET.test(link) || !(await store.redeemFirstRunLink(sha256(link), now))) return null;
      await store.purge(now);
      const session = base62(random, SECRET_LENGTH);
      await store.createSession({
        hash: sha256(session),
        createdAt: now,
        expiresAt: now + SESSION_HOURS * HOUR_MS,
      });
      return session;
    },
    async valid(session) {
      return (
        session !== undefined &&
        SECRET.test(session) &&
        (await store.sessionValid(sha256(session), clock.now()))
      );
    },
    async end(session) {
      if (session !== undefined && SECRET.test(session)) await store.deleteSession(sha256(session));
    },
  };
}
