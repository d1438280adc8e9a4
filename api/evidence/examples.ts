import { AT, DEVICE, listOf } from '../openapi/example-values.ts';

const gap = {
  deviceId: DEVICE,
  name: 'LIB-017',
  ou: '/Springfield/High/Grade-9',
  reason: 'unprotected',
  since: AT,
  detail: 'a captive portal holds the filter open',
  protection: 'unprotected',
  policyVersion: 41,
  lastSeen: AT,
};

/** One example for each schema of evidence. */
export const EVIDENCE_EXAMPLES: Readonly<Record<string, object>> = {
  Evidence: {
    version: 42,
    ou: '/',
    devices: 500,
    enforcing: 487,
    notEnforcing: { total: 13, offline: 8, unprotected: 1, stale: 3, no_report: 1 },
    generatedAt: AT,
  },
  EvidenceGap: gap,
  EvidenceGapList: listOf(gap),
};
