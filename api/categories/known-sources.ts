import type { CategorySourceFormat } from '../../store/ports/category-sources.ts';
import type { SourceRequest } from './source-definition.ts';

/** A public list that a school can add by its id alone. */
export interface KnownSource {
  readonly id: string;
  /** Who makes it. */
  readonly publisher: string;
  /** What is in it, in a sentence. */
  readonly description: string;
  readonly location: string;
  readonly format: CategorySourceFormat;
  /** The category of all its names; null = the list names categories itself. */
  readonly category: string | null;
  readonly licence: string;
  /** The page of its makers about it. */
  readonly homepage: string;
  /** Names that it had when this was written, in round numbers. */
  readonly names: number;
  /** Megabytes of a download, in round numbers. */
  readonly megabytes: number;
  /** How often its makers publish it (hours). The server asks once a night. */
  readonly publishedEveryHours: number;
  /** Whether a school should add it to the shipped names. */
  readonly recommended: boolean;
}

const DAY = 24;
const HAGEZI = {
  publisher: 'HaGeZi',
  format: 'plain',
  licence: 'GPL-3.0',
  homepage: 'https://github.com/hagezi/dns-blocklists',
  publishedEveryHours: DAY,
} as const;
const STEVEN_BLACK = {
  publisher: 'Steven Black',
  format: 'hosts',
  licence: 'MIT',
  homepage: 'https://github.com/StevenBlack/hosts',
  publishedEveryHours: DAY,
} as const;
const BLOCK_LIST_PROJECT = {
  publisher: 'The Block List Project',
  format: 'plain',
  licence: 'Unlicense',
  homepage: 'https://github.com/blocklistproject/Lists',
  publishedEveryHours: DAY,
} as const;

const hageziFile = (name: string): string =>
  `https://raw.githubusercontent.com/hagezi/dns-blocklists/main/wildcard/${name}-onlydomains.txt`;
const stevenBlackFile = (name: string): string =>
  `https://raw.githubusercontent.com/StevenBlack/hosts/master/alternates/${name}-only/hosts`;
const blockListFile = (name: string): string =>
  `https://blocklistproject.github.io/Lists/alt-version/${name}-nl.txt`;

