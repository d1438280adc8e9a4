import { type Static, Type } from 'typebox';
import { UNIT_NAME } from './plain-text.ts';
import { closed, IdOf, Nullable, Timestamp } from './resources.ts';

const OuName = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: UNIT_NAME,
  description:
    'Case-sensitive, without `/`; unique among its siblings without regard to case. `.` and `..` are no names.',
});
const ParentReference = Type.String({
  minLength: 1,
  maxLength: 1_000,
  description: '`ou_` id of the unit above, or its path.',
});
const Count = (description: string) =>
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description });

export const Ou = Type.Object(
  {
    id: IdOf('ou'),
    name: Type.String({ maxLength: 120, description: 'The root is named `/`.' }),
    parentId: Nullable(IdOf('ou')),
    path: Type.String({ maxLength: 1_000 }),
    userCount: Count('Users of the unit and of all below it: the `total` of `GET /v1/users?ou=…`.'),
    deviceCount: Count('Devices of the unit and of all below it: the `total` of `GET /v1/devices?ou=…`.'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { $id: 'Ou', ...closed },
);
export type Ou = Static<typeof Ou>;

export const OuInput = Type.Object(
  {
    name: OuName,
    /** Absent = the root, or the unit that the key is limited to. */
    parentId: Type.Optional(Nullable(ParentReference)),
  },
  { $id: 'OuInput', ...closed },
);
export type OuInput = Static<typeof OuInput>;

export const OuPatch = Type.Object(
  { name: Type.Optional(OuName), parentId: Type.Optional(ParentReference) },
  { $id: 'OuPatch', ...closed },
);
export type OuPatch = Static<typeof OuPatch>;

/** The schemas by their names in the OpenAPI document. */
export const OU_SCHEMAS = { Ou, OuInput, OuPatch } as const;
