import { GAMBLING_WORDS, PHARMACY_WORDS } from './words.ts';

/** How much a list is trusted. */
export type Trust =
  /** All its names belong to its category, except those that the checks of names drop. */
  | { readonly kind: 'whole' }
  /** It is mixed with other lists. A name counts if another list of the category has it too. */
  | { readonly kind: 'agreed' }
  /** It is mixed with other lists. A name counts if the name itself tells its category. */
  | { readonly kind: 'spoken'; readonly words: RegExp }
  /** It is a history of short-lived names. A name counts if it imitates a popular name. */
  | { readonly kind: 'imitation' };

/** A list whose names may ship. Its licence must be MIT, Unlicense or public domain. */
export interface ShippableList {
  /** Its file: `<id>.txt.gz`, one name a line. */
  readonly id: string;
  readonly category: string;
  readonly trust: Trust;
  readonly origins: readonly {
    readonly project: string;
    readonly licence: 'MIT' | 'Unlicense';
    /** As in the licence of a project under MIT. */
    readonly copyright?: string;
  }[];
}

const SHADOW_WHISPERER = { project: 'github.com/ShadowWhisperer/BlockLists', licence: 'Unlicense' } as const;
const BLOCK_LIST_PROJECT = { project: 'github.com/blocklistproject/Lists', licence: 'Unlicense' } as const;
const BON_APPETIT = {
  project: 'github.com/Bon-Appetit/porn-domains',
  licence: 'MIT',
  copyright: 'Copyright (c) 2018 Bon appétit',
} as const;
const SKIN_SKYWALKER = {
  project: 'github.com/4skinSkywalker/Anti-Porn-HOSTS-File',
  licence: 'MIT',
  copyright: 'Copyright (c) 2022 4skinSkywalker',
} as const;
const SINFONIETTA = {
  project: 'github.com/Sinfonietta/hostfiles',
  licence: 'MIT',
  copyright: 'Copyright (c) 2016 Sinfonietta',
} as const;

/** A name is credited to the first list that has it, in this order. */
export const SHIPPABLE_LISTS: readonly ShippableList[] = [
  { id: 'adult_shadowwhisperer', category: 'adult', trust: { kind: 'whole' }, origins: [SHADOW_WHISPERER] },
  { id: 'adult_bonappetit', category: 'adult', trust: { kind: 'whole' }, origins: [BON_APPETIT] },
  { id: 'adult_sinfonietta', category: 'adult', trust: { kind: 'agreed' }, origins: [SINFONIETTA] },
  { id: 'adult_4skin', category: 'adult', trust: { kind: 'agreed' }, origins: [SKIN_SKYWALKER] },
  {
    id: 'gambling_other',
    category: 'gambling',
    trust: { kind: 'spoken', words: GAMBLING_WORDS },
    origins: [SHADOW_WHISPERER, BLOCK_LIST_PROJECT, SINFONIETTA],
  },
  {
    id: 'drugs_other',
    category: 'drugs',
    trust: { kind: 'spoken', words: PHARMACY_WORDS },
    origins: [BLOCK_LIST_PROJECT],
  },
  {
    id: 'phishing_other',
    category: 'phishing',
    trust: { kind: 'imitation' },
    origins: [BLOCK_LIST_PROJECT],
  },
];
/** The advertisers' list. Lists of other kinds have copied names from it. */
export const ADVERTISERS = 'ads_tracking';
/** Popular names by rank. */
export const POPULAR = 'top_opendns_10k';
