const entry = {
  id: 'aud_01kafw2n7qd5g8h1j3k6m9p2rs',
  sequence: 4_711,
  timestamp: '2026-11-20T10:00:00.000Z',
  actor: 'key_01kafw2n7qd5g8h1j3k6m9p2rs',
  action: 'device.updated',
  target: 'dev_01kafw2n7qd5g8h1j3k6m9p2rs',
  ip: '203.0.113.7',
  userAgent: 'sis-sync/2.1',
  requestId: 'req_01kafw2n7qd5g8h1j3k6m9p2rs',
  changes: { before: { name: 'LIB-017' }, after: { name: 'LIB-018' } },
  hash: 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg',
} as const;

/** One example for each schema of the audit. */
export const AUDIT_EXAMPLES = {
  AuditEntry: entry,
  AuditEntryList: { data: [entry], total: 1, page: 1, limit: 50, hasMore: false, nextCursor: null },
} as const;
