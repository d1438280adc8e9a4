import { type Static, Type } from 'typebox';
import { closed, IdOf, Nullable, OneOf, type Problem, Timestamp } from './resources.ts';

/** The role of a person at school. It is roster data and gives no right in the dashboard. */
export const USER_ROLES = ['student', 'teacher', 'staff', 'admin'] as const;
export type UserRole = (typeof USER_ROLES)[number];

export const USER_STATUSES = ['active', 'suspended'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

/** One address in the form that devices report: no display name, no quotes, nothing invisible. Letters beyond ASCII are allowed (RFC 6531). */
const Email = Type.String({
  minLength: 3,
  maxLength: 254,
  pattern: '^[^\\u0000-\\u0020\\u007f"(),:;<>@]+@[^\\u0000-\\u0020\\u007f"(),:;<>@]+$',
  description: 'E-mail address; unique in the organisation, without regard to case.',
});
const PersonName = Type.String({ minLength: 1, maxLength: 120, pattern: '\\S' });
const ExternalId = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: '\\S',
  description: 'Id in the student information system; unique in the organisation, compared exactly.',
});
const Grade = Type.String({ minLength: 1, maxLength: 40, pattern: '\\S' });
const OuReference = Type.String({
  minLength: 1,
  maxLength: 1_000,
  description: 'Path of an organisational unit that exists (`/Springfield/High`), or its `ou_` id.',
});

export const User = Type.Object(
  {
    id: IdOf('usr'),
    email: Type.String({ maxLength: 254 }),
    name: Type.String({ maxLength: 120 }),
    role: OneOf(USER_ROLES),
    ou: Type.String({ maxLength: 1_000 }),
    externalId: Nullable(Type.String({ maxLength: 255 })),
    grade: Nullable(Type.String({ maxLength: 40 })),
    status: OneOf(USER_STATUSES),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { $id: 'User', ...closed },
);
export type User = Static<typeof User>;

export const UserInput = Type.Object(
  {
    email: Email,
    name: PersonName,
    role: OneOf(USER_ROLES),
    /** Absent = the root, or the unit that the key is limited to. */
    ou: Type.Optional(Nullable(OuReference)),
    externalId: Type.Optional(Nullable(ExternalId)),
    grade: Type.Optional(Nullable(Grade)),
    /** Absent = active. */
    status: Type.Optional(OneOf(USER_STATUSES)),
  },
  { $id: 'UserInput', ...closed },
);
export type UserInput = Static<typeof UserInput>;

export const UserPatch = Type.Object(
  {
    email: Type.Optional(Email),
    name: Type.Optional(PersonName),
    role: Type.Optional(OneOf(USER_ROLES)),
    ou: Type.Optional(OuReference),
    externalId: Type.Optional(Nullable(ExternalId)),
    grade: Type.Optional(Nullable(Grade)),
    status: Type.Optional(OneOf(USER_STATUSES)),
  },
  { $id: 'UserPatch', ...closed },
);
export type UserPatch = Static<typeof UserPatch>;

/** Most rows of one batch. The body stays far below 1 MB, and other writers wait some tens of milliseconds. */
const USER_BATCH_ROWS = 500;

export const UserBatchInput = Type.Object(
  {
    users: Type.Array(
      Type.Object(
        {},
        {
          additionalProperties: true,
          maxProperties: 50,
          description: 'A `UserInput`. Each row is judged by itself: one that does not fit refuses no other.',
        },
      ),
      { minItems: 1, maxItems: USER_BATCH_ROWS },
    ),
    upsert: Type.Optional(
      Type.Boolean({
        description: 'As `?upsert=true`: a row whose `externalId` is known changes that user.',
      }),
    ),
    atomic: Type.Optional(Type.Boolean({ description: 'All rows or none: 200, or 422 and no effect.' })),
  },
  { $id: 'UserBatchInput', ...closed },
);
export type UserBatchInput = Static<typeof UserBatchInput>;

/** The outcomes of a row of a batch. */
const USER_BATCH_OUTCOMES = ['created', 'changed', 'unchanged'] as const;

export const UserBatchResult = Type.Object(
  {
    results: Type.Array(
      Type.Object(
        {
          index: Type.Integer({
            minimum: 0,
            maximum: USER_BATCH_ROWS - 1,
            description: 'Place of the row in the request.',
          }),
          status: Type.Integer({
            minimum: 200,
            maximum: 599,
            description: 'What the row alone would have been answered with.',
          }),
          outcome: Type.Optional(OneOf(USER_BATCH_OUTCOMES)),
          id: Type.Optional(IdOf('usr')),
          externalId: Type.Optional(
            Nullable(
              Type.String({
                maxLength: 1_000,
                description: 'As the row has it, also when it was refused; null when it has none.',
              }),
            ),
          ),
          problem: Type.Optional(Type.Unsafe<Problem>({ $ref: 'Problem#' })),
        },
        closed,
      ),
      { maxItems: USER_BATCH_ROWS },
    ),
  },
  {
    $id: 'UserBatchResult',
    ...closed,
    description: '`outcome`: what a row did; absent when it was refused.',
  },
);
export type UserBatchResult = Static<typeof UserBatchResult>;

/** The schemas by their names in the OpenAPI document. */
export const USER_SCHEMAS = { User, UserInput, UserPatch, UserBatchInput, UserBatchResult } as const;
