import type { Language } from '../../../contracts/languages.ts';
import { html, type Markup } from '../../../kit/html.ts';
import { FILTER_PAGE_WORDS } from '../../../words/filter-pages.ts';
import type { AccessAnswer, FilterState } from '../filter-state.ts';

/** An answer is shown for a day (milliseconds). */
const SHOWN_MS = 86_400_000;

/** The answers to one person of the last day, the latest first. @param now epoch milliseconds of this computer */
export function answersTo(
  state: FilterState | null,
  user: string | null,
  now: number,
): readonly AccessAnswer[] {
  if (state === null) return [];
  const since = now + state.clockOffsetMs - SHOWN_MS;
  return (state.answers ?? []).filter((answer) => answer.user === user && answer.at >= since);
}

/** An answer, as it stands on the page of a host that is blocked. */
export function answerPart({ state, words, at }: AccessAnswer, language: Language): Markup {
  const { answers } = FILTER_PAGE_WORDS[language];
  const time = new Date(at).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' });
  return html`<section aria-labelledby="answer">
<h2 id="answer">${answers.title}</h2>
<p>${answers[state]} (${time})</p>
${words === null ? null : html`<blockquote>${words}</blockquote>`}
</section>`;
}

/** All answers to this person, for the status page; null = there is none. */
export function answersPart(answers: readonly AccessAnswer[], language: Language): Markup | null {
  if (answers.length === 0) return null;
  const { answers: names } = FILTER_PAGE_WORDS[language];
  return html`<h2>${names.listTitle}</h2>
<dl>${answers.map(
    ({ host, state, words }) =>
      html`<dt>${host}</dt><dd>${names[state]}${words === null ? null : html` “${words}”`}</dd>`,
  )}</dl>`;
}
