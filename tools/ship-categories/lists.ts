import { GAMBLING_WORDS, PHARMACY_WORDS } from './words.ts';

/** How much a list is trusted. */
export type Trust =
  /** All its names are of its category, but for what hygiene drops. */
  | { readonly kind: 'whole' }
  /** It is mixed with other lists: a name counts where another list of the category has it too. */
  | { readonly kind: 'agreed' }
  /** It is mixed with other lists: a name counts where it says itself what it is. */
  | { readonly kind: 'spoken'; readonly words: RegExp }
  /** It is a history of short-lived names: one counts that imitates a popular name. */
  | { readonly kind: 'imitation' };

/** A list of which names may ship. Only of a licence that lets us: MIT, Unlicense or public domain. */
export interface ShippableList {
  /** Its file: `<id>.txt.gz`, one name a line. */
  readonly id: string;
  readonly category: string;
  readonly trust: Trust;
  readonly origins: readonly {
    readonly project: string;
    readonly licence: 'MIT' | 'Unlicense';
    /** As the licence of a project under MIT has it. */
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

/** In this order: what a list has is credited to the first. */
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
/** Where advertisers stand: lists of other kinds took them in from there. */
export const ADVERTISERS = 'ads_tracking';
/** Popular names by rank. */
export const POPULAR = 'top_opendns_10k';
