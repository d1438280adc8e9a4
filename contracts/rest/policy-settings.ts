import { type Static, Type } from 'typebox';
import {
  ACTIVITY_LEVELS,
  FAIL_MODES,
  type InternalName,
  LOCAL_NETWORK_ACCESS,
  UNKNOWN_PROGRAM_ACTIONS,
  YOUTUBE_RESTRICTIONS,
} from '../policy/settings.ts';
import { closed, Nullable } from './resources.ts';

/** How devices filter while a policy is on. */

const Text = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, description });

/** The same as OneOf, with a description. */
const Choice = <const T extends readonly string[]>(values: T, description: string) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values], maxLength: 40, description });
const Flag = (description: string) => Type.Boolean({ description });

const settingFields = {
  failMode: Choice(
    FAIL_MODES,
    'What a stopped agent means: `closed` no names and no https, `open` unfiltered. Default `closed`.',
  ),
  activityLevel: Choice(
    ACTIVITY_LEVELS,
    'What devices tell, from least to most. Default `domain` in school hours and `counters` outside of them.',
  ),
  safeSearch: Flag('Strict search in search engines. Default true.'),
  youtubeRestriction: Choice(YOUTUBE_RESTRICTIONS, 'Restricted mode of YouTube. Default `moderate`.'),
  lockAllowCrisisHelp: Flag('Whether a locked device reaches crisis help. Default false.'),
  lockAllowPortal: Flag('Whether a locked device may sign in to a captive portal. Default false.'),
  portalGraceMinutes: Type.Integer({
    minimum: 0,
    maximum: 60,
    description:
      'For how long on one day (UTC) captive portals may open their own hosts beside policy, over all networks together. Default 10.',
  }),
  pinnedEgress: Flag(
    'Only addresses that the device’s own resolver gave out are reachable, and its own network. Breaks calls. Linux; other devices report a fault. Default false.',
  ),
  allowUnnamedHosts: Flag('Whether addresses without a name may be opened. Default false.'),
  tlsPorts: Type.Unsafe<readonly number[]>(
    Type.Array(Type.Integer({ minimum: 1, maximum: 65_535 }), {
      maxItems: 50,
      description:
        'Ports beside 443 that browsers may open with TLS. Those of resolvers stay shut. Default 4443, 5001, 8443, 9443 and 10443.',
    }),
  ),
  localNetwork: Choice(
    LOCAL_NETWORK_ACCESS,
    'Where browsers may open devices of the network beside the laptop (router, printer, disk) by private address. Default `off-campus`; an unknown place counts as a campus. Where no campus is defined, the school is where the laptop reaches the server at a private address.',
  ),
  internalNames: Type.Unsafe<readonly InternalName[]>(
    Type.Array(
      Type.Object(
        {
          domain: Text(253, 'A host; all hosts below it are meant too.'),
          resolvers: Type.Array(Text(45, 'An IP address.'), { minItems: 1, maxItems: 8 }),
        },
        closed,
      ),
      {
        maxItems: 100,
        description:
          'Domains that only the school’s own resolvers know: devices ask these resolvers, wherever they are, and take private addresses for them. Default none.',
      },
    ),
  ),
  vpnServers: Type.Unsafe<readonly string[]>(
    Type.Array(Text(64, 'An IP address, or a network in CIDR notation.'), {
      maxItems: 100,
      description: 'The school’s own VPN: the ports of VPNs are open to these addresses. Default none.',
    }),
  ),
  allowGuestLookUps: Flag(
    'Whether containers and virtual machines may ask the resolvers of the network, past the filter. Linux. Default false.',
  ),
  unknownProgram: Choice(
    UNKNOWN_PROGRAM_ACTIONS,
    'What becomes of a program that rules for programs made the device look for, and that it did not find within a second: `other-rules` the rules for programs do not match it, `block` each of them that blocks matches it. Linux. Default `other-rules`.',
  ),
} as const;

const SETTINGS_TEXT =
  'How devices filter while the policy is on. What a member leaves out, the next policy decides, else the default.';
/** The settings as a policy shows them. */
export const PolicySettings = Type.Partial(Type.Object(settingFields), {
  ...closed,
  'x-extension': true,
  description: SETTINGS_TEXT,
});
/** The settings as a request gives them; null removes a member. */
export const PolicySettingsInput = Type.Object(
  {
    failMode: Type.Optional(Nullable(settingFields.failMode)),
    activityLevel: Type.Optional(Nullable(settingFields.activityLevel)),
    safeSearch: Type.Optional(Nullable(settingFields.safeSearch)),
    youtubeRestriction: Type.Optional(Nullable(settingFields.youtubeRestriction)),
    lockAllowCrisisHelp: Type.Optional(Nullable(settingFields.lockAllowCrisisHelp)),
    lockAllowPortal: Type.Optional(Nullable(settingFields.lockAllowPortal)),
    portalGraceMinutes: Type.Optional(Nullable(settingFields.portalGraceMinutes)),
    pinnedEgress: Type.Optional(Nullable(settingFields.pinnedEgress)),
    allowUnnamedHosts: Type.Optional(Nullable(settingFields.allowUnnamedHosts)),
    tlsPorts: Type.Optional(Nullable(settingFields.tlsPorts)),
    localNetwork: Type.Optional(Nullable(settingFields.localNetwork)),
    internalNames: Type.Optional(Nullable(settingFields.internalNames)),
    vpnServers: Type.Optional(Nullable(settingFields.vpnServers)),
    allowGuestLookUps: Type.Optional(Nullable(settingFields.allowGuestLookUps)),
    unknownProgram: Type.Optional(Nullable(settingFields.unknownProgram)),
  },
  { ...closed, 'x-extension': true, description: `${SETTINGS_TEXT} Null takes a member out.` },
);
export type PolicySettingsInput = Static<typeof PolicySettingsInput>;
