import type { Language } from '../contracts/languages.ts';
import type { Action, ChainLink, JudgementReason } from '../contracts/policy/model.ts';
import { categoryName } from './categories.ts';
import type { InEveryLanguage } from './language.ts';

/** The words for a reason: a whole sentence for each outcome, and who decided, for the chain; `{policy}` stands for the policy. */
export interface ReasonWords {
  readonly allow: string;
  readonly block: string;
  readonly source: string;
  /** Whether the sentence goes on with the category that counted. */
  readonly tellsCategory: boolean;
}

/** The parts of sentences that are put together. */
interface Grammar {
  readonly quoted: (text: string) => string;
  readonly countsAs: (category: string) => string;
  readonly policy: (name: string, version: number | null) => string;
  readonly noPolicy: string;
  readonly filterAlone: string;
  readonly allows: string;
  readonly blocks: string;
  readonly forEveryone: string;
  readonly forTarget: (target: string) => string;
  readonly programUnknown: string;
}

const ENGLISH = {
  crisis: 'This is a place to find help. It is always open, and nobody is told.',
  opens: 'A rule of your school opens it.',
  blocks: 'A rule of your school blocks it.',
  protection: 'It offers a way round the filter.',
  locked: 'This laptop is locked by your school.',
  server: 'It is the server of your school.',
  connectivity: 'Systems use it to see whether there is internet.',
};

const SPANISH: typeof ENGLISH = {
  crisis: 'Este es un lugar donde encontrar ayuda. Siempre está abierto y no se informa a nadie.',
  opens: 'Una regla de su centro lo permite.',
  blocks: 'Una regla de su centro lo bloquea.',
  protection: 'Ofrece una forma de evitar el filtro.',
  locked: 'Su centro ha bloqueado la pantalla de este portátil.',
  server: 'Es el servidor de su centro.',
  connectivity: 'Los sistemas lo usan para comprobar si hay internet.',
};

/** The same on the laptop's pages and in the dashboard, for students and staff alike. Plain data without markup. A reason that knows one outcome says the same for both. */
export const REASON_WORDS: InEveryLanguage<Readonly<Record<JudgementReason, ReasonWords>>> = {
  en: {
    crisis_allow: words(ENGLISH.crisis, ENGLISH.crisis, 'The list of crisis help'),
    locked_block: words(ENGLISH.opens, ENGLISH.blocks, 'A locked rule of {policy}', true),
    locked_allow: words(ENGLISH.opens, ENGLISH.blocks, 'A locked rule of {policy}', true),
    override: words(
      'Your school has opened it for a while.',
      'Your school has blocked it for a while.',
      'A temporary permission',
    ),
    classroom: words(
      'It belongs to the lesson that is on.',
      'A lesson is on: only the pages of the lesson are open.',
      'The lesson',
    ),
    allow: words(ENGLISH.opens, ENGLISH.blocks, 'A rule of {policy}', true),
    block: words(ENGLISH.opens, ENGLISH.blocks, 'A rule of {policy}', true),
    default: words(
      'No rule speaks against it.',
      'Only pages that your school has chosen are open.',
      'The default of {policy}',
      true,
    ),
    protection: words(ENGLISH.protection, ENGLISH.protection, 'The filter'),
    locked: words(ENGLISH.locked, ENGLISH.locked, 'The lock'),
    portal: words(
      'This laptop is signing in to the network.',
      'It stays blocked while this laptop signs in to the network.',
      'The sign-in to the network',
      true,
    ),
    server: words(ENGLISH.server, ENGLISH.server, 'The filter'),
    connectivity: words(ENGLISH.connectivity, ENGLISH.connectivity, 'The filter'),
  },
  es: {
    crisis_allow: words(SPANISH.crisis, SPANISH.crisis, 'La lista de ayuda en crisis'),
    locked_block: words(SPANISH.opens, SPANISH.blocks, 'Una regla fija de {policy}', true),
    locked_allow: words(SPANISH.opens, SPANISH.blocks, 'Una regla fija de {policy}', true),
    override: words(
      'Su centro lo ha abierto por un tiempo.',
      'Su centro lo ha bloqueado por un tiempo.',
      'Un permiso temporal',
    ),
    classroom: words(
      'Pertenece a la clase que está en curso.',
      'Hay una clase en curso: solo se abren las páginas de la clase.',
      'La clase',
    ),
    allow: words(SPANISH.opens, SPANISH.blocks, 'Una regla de {policy}', true),
    block: words(SPANISH.opens, SPANISH.blocks, 'Una regla de {policy}', true),
    default: words(
      'Ninguna regla lo impide.',
      'Solo se abren las páginas que su centro ha elegido.',
      'El valor por defecto de {policy}',
      true,
    ),
    protection: words(SPANISH.protection, SPANISH.protection, 'El filtro'),
    locked: words(SPANISH.locked, SPANISH.locked, 'El bloqueo de pantalla'),
    portal: words(
      'Este portátil está iniciando sesión en la red.',
      'Permanece bloqueado mientras este portátil inicia sesión en la red.',
      'El inicio de sesión en la red',
      true,
    ),
    server: words(SPANISH.server, SPANISH.server, 'El filtro'),
    connectivity: words(SPANISH.connectivity, SPANISH.connectivity, 'El filtro'),
  },
};

