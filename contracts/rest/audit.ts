import { type Static, Type } from 'typebox';
import { closed, IdOf, Nullable, Timestamp } from './resources.ts';

const Line = (maxLength: number) => Type.String({ maxLength });
const Members = Type.Record(Type.String(), Type.Unknown());

/** One entry of the audit: who did what, from where, and what it changed. */
export const AuditEntry = Type.Object(
  {
    id: IdOf('aud'),
    sequence: Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Grows by 1 with every entry of the organisation.',
    }),
    timestamp: Timestamp,
    actor: Type.String({
      maxLength: 64,
      description: '`key_…`, `acc_…`, `cli` (a command on the server) or `system`.',
    }),
    action: Line(80),
    target: Nullable(Line(120)),
    ip: Nullable(Line(64)),
    userAgent: Nullable(Line(300)),
    requestId: Nullable(Line(128)),
    changes: Type.Object(
      { before: Type.Optional(Members), after: Type.Optional(Members) },
      {
        ...closed,
        description: 'What differs; only `after` for what was made, only `before` for what is gone.',
      },
    ),
    hash: Type.String({
      maxLength: 64,
      description:
        'SHA-256 over this entry and the hash of the one before: `schoolgate audit verify` checks it.',
    }),
  },
  { $id: 'AuditEntry', ...closed },
);
export type AuditEntry = Static<typeof AuditEntry>;

/** The schemas by their names in the OpenAPI document. */
export const AUDIT_SCHEMAS = { AuditEntry } as const;
