import type { Explanation } from '../explanation.ts';
import { html, type Markup } from './html.ts';
import { categoryWords, chainWords, type PolicyNames, sentenceOf } from './verdict-words.ts';

/** The facts of a verdict and its chain in words: the same on the block page and on “why”. */
export function explanationPart(explanation: Explanation, names: PolicyNames): Markup {
  const { ruleReason, policyName, policyId, policyVersion, ruleId, category, user, at, chain } = explanation;
  const policy = policyName ?? policyId;
  const version = policyVersion === null ? '' : `, version ${policyVersion}`;
  const rows: readonly (readonly [string, string | null])[] = [
    ['Policy', policy === null ? null : `${policy}${version}`],
    ['Rule', ruleId],
    ['Category', category === null ? null : categoryWords(category)],
    ['Signed in', user ?? 'nobody known'],
    ['Time', new Date(at).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })],
  ];
  const shown = rows.flatMap(([name, value]) =>
    value === null ? [] : [html`<dt>${name}</dt><dd>${value}</dd>`],
  );
  return html`<p>${sentenceOf(explanation)}</p>
${ruleReason === null ? null : html`<blockquote>${ruleReason}</blockquote>`}
<dl>${shown}</dl>
${chain.length === 0 ? null : chainPart(explanation, names)}`;
}

function chainPart({ chain }: Explanation, names: PolicyNames): Markup {
  const links = chain.map((link) =>
    link.decided
      ? html`<li class="decided">${chainWords(link, names)} This decided.</li>`
      : html`<li>${chainWords(link, names)}</li>`,
  );
  return html`<details><summary>How this was decided</summary><ol>${links}</ol></details>`;
}
