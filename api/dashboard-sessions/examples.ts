import { AT, listOf } from '../openapi/example-values.ts';

const SESSION = {
  id: 'ses_01kafw2n7qd5g8h1j3k6m9p2rs',
  current: true,
  method: 'password',
  address: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  createdAt: AT,
  lastUsedAt: '2026-11-20T11:30:00.000Z',
  expiresAt: '2026-11-20T22:00:00.000Z',
};

/** One example for each schema of dashboard sessions. */
export const DASHBOARD_SESSION_EXAMPLES: Readonly<Record<string, object>> = {
  DashboardSession: SESSION,
  DashboardSessionList: listOf(SESSION),
};
