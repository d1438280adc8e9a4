import { AT, DEVICE, KEY, listOf } from '../openapi/example-values.ts';

const override = {
  id: 'ovr_01kafw2n7qd5g8h1j3k6m9p2rs',
  scope: { type: 'student', id: 'usr_01kafw2n7qd5g8h1j3k6m9p2rs' },
  site: 'wiki.example',
  reason: 'Ticket 4711',
  expiresAt: '2026-11-20T12:00:00.000Z',
  endedAt: null,
  createdBy: KEY,
  createdAt: AT,
  updatedAt: AT,
};

/** One example for each schema of overrides. */
export const OVERRIDE_EXAMPLES: Readonly<Record<string, object>> = {
  Override: override,
  OverrideList: listOf(override),
  OverrideInputScopeStudent: { type: 'student', id: 'ana@x.example' },
  OverrideInputScopeDevice: { type: 'device', id: DEVICE },
  OverrideInputScopeOu: { type: 'ou', id: '/Springfield/High' },
  OverrideInputScopeSession: { type: 'session', id: 'cls_01kafw3v5xe8m9t2q4r6y8b0cd' },
  OverrideInput: {
    scope: override.scope,
    site: override.site,
    ttlMinutes: 120,
    reason: override.reason,
  },
};
