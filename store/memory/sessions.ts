import type { SessionStore } from '../ports/telemetry.ts';
import type { Synchronous } from '../synchronous.ts';
import type { Context } from './tables.ts';

export function createSessionStore({
  tables: { firstRunLinks, sessions },
}: Context): Synchronous<SessionStore> {
  return {
    createFirstRunLink: (hash, expiresAt) => void firstRunLinks.set(hash, { expiresAt, used: false }),
    redeemFirstRunLink(hash, now) {
      const link = firstRunLinks.get(hash);
      if (link === undefined || link.used || link.expiresAt <= now) return false;
      firstRunLinks.set(hash, { ...link, used: true });
      return true;
    },
    firstRunDone: () => [...firstRunLinks.values()].some(({ used }) => used),
    createSession: ({ hash, expiresAt }) => void sessions.set(hash, { expiresAt }),
    sessionValid(hash, now) {
      const session = sessions.get(hash);
      return session !== undefined && session.expiresAt > now;
    },
    deleteSession: (hash) => void sessions.delete(hash),
    purge(now) {
      for (const [hash, { expiresAt }] of sessions) if (expiresAt <= now) sessions.delete(hash);
      for (const [hash, { expiresAt, used }] of firstRunLinks)
        if (expiresAt <= now && !used) firstRunLinks.delete(hash);
    },
  };
}
