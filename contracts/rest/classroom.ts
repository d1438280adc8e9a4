import { type Static, type TObject, Type } from 'typebox';
import { closed, IdOf, Nullable, OneOf, Timestamp } from './resources.ts';

/** Classroom sessions. */

export const SESSION_MODES = ['open', 'focus', 'locked'] as const;
export const SESSION_STATES = ['scheduled', 'active', 'ended', 'cancelled'] as const;

/** Length of a session in minutes. */
export const SESSION_MINUTES = { min: 5, max: 480 } as const;
/** Most members by name. A year group has fewer; name a whole unit by `ou`. */
const MAX_MEMBERS = 500;
const MAX_URLS = 200;

const Line = (maxLength: number) => Type.String({ maxLength });
const Name = Type.String({ minLength: 1, maxLength: 120, pattern: '\\S' });
const Email = Type.String({
  minLength: 3,
  maxLength: 254,
  pattern: '^[^\\u0000-\\u0020\\u007f"(),:;<>@]+@[^\\u0000-\\u0020\\u007f"(),:;<>@]+$',
  description: 'E-mail address; compared without regard to case.',
});
const Mode = Type.Unsafe<(typeof SESSION_MODES)[number]>({
  type: 'string',
  enum: [...SESSION_MODES],
  maxLength: 40,
  description:
    '`open`: the teacher watches. `focus`: only `allowedUrls` (a locked block of a policy still holds). `locked`: the screens are locked.',
});
const Minutes = Type.Integer({ minimum: SESSION_MINUTES.min, maximum: SESSION_MINUTES.max });
const AllowedUrls = Type.Array(Type.String({ minLength: 1, maxLength: 2_048 }), {
  maxItems: MAX_URLS,
  description: 'A host with all below it (`geogebra.org`), or a host and path prefix (`wiki.example/maths`).',
});

const Conflict = Type.Object(
  {
    sessionId: IdOf('cls'),
    teacher: Line(254),
    studentEmails: Type.Array(Line(254), { maxItems: MAX_MEMBERS }),
    deviceIds: Type.Array(IdOf('dev'), { maxItems: MAX_MEMBERS }),
    since: Timestamp,
    /** Null while the later session is running. */
    endedAt: Nullable(Timestamp),
  },
  {
    ...closed,
    description: 'A later session that took over students or devices: there it is obeyed, until it ends.',
  },
);

export const ClassroomSession = Type.Object(
  {
    id: IdOf('cls'),
    name: Line(120),
    teacher: Line(254),
    studentEmails: Type.Array(Line(254), { maxItems: MAX_MEMBERS }),
    ou: Nullable(Line(1_000)),
    deviceIds: Type.Array(IdOf('dev'), { maxItems: MAX_MEMBERS }),
    startsAt: Timestamp,
    durationMinutes: Minutes,
    endsAt: Timestamp,
    mode: Mode,
    allowedUrls: Type.Array(Line(2_048), { maxItems: MAX_URLS }),
    status: OneOf(SESSION_STATES),
    /** When it ended or was cancelled. */
    endedAt: Nullable(Timestamp),
    conflicts: Type.Array(Conflict, { maxItems: 100 }),
    createdBy: Line(64),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { $id: 'ClassroomSession', ...closed },
);
export type ClassroomSession = Static<typeof ClassroomSession>;

/** Requires exactly one of the members to be given and not null. An empty list counts as absent. */
function exactlyOneOf<T extends TObject>(schema: T): T {
  const oneOf = [
    {
      required: ['studentEmails'],
      properties: { studentEmails: { type: 'array', minItems: 1, maxItems: MAX_MEMBERS, items: Email } },
    },
    { required: ['ou'], properties: { ou: { type: 'string', maxLength: 1_000 } } },
    {
      required: ['deviceIds'],
      properties: { deviceIds: { type: 'array', minItems: 1, maxItems: MAX_MEMBERS, items: IdOf('dev') } },
    },
  ];
  return { ...schema, oneOf };
}

export const ClassroomSessionInput = exactlyOneOf(
  Type.Object(
    {
      name: Name,
      teacher: Email,
      durationMinutes: Minutes,
      studentEmails: Type.Optional(Nullable(Type.Array(Email, { maxItems: MAX_MEMBERS }))),
      ou: Type.Optional(
        Nullable(
          Type.String({
            minLength: 1,
            maxLength: 1_000,
            description: 'Path of a unit or its `ou_` id: its devices and its people, with all below it.',
          }),
        ),
      ),
      deviceIds: Type.Optional(Nullable(Type.Array(IdOf('dev'), { maxItems: MAX_MEMBERS }))),
      /** Absent or past = now. */
      startsAt: Type.Optional(Nullable(Timestamp)),
      /** Absent = open. */
      mode: Type.Optional(Mode),
      allowedUrls: Type.Optional(AllowedUrls),
    },
    {
      $id: 'ClassroomSessionInput',
      ...closed,
      description: 'Whom it is for: exactly one of `studentEmails`, `ou` and `deviceIds`.',
    },
  ),
);
export type ClassroomSessionInput = Static<typeof ClassroomSessionInput>;

export const ClassroomSessionPatch = Type.Object(
  {
    name: Type.Optional(Name),
    durationMinutes: Type.Optional(
      Type.Integer({
        minimum: SESSION_MINUTES.min,
        maximum: SESSION_MINUTES.max,
        description: 'Counted from the start; the end must lie ahead.',
      }),
    ),
    mode: Type.Optional(Mode),
    allowedUrls: Type.Optional(AllowedUrls),
  },
  { $id: 'ClassroomSessionPatch', ...closed },
);
export type ClassroomSessionPatch = Static<typeof ClassroomSessionPatch>;

/** The schemas by their names in the OpenAPI document. */
export const CLASSROOM_SCHEMAS = { ClassroomSession, ClassroomSessionInput, ClassroomSessionPatch } as const;