/** Public lists, by id. None ships: the school fetches them from their makers, under their licences. */
export const KNOWN_SOURCES: readonly KnownSource[] = (
  [
    {
      id: 'ut1',
      publisher: 'Université Toulouse Capitole',
      description:
        'Sixty categories for schools, kept since 1997: adult, games, gambling, proxies, malware, shopping and more.',
      location: 'https://dsi.ut-capitole.fr/blacklists/download/blacklists.tar.gz',
      format: 'ut1',
      category: null,
      licence: 'CC BY-SA 4.0',
      homepage: 'https://dsi.ut-capitole.fr/blacklists/index_en.php',
      names: 4_000_000,
      megabytes: 30,
      publishedEveryHours: DAY,
      recommended: true,
    },
    {
      ...HAGEZI,
      id: 'hagezi-bypass',
      description: 'Encrypted DNS, VPN services and web proxies: the ways around a filter.',
      location: hageziFile('doh-vpn-proxy-bypass'),
      category: 'vpn_proxy',
      names: 14_000,
      megabytes: 1,
      recommended: true,
    },
    {
      ...HAGEZI,
      id: 'hagezi-threats',
      description: 'Malware, phishing and fraud, from many feeds; the half that is seen most.',
      location: hageziFile('tif.medium'),
      category: 'malware',
      names: 300_000,
      megabytes: 6,
      recommended: true,
    },
    {
      ...HAGEZI,
      id: 'hagezi-gambling',
      description: 'Betting and casinos, with the many names of each house.',
      location: hageziFile('gambling'),
      category: 'gambling',
      names: 200_000,
      megabytes: 4,
      recommended: true,
    },
    {
      ...HAGEZI,
      id: 'hagezi-adult',
      description: 'Pornography.',
      location: hageziFile('nsfw'),
      category: 'adult',
      names: 70_000,
      megabytes: 2,
      recommended: false,
    },
    {
      ...HAGEZI,
      id: 'hagezi-piracy',
      description: 'Illegal streaming and downloads.',
      location: hageziFile('anti.piracy'),
      category: 'file_sharing',
      names: 12_000,
      megabytes: 1,
      recommended: false,
    },
    {
      ...HAGEZI,
      id: 'hagezi-social',
      description: 'Social networks.',
      location: hageziFile('social'),
      category: 'social',
      names: 1_000,
      megabytes: 1,
      recommended: false,
    },
    {
      ...STEVEN_BLACK,
      id: 'stevenblack-adult',
      description: 'Pornography, merged from several lists.',
      location: stevenBlackFile('porn'),
      category: 'adult',
      names: 77_000,
      megabytes: 3,
      recommended: false,
    },
    {
      ...STEVEN_BLACK,
      id: 'stevenblack-gambling',
      description: 'Betting and casinos, merged from several lists.',
      location: stevenBlackFile('gambling'),
      category: 'gambling',
      names: 7_000,
      megabytes: 1,
      recommended: false,
    },
    {
      ...STEVEN_BLACK,
      id: 'stevenblack-social',
      description: 'Social networks, merged from several lists.',
      location: stevenBlackFile('social'),
      category: 'social',
      names: 3_000,
      megabytes: 1,
      recommended: false,
    },
    {
      ...BLOCK_LIST_PROJECT,
      id: 'blocklistproject-drugs',
      description: 'Shops for drugs and for medicines without prescription.',
      location: blockListFile('drugs'),
      category: 'drugs',
      names: 26_000,
      megabytes: 1,
      recommended: false,
    },
    {
      ...BLOCK_LIST_PROJECT,
      id: 'blocklistproject-piracy',
      description: 'Illegal streaming and downloads.',
      location: blockListFile('piracy'),
      category: 'file_sharing',
      names: 2_000,
      megabytes: 1,
      recommended: false,
    },
    {
      id: 'oisd-adult',
      publisher: 'OISD',
      description: 'Pornography and shock sites, merged with care for wrong names.',
      location: 'https://nsfw.oisd.nl/domainswild',
      format: 'plain',
      category: 'adult',
      licence: 'GPL-3.0',
      homepage: 'https://oisd.nl',
      names: 400_000,
      megabytes: 8,
      publishedEveryHours: DAY,
      recommended: false,
    },
    {
      id: 'phishing-army',
      publisher: 'Phishing Army',
      description: 'Phishing, from PhishTank, OpenPhish and others. Not for commercial use.',
      location: 'https://phishing.army/download/phishing_army_blocklist.txt',
      format: 'plain',
      category: 'phishing',
      licence: 'CC BY-NC 4.0',
      homepage: 'https://phishing.army',
      names: 150_000,
      megabytes: 4,
      publishedEveryHours: 6,
      recommended: false,
    },
    {
      id: 'urlhaus',
      publisher: 'abuse.ch',
      description: 'Hosts that spread malware now.',
      location: 'https://urlhaus.abuse.ch/downloads/hostfile/',
      format: 'hosts',
      category: 'malware',
      licence: 'CC0-1.0',
      homepage: 'https://urlhaus.abuse.ch',
      names: 500,
      megabytes: 1,
      publishedEveryHours: 1,
      recommended: true,
    },
  ] satisfies KnownSource[]
).sort((a, b) => (a.id < b.id ? -1 : 1));

/** The sources that a school should have. */
export const RECOMMENDED_SOURCES: readonly KnownSource[] = KNOWN_SOURCES.filter(
  ({ recommended }) => recommended,
);

/** The request that adds a known source. @param mapping of a `ut1` archive: its categories by ours where that differs from the usual */
export function knownSourceRequest(
  organisationId: number,
  { id, format, location, category }: KnownSource,
  mapping: SourceRequest['mapping'] = {},
): SourceRequest {
  return { organisationId, id, format, location, category, mapping };
}
