import { type Static, type TSchema, Type } from 'typebox';
import { Campus, closed, ExpiresInSeconds, IdOf, type LockParams, Nullable, Timestamp } from './resources.ts';

/** The request bodies of the REST API. They are closed: an unknown field is an error. In a merge patch (RFC 7396) an absent field stays as it is. */

const Name = Type.String({ minLength: 1, maxLength: 120, pattern: '\\S' });
const OuReference = Type.String({
  minLength: 1,
  maxLength: 1_000,
  description: 'Path of an organisational unit (`/Springfield/High`) or its `ou_` id.',
});

export const DevicePatch = Type.Object(
  {
    name: Type.Optional(Name),
    ou: Type.Optional(OuReference),
    assetTag: Type.Optional(Nullable(Name)),
    tags: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 40, pattern: '\\S' }), {
        maxItems: 20,
        uniqueItems: true,
      }),
    ),
  },
  { $id: 'DevicePatch', ...closed },
);
export type DevicePatch = Static<typeof DevicePatch>;

const NoParams = Type.Object({}, closed);
const MessageParams = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: 2_000, pattern: '\\S' }) },
  closed,
);
const OpenUrlParams = Type.Object(
  { url: Type.String({ maxLength: 2_048, pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s]+$' }) },
  closed,
);

const PLAIN_COMMANDS = [
  'unlock',
  'restart',
  'shutdown',
  'sign_out',
  'sync_policy',
  'locate',
  'self_test',
  'collect_diagnostics',
  'update_agent',
  'unenroll',
] as const;

/** The request for a command, by type. */
export type CommandRequest = { readonly expiresInSeconds?: number } & (
  | { readonly type: 'lock'; readonly params?: LockParams }
  | { readonly type: 'message'; readonly params: Static<typeof MessageParams> }
  | { readonly type: 'open_url'; readonly params: Static<typeof OpenUrlParams> }
  | { readonly type: (typeof PLAIN_COMMANDS)[number]; readonly params?: Readonly<Record<string, never>> }
);

/** One closed object for each command type, all with the same further members. Each is named after its type: `CommandRequestOpenUrl`. */
export function commandVariants(
  name: string,
  further: Readonly<Record<string, TSchema>>,
): readonly TSchema[] {
  const variant = (type: string, params: TSchema) =>
    Type.Object(
      { type: Type.Literal(type), params, expiresInSeconds: Type.Optional(ExpiresInSeconds), ...further },
      { $id: `${name}${variantName(type)}`, ...closed },
    );
  return [
    variant('lock', Type.Optional(Type.Unsafe<LockParams>({ $ref: 'LockParams#' }))),
    variant('message', MessageParams),
    variant('open_url', OpenUrlParams),
    ...PLAIN_COMMANDS.map((type) => variant(type, Type.Optional(NoParams))),
  ];
}

/** The part of a name for a type: `open_url` becomes `OpenUrl`. */
function variantName(type: string): string {
  return type.replaceAll(/(?:^|_)([a-z])/g, (_all, letter: string) => letter.toUpperCase());
}

export const CommandRequest = Type.Unsafe<CommandRequest>({
  $id: 'CommandRequest',
  type: 'object',
  discriminator: { propertyName: 'type' },
  oneOf: commandVariants('CommandRequest', {}),
});

export const EnrollmentTokenInput = Type.Object(
  {
    name: Name,
    /** A missing unit is made. Absent = the root, or the unit that the key is limited to. */
    ou: Type.Optional(OuReference),
    /** Absent = any number of devices. */
    maxUses: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 100_000 }))),
    /** Absent = never. */
    expiresAt: Type.Optional(Nullable(Timestamp)),
    reEnroll: Type.Optional(
      Type.Boolean({
        description:
          'Takes back devices that are enrolled in the unit, without their old keys and without asking. Needs `expiresAt`, at most 7 days ahead.',
      }),
    ),
    deviceId: Type.Optional(
      Nullable(
        Type.String({
          ...IdOf('dev'),
          description:
            'For the enrolled device that is to be enrolled anew, and no other: `reEnroll`, one use, the unit of the device.',
        }),
      ),
    ),
  },
  { $id: 'EnrollmentTokenInput', ...closed },
);
export type EnrollmentTokenInput = Static<typeof EnrollmentTokenInput>;

const Network = Type.String({
  minLength: 3,
  maxLength: 64,
  description: 'CIDR notation, IPv4 or IPv6: `10.20.0.0/16`.',
});
const Mac = Type.String({
  pattern: '^[0-9A-Fa-f]{2}([:-][0-9A-Fa-f]{2}){5}$',
  minLength: 17,
  maxLength: 17,
  description: 'Hexadecimal with colons or hyphens; stored in lower case with colons.',
});
const campusFields = {
  cidrs: Type.Optional(Type.Array(Network, { maxItems: 200 })),
  geofence: Type.Optional(Campus.properties.geofence),
  gatewayMacs: Type.Optional(Type.Array(Mac, { maxItems: 200 })),
  bssids: Type.Optional(Type.Array(Mac, { maxItems: 2_000 })),
  ssids: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 32 }), { maxItems: 50 })),
} as const;

export const CampusInput = Type.Object({ name: Name, ...campusFields }, { $id: 'CampusInput', ...closed });
export type CampusInput = Static<typeof CampusInput>;

export const CampusPatch = Type.Object(
  { name: Type.Optional(Name), ...campusFields },
  { $id: 'CampusPatch', ...closed },
);
export type CampusPatch = Static<typeof CampusPatch>;

/** The schemas by their names in the OpenAPI document. */
export const REQUEST_SCHEMAS = {
  CommandRequest,
  DevicePatch,
  EnrollmentTokenInput,
  CampusInput,
  CampusPatch,
} as const;
