import { type Static, Type } from 'typebox';
import { WEEKDAYS } from './model.ts';
import {
  ACTIVITY_LEVELS,
  FAIL_MODES,
  LOCAL_NETWORK_ACCESS,
  UNKNOWN_PROGRAM_ACTIONS,
  YOUTUBE_RESTRICTIONS,
} from './settings.ts';

/**
 * The policy bundle: all policies that can ever apply on one device, as the server sends it and the device keeps it. JSON in UTF-8. The
 * signed target state holds its hash, so the bundle needs no signature. Its targets name only this device, its people and their units, so
 * that no laptop learns of other students. Overrides and classroom sessions are in the target state itself. The schema is open, because a
 * newer server may send more.
 */

/** Grows when an older agent would misread a bundle. Such an agent keeps its last good bundle and reports that. */
export const BUNDLE_FORMAT = 1;

const Text = (maxLength: number) => Type.String({ maxLength });
const Texts = (maxLength: number, maxItems: number) => Type.Array(Text(maxLength), { maxItems });
const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

const BundleSchedule = Type.Object({
  timezone: Text(64),
  windows: Type.Array(
    Type.Object({ days: Type.Array(Type.Enum(WEEKDAYS), { maxItems: 7 }), from: Text(5), to: Text(5) }),
    { maxItems: 50 },
  ),
  exceptDates: Texts(10, 400),
});

const BundleSettings = Type.Object({
  failMode: Type.Optional(Type.Enum(FAIL_MODES)),
  activityLevel: Type.Optional(Nullable(Type.Enum(ACTIVITY_LEVELS))),
  safeSearch: Type.Optional(Type.Boolean()),
  youtubeRestriction: Type.Optional(Type.Enum(YOUTUBE_RESTRICTIONS)),
  lockAllowCrisisHelp: Type.Optional(Type.Boolean()),
  lockAllowPortal: Type.Optional(Type.Boolean()),
  portalGraceMinutes: Type.Optional(Type.Integer({ minimum: 0, maximum: 60 })),
  pinnedEgress: Type.Optional(Type.Boolean()),
  allowUnnamedHosts: Type.Optional(Type.Boolean()),
  tlsPorts: Type.Optional(Type.Array(Type.Integer({ minimum: 1, maximum: 65_535 }), { maxItems: 50 })),
  localNetwork: Type.Optional(Type.Enum(LOCAL_NETWORK_ACCESS)),
  internalNames: Type.Optional(
    Type.Array(Type.Object({ domain: Text(253), resolvers: Texts(45, 8) }), { maxItems: 100 }),
  ),
  vpnServers: Type.Optional(Texts(64, 100)),
  allowGuestLookUps: Type.Optional(Type.Boolean()),
  unknownProgram: Type.Optional(Type.Enum(UNKNOWN_PROGRAM_ACTIONS)),
});

const BundlePolicy = Type.Object({
  id: Text(64),
  name: Text(120),
  enabled: Type.Boolean(),
  priority: Type.Integer({ minimum: 0, maximum: 1_000 }),
  defaultAction: Type.Enum(['allow', 'block']),
  target: Type.Object({
    everyone: Type.Boolean(),
    ous: Texts(1_000, 1_000),
    users: Texts(254, 1_000),
    devices: Texts(64, 1_000),
  }),
  schedule: Nullable(BundleSchedule),
  rules: Type.Array(
    Type.Object({
      id: Text(64),
      effect: Type.Enum(['allow', 'block']),
      locked: Type.Boolean(),
      reason: Nullable(Text(300)),
      campus: Type.Array(Type.Enum(['on-campus', 'off-campus', 'unknown']), { maxItems: 3 }),
      match: Type.Object({
        domains: Texts(253, 5_000),
        categories: Texts(64, 100),
        urls: Texts(2_048, 1_000),
        apps: Texts(120, 500),
      }),
    }),
    { maxItems: 500 },
  ),
  settings: Type.Optional(BundleSettings),
  version: Type.Integer({ minimum: 0 }),
});

export const PolicyBundle = Type.Object({
  kind: Type.Literal('bundle'),
  format: Type.Literal(BUNDLE_FORMAT),
  /** The organisation's count of policy changes at this bundle. */
  version: Type.Integer({ minimum: 0 }),
  policies: Type.Array(BundlePolicy, { maxItems: 1_000 }),
  /** The times of lessons. Outside of them a device reports totals only, unless a policy says otherwise. Null = always. */
  schoolHours: Nullable(BundleSchedule),
  /** Addresses of public DoH servers, IPv4 and IPv6, single or as networks. The firewall blocks them. */
  dohAddresses: Texts(64, 5_000),
  /** Resolvers for use when the network's own are missing or not trusted: `https://…/dns-query` or an address. Empty = the network's own. */
  upstreams: Texts(300, 8),
  /** Words in the names of games, as whole labels or parts between hyphens. Matches are reported, never blocked. */
  gameWords: Texts(40, 500),
  /** Names of programs that are games, compared without case and `.exe`. */
  gameProcesses: Texts(120, 500),
  /** For the self-test: names that this bundle must block and must allow on this device; empty = the agent picks from its own. */
  probes: Type.Object({ block: Texts(253, 10), allow: Texts(253, 10) }),
  /** Plain http address that answers 204 when no captive portal intercepts it. */
  connectivityUrl: Text(300),
});
export type PolicyBundle = Static<typeof PolicyBundle>;
/** One window of the times of lessons. */
export type SchoolHours = NonNullable<PolicyBundle['schoolHours']>['windows'][number];
