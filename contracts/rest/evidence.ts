import { type Static, Type } from 'typebox';
import { PROTECTION_STATES } from '../mqtt/messages.ts';
import { closed, IdOf, Nullable, OneOf, Timestamp } from './resources.ts';

/** Why a device does not enforce a policy version. */
export const GAP_REASONS = ['offline', 'unprotected', 'stale', 'no_report'] as const;
export type GapReason = (typeof GAP_REASONS)[number];

const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Line = (maxLength: number) => Type.String({ maxLength });

/** How far one policy version has come. */
const Evidence = Type.Object(
  {
    version: Count,
    ou: Type.String({ maxLength: 1_000, description: 'The unit whose subtree is counted' }),
    devices: Count,
    enforcing: Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Devices that enforce this version or a newer one, by their last report',
    }),
    notEnforcing: Type.Object(
      { total: Count, offline: Count, unprotected: Count, stale: Count, no_report: Count },
      { ...closed, description: 'The others, each under one reason' },
    ),
    generatedAt: Timestamp,
  },
  { $id: 'Evidence', ...closed },
);
export type Evidence = Static<typeof Evidence>;

/** A device that does not enforce a policy version. */
const EvidenceGap = Type.Object(
  {
    deviceId: IdOf('dev'),
    name: Line(120),
    ou: Line(1_000),
    reason: OneOf(GAP_REASONS),
    since: Nullable(Timestamp),
    /** What the device itself says of its protection. */
    detail: Nullable(Line(500)),
    protection: OneOf(PROTECTION_STATES),
    policyVersion: Nullable(Count),
    lastSeen: Timestamp,
  },
  { $id: 'EvidenceGap', ...closed },
);
export type EvidenceGap = Static<typeof EvidenceGap>;

/** The schemas by their names in the OpenAPI document. */
export const EVIDENCE_SCHEMAS = { Evidence, EvidenceGap } as const;
