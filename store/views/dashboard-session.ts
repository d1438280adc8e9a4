import type { DashboardSession } from '../../contracts/rest/accounts.ts';
import type { SessionRecord } from '../ports/accounts.ts';
import { timestamp } from './timestamp.ts';

/** A session as its own person sees it among theirs. @param current the session that asks */
export function toDashboardSession(
  session: SessionRecord,
  current: Pick<SessionRecord, 'id'>,
): DashboardSession {
  return {
    id: session.id,
    current: session.id === current.id,
    method: session.method,
    address: session.address,
    userAgent: session.userAgent,
    createdAt: timestamp(session.createdAt),
    lastUsedAt: timestamp(session.lastUsedAt),
    expiresAt: timestamp(session.expiresAt),
  };
}
