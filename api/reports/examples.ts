const DAYS = [13, 14, 15, 12, 16, 11, 10].map((requests, day) => ({
  date: `2026-11-${16 + day}`,
  requests,
  blocked: 1,
}));

/** One example for each schema of reports. */
export const REPORT_EXAMPLES = {
  WeeklyReport: {
    id: 'rpt_01kafw2n7qd5g8h1j3k6m9p2rs',
    week: '2026-W47',
    from: '2026-11-15T23:00:00.000Z',
    to: '2026-11-22T23:00:00.000Z',
    timezone: 'Europe/Madrid',
    ou: '/',
    complete: true,
    totals: { requests: 91, blocked: 7 },
    byDay: DAYS,
    topDomains: [{ domain: 'a.example', count: 9 }],
    topBlockedDomains: [{ domain: 'play.example', count: 4 }],
    topCategories: [{ category: 'games', count: 5 }],
    topUsers: [{ user: 'ana@x.example', count: 21 }],
    alerts: {
      open: 1,
      acknowledged: 0,
      resolved: 2,
      bySeverity: { info: 1, low: 1, medium: 1, high: 0, critical: 0 },
    },
    deviceHealth: { enforcing: 487, stale: 3, unprotected: 1, unknown: 0 },
    previous: { week: '2026-W46', totals: { requests: 70, blocked: 7 }, alerts: 4 },
    change: { requests: 30, blocked: 0, alerts: -25 },
    generatedAt: '2026-11-23T05:00:00.000Z',
  },
  HourlyReport: {
    from: '2026-11-20T08:00:00.000Z',
    to: '2026-11-20T10:00:00.000Z',
    timezone: 'Europe/Madrid',
    ou: '/',
    totals: { requests: 91, blocked: 7 },
    hours: [
      {
        at: '2026-11-20T08:00:00.000Z',
        complete: true,
        requests: 60,
        blocked: 2,
        usual: { requests: 58.5, blocked: 3.3, days: 4 },
      },
      { at: '2026-11-20T09:00:00.000Z', complete: true, requests: 31, blocked: 5, usual: null },
    ],
    generatedAt: '2026-11-20T10:00:00.000Z',
  },
} as const;
