import { type Static, Type } from 'typebox';
import { closed, IdOf, Nullable, OneOf, Timestamp } from './resources.ts';

/** Overrides: temporary allows. */

export const OVERRIDE_SCOPE_TYPES = ['student', 'device', 'ou', 'session'] as const;

/** Length of an override in minutes; a week at most. */
export const OVERRIDE_MINUTES = { min: 1, max: 10_080 } as const;

const Line = (maxLength: number) => Type.String({ maxLength });

export const Override = Type.Object(
  {
    id: IdOf('ovr'),
    scope: Type.Object({ type: OneOf(OVERRIDE_SCOPE_TYPES), id: Line(64) }, closed),
    site: Line(253),
    reason: Nullable(Line(500)),
    expiresAt: Timestamp,
    /** Null while it is in force. */
    endedAt: Nullable(Timestamp),
    createdBy: Line(64),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { $id: 'Override', ...closed },
);
export type Override = Static<typeof Override>;

const scopeOf = <const T extends string>($id: string, type: T, id: ReturnType<typeof Type.String>) =>
  Type.Object({ type: Type.Literal(type), id }, { $id, ...closed });
const Scope = Type.Union([
  scopeOf(
    'OverrideInputScopeStudent',
    'student',
    Type.String({ minLength: 1, maxLength: 254, description: '`usr_` id or e-mail address.' }),
  ),
  scopeOf('OverrideInputScopeDevice', 'device', IdOf('dev')),
  scopeOf(
    'OverrideInputScopeOu',
    'ou',
    Type.String({ minLength: 1, maxLength: 1_000, description: '`ou_` id or path; with all below it.' }),
  ),
  scopeOf('OverrideInputScopeSession', 'session', IdOf('cls')),
]);

export const OverrideInput = Type.Object(
  {
    scope: Type.Unsafe<Static<typeof Scope>>({
      type: 'object',
      discriminator: { propertyName: 'type' },
      required: ['type'],
      oneOf: Scope.anyOf,
    }),
    site: Type.String({
      minLength: 1,
      maxLength: 2_048,
      description: 'A host, or a URL whose host is taken; all hosts below it are meant too.',
    }),
    ttlMinutes: Type.Integer({ minimum: OVERRIDE_MINUTES.min, maximum: OVERRIDE_MINUTES.max }),
    reason: Type.Optional(Nullable(Line(500))),
  },
  { $id: 'OverrideInput', ...closed },
);
export type OverrideInput = Static<typeof OverrideInput>;

/** The schemas by their names in the OpenAPI document. */
export const OVERRIDE_SCHEMAS = { Override, OverrideInput } as const;