const GRAMMAR: InEveryLanguage<Grammar> = {
  en: {
    quoted: (text) => `“${text}”`,
    countsAs: (category) => `It counts as “${category}”.`,
    policy: (name, version) => `the policy “${name}”${version === null ? '' : ` (version ${version})`}`,
    noPolicy: 'no policy',
    filterAlone: 'The filter, where no policy applies,',
    allows: 'allows it',
    blocks: 'blocks it',
    forEveryone: ' for everyone',
    forTarget: (target) => ` for ${target}`,
    programUnknown: ', as the program could not be found',
  },
  es: {
    quoted: (text) => `«${text}»`,
    countsAs: (category) => `Cuenta como «${category}».`,
    policy: (name, version) => `la política «${name}»${version === null ? '' : ` (versión ${version})`}`,
    noPolicy: 'ninguna política',
    filterAlone: 'El filtro, donde no se aplica ninguna política,',
    allows: 'lo permite',
    blocks: 'lo bloquea',
    forEveryone: ' para todos',
    forTarget: (target) => ` para ${target}`,
    programUnknown: ', porque no se ha encontrado el programa',
  },
};

function words(allow: string, block: string, source: string, tellsCategory = false): ReasonWords {
  return { allow, block, source, tellsCategory };
}

/** Why something is open or not, in a sentence or two. `category`: id of the category that counted; null = none. */
export function reasonSentence(
  {
    reason,
    action,
    category,
  }: { readonly reason: JudgementReason; readonly action: Action; readonly category: string | null },
  language: Language,
): string {
  const { [action]: sentence, tellsCategory } = REASON_WORDS[language][reason];
  return category === null || !tellsCategory
    ? sentence
    : `${sentence} ${GRAMMAR[language].countsAs(categoryName(category, language))}`;
}

/** What is known behind the ids of a link; null = not known any more, or there is none. */
export interface LinkNames {
  readonly policyName: string | null;
  readonly ruleReason: string | null;
}

/** One link of the chain in words: what decided, for whom, and how. */
export function chainSentence(
  { reason, action, policyId, policyVersion, target, unknownProgram }: Omit<ChainLink, 'decided'>,
  { policyName, ruleReason }: LinkNames,
  language: Language,
): string {
  const grammar = GRAMMAR[language];
  const policy = policyId === null ? null : grammar.policy(policyName ?? policyId, policyVersion);
  const source =
    reason === 'default' && policy === null
      ? grammar.filterAlone
      : REASON_WORDS[language][reason].source.replace('{policy}', () => policy ?? grammar.noPolicy);
  const verb = action === 'block' ? grammar.blocks : grammar.allows;
  const why = ruleReason === null ? '' : `: ${grammar.quoted(ruleReason)}`;
  const how = unknownProgram === true ? grammar.programUnknown : '';
  return `${source} ${verb}${forWhom(target, grammar)}${how}${why}.`;
}

function forWhom(target: string | null, { forEveryone, forTarget }: Grammar): string {
  if (target === null) return '';
  return target === 'everyone' ? forEveryone : forTarget(target);
}
