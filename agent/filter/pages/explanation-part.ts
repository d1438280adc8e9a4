import type { Language } from '../../../contracts/languages.ts';
import type { ChainLink } from '../../../contracts/policy/model.ts';
import { html, type Markup } from '../../../kit/html.ts';
import { categoryName } from '../../../words/categories.ts';
import { FILTER_PAGE_WORDS } from '../../../words/filter-pages.ts';
import { chainSentence, reasonSentence } from '../../../words/reasons.ts';
import type { FilterState } from '../filter-state.ts';
import type { Explanation } from '../judge.ts';

/** The facts of a verdict and its chain in words: the same on the block page and on “why”. */
export function explanationPart(explanation: Explanation, names: PolicyNames, language: Language): Markup {
  const { why: words, signedIn, nobodyKnown } = FILTER_PAGE_WORDS[language];
  const { ruleReason, policyName, policyId, policyVersion, ruleId, category, user, at, chain } = explanation;
  const policy = policyName ?? policyId;
  const version = policyVersion === null ? '' : `, ${words.version(policyVersion)}`;
  const rows: readonly (readonly [string, string | null])[] = [
    [words.policy, policy === null ? null : `${policy}${version}`],
    [words.rule, ruleId],
    [words.category, category === null ? null : categoryName(category, language)],
    [signedIn, user ?? nobodyKnown],
    [words.time, new Date(at).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' })],
  ];
  const shown = rows.flatMap(([name, value]) =>
    value === null ? [] : [html`<dt>${name}</dt><dd>${value}</dd>`],
  );
  return html`<p>${reasonSentence(explanation, language)}</p>
${ruleReason === null ? null : html`<blockquote>${ruleReason}</blockquote>`}
<dl>${shown}</dl>
${chain.length === 0 ? null : chainPart(explanation, names, language)}`;
}

function chainPart({ chain }: Explanation, names: PolicyNames, language: Language): Markup {
  const { why: words } = FILTER_PAGE_WORDS[language];
  const links = chain.map((link) =>
    link.decided
      ? html`<li class="decided">${chainWords(link, names, language)} ${words.decided}</li>`
      : html`<li>${chainWords(link, names, language)}</li>`,
  );
  return html`<details><summary>${words.chain}</summary><ol>${links}</ol></details>`;
}

/** Names behind the ids of a chain. */
export interface PolicyNames {
  policyName(policyId: string): string | null;
  ruleReason(policyId: string, ruleId: string): string | null;
}

/** The names that a filter state holds. */
export function namesOf(state: FilterState | null): PolicyNames {
  const policyOf = (id: string) => state?.bundle?.policies.find((policy) => policy.id === id);
  return {
    policyName: (id) => policyOf(id)?.name ?? null,
    ruleReason: (id, ruleId) => policyOf(id)?.rules.find((rule) => rule.id === ruleId)?.reason ?? null,
  };
}

/** One link of the chain in words: what decided, for whom, and how. */
export function chainWords(link: ChainLink, names: PolicyNames, language: Language): string {
  const { policyId, ruleId } = link;
  const known = {
    policyName: policyId === null ? null : names.policyName(policyId),
    ruleReason: policyId === null || ruleId === null ? null : names.ruleReason(policyId, ruleId),
  };
  return chainSentence(link, known, language);
}
