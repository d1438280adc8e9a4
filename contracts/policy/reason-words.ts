import type { Action, ChainLink, VerdictReason } from './model.ts';

/** Why a request got what it got, as people are told: by policy, or by the state of the filter itself (agent/filter/judge.ts). */
export type ToldReason = VerdictReason | 'protection' | 'locked' | 'portal' | 'server' | 'connectivity';

/** The words for a reason: a whole sentence for each outcome, and who spoke, for the chain; `{policy}` stands for the policy's name. */
export interface ReasonWords {
  readonly allow: string;
  readonly block: string;
  readonly speaker: string;
  /** Whether the sentence goes on with the category that counted. */
  readonly tellsCategory: boolean;
}

const CRISIS = 'This is a place to find help. It is always open, and nobody is told.';
const OPENS = 'A rule of your school opens it.';
const BLOCKS = 'A rule of your school blocks it.';
const PROTECTION = 'It offers a way round the filter.';
const LOCKED = 'This laptop is locked by your school.';
const SERVER = 'It is the server of your school.';
const CONNECTIVITY = 'Systems use it to see whether there is internet.';

/** The same on the device's pages and in the dashboard, for pupils and staff alike. Plain data without markup; a reason that knows one outcome says the same for both. */
export const REASON_WORDS: Readonly<Record<ToldReason, ReasonWords>> = {
  crisis_allow: words(CRISIS, CRISIS, 'The list of crisis help'),
  locked_block: words(OPENS, BLOCKS, 'A locked rule of {policy}', true),
  locked_allow: words(OPENS, BLOCKS, 'A locked rule of {policy}', true),
  override: words(
    'Your school has opened it for a while.',
    'Your school has shut it for a while.',
    'A temporary permission',
  ),
  classroom: words(
    'It belongs to the lesson that is on.',
    'A lesson is on: only the pages of the lesson are open.',
    'The lesson',
  ),
  allow: words(OPENS, BLOCKS, 'A rule of {policy}', true),
  block: words(OPENS, BLOCKS, 'A rule of {policy}', true),
  default: words(
    'No rule speaks against it.',
    'Only pages that your school has chosen are open.',
    'The default of {policy}',
    true,
  ),
  protection: words(PROTECTION, PROTECTION, 'The filter'),
  locked: words(LOCKED, LOCKED, 'The lock'),
  portal: words(
    'This laptop is signing in to the network.',
    'It stays shut while this laptop signs in to the network.',
    'The sign-in to the network',
    true,
  ),
  server: words(SERVER, SERVER, 'The filter'),
  connectivity: words(CONNECTIVITY, CONNECTIVITY, 'The filter'),
};

function words(allow: string, block: string, speaker: string, tellsCategory = false): ReasonWords {
  return { allow, block, speaker, tellsCategory };
}

/** Why something is open or not, in a sentence or two. @param category id of the category that counted; null = none */
export function reasonSentence(reason: ToldReason, action: Action, category: string | null): string {
  const { [action]: sentence, tellsCategory } = REASON_WORDS[reason];
  return category === null || !tellsCategory
    ? sentence
    : `${sentence} It counts as “${categoryWords(category)}”.`;
}

/** A category's id as words: `social_media` → `Social media`. */
export function categoryWords(category: string): string {
  const plain = category.replaceAll(/[_-]+/g, ' ');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** What is known behind the ids of a link; null = not known any more, or there is none. */
export interface LinkNames {
  readonly policyName: string | null;
  readonly ruleReason: string | null;
}

/** One link of the chain in words: what spoke, for whom, and how. */
export function chainSentence(
  { reason, action, policyId, policyVersion, target }: Omit<ChainLink, 'decided'>,
  { policyName, ruleReason }: LinkNames,
): string {
  const version = policyVersion === null ? '' : ` (version ${policyVersion})`;
  const policy = policyId === null ? null : `the policy “${policyName ?? policyId}”${version}`;
  const speaker =
    reason === 'default' && policy === null
      ? 'The filter, where no policy speaks,'
      : REASON_WORDS[reason].speaker.replace('{policy}', () => policy ?? 'no policy');
  return `${speaker} ${action === 'block' ? 'blocks' : 'allows'} it${target === null ? '' : ` for ${target}`}${
    ruleReason === null ? '' : `: “${ruleReason}”`
  }.`;
}
