const alert = {
  id: 'alt_01kafw2n7qd5g8h1j3k6m9p2rs',
  timestamp: '2026-11-20T10:00:00.000Z',
  type: 'game_detected',
  severity: 'low',
  status: 'open',
  title: 'Game on LIB-017',
  deviceId: 'dev_01kafw2n7qd5g8h1j3k6m9p2rs',
  user: 'ana@x.example',
  ou: '/Springfield/High/Grade-9',
  policyId: null,
  details: { count: 3, occurredAt: '2026-11-20T09:59:58.000Z', domains: ['play.example'], category: 'games' },
  lastSeenAt: '2026-11-20T10:12:00.000Z',
  acknowledgedAt: null,
  acknowledgedBy: null,
  resolvedAt: null,
  resolvedBy: null,
  note: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
} as const;

/** One example for each schema of alerts. */
export const ALERT_EXAMPLES = {
  Alert: alert,
  AlertDetails: alert.details,
  AlertPatch: { status: 'acknowledged', note: 'Talked to Ana' },
  AlertList: { data: [alert], total: 1, page: 1, limit: 50, hasMore: false, nextCursor: null },
} as const;
