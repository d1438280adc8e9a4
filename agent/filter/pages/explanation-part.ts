import { html, type Markup } from '../../../kit/html.ts';
import { categoryName } from '../../../words/categories.ts';
import { FILTER_PAGE_WORDS } from '../../../words/filter-pages.ts';
import type { Language } from '../../../words/language.ts';
import { reasonSentence } from '../../../words/reasons.ts';
import type { Explanation } from '../judge.ts';
import { chainWords, type PolicyNames } from './policy-names.ts';

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
