import { SHIPPED_CATEGORIES } from '../../contracts/categories/shipped/shipped-categories.ts';

const OURS: ReadonlySet<string> = new Set(SHIPPED_CATEGORIES.map(({ id }) => id));

/**
 * Our category for each category of the Université Toulouse Capitole lists, and of others that use the same names. A category that is
 * missing here, or null, is left out: lists of good sites (`liste_blanche`), lists that match none of our categories, and lists that would
 * block what schools need.
 */
const BY_THEIRS: Readonly<Record<string, string>> = {
  adult: 'adult',
  mixed_adult: 'adult',
  porn: 'adult',
  lingerie: 'adult',
  agressif: 'violence',
  aggressive: 'violence',
  violence: 'violence',
  dangerous_material: 'weapons',
  weapons: 'weapons',
  drogue: 'drugs',
  drugs: 'drugs',
  alcohol: 'drugs',
  tobacco: 'drugs',
  gambling: 'gambling',
  arjel: 'gambling',
  sect: 'hate',
  hate: 'hate',
  malware: 'malware',
  cryptojacking: 'malware',
  ddos: 'malware',
  stalkerware: 'malware',
  spyware: 'malware',
  ransomware: 'malware',
  phishing: 'phishing',
  fraud: 'phishing',
  scam: 'phishing',
  abuse: 'phishing',
  vpn: 'vpn_proxy',
  proxy: 'vpn_proxy',
  redirector: 'vpn_proxy',
  strict_redirector: 'vpn_proxy',
  strong_redirector: 'vpn_proxy',
  'residential-proxies': 'vpn_proxy',
  doh: 'vpn_proxy',
  publicite: 'ads',
  ads: 'ads',
  tracking: 'ads',
  marketingware: 'ads',
  games: 'games',
  educational_games: 'education',
  social_networks: 'social',
  social: 'social',
  facebook: 'social',
  tiktok: 'social',
  twitter: 'social',
  forums: 'social',
  'audio-video': 'video',
  video: 'video',
  youtube: 'video',
  radio: 'music',
  chat: 'chat',
  dating: 'dating',
  shopping: 'shopping',
  sports: 'sports',
  warez: 'file_sharing',
  filehosting: 'file_sharing',
  piracy: 'file_sharing',
  torrent: 'file_sharing',
  bitcoin: 'crypto',
  crypto: 'crypto',
  bank: 'finance',
  financial: 'finance',
  press: 'news',
  webmail: 'mail',
  ai: 'ai',
  tricheur: 'cheating',
};

/** Our category for a category of an archive; null = it is left out. @param own what an administrator has set otherwise */
export function mappedCategory(theirs: string, own: Readonly<Record<string, string | null>>): string | null {
  if (Object.hasOwn(own, theirs)) return own[theirs] ?? null;
  if (Object.hasOwn(BY_THEIRS, theirs)) return BY_THEIRS[theirs] ?? null;
  return OURS.has(theirs) ? theirs : null;
}
