import { html, type Markup } from '../../../kit/html.ts';
import type { FilterPageWords } from '../../../words/filter-pages.ts';

/** What a student may write with a request (characters). */
export const MAX_NOTE_LENGTH = 300;

export interface AskForm {
  readonly action: string;
  readonly host: string;
  readonly url: string | null;
  readonly token: string;
}

/** The form by which a student asks for a page. It needs no script. */
export function askPart({ action, host, url, token }: AskForm, words: FilterPageWords['ask']): Markup {
  return html`<section aria-labelledby="ask">
<h2 id="ask">${words.title}</h2>
<form method="post" action="${action}">
<input type="hidden" name="host" value="${host}">
<input type="hidden" name="url" value="${url ?? ''}">
<input type="hidden" name="token" value="${token}">
<label for="note">${words.note}</label>
<textarea id="note" name="note" maxlength="${MAX_NOTE_LENGTH}" aria-describedby="who"></textarea>
<p class="hint" id="who">${words.whoReads}</p>
<button>${words.button}</button>
</form>
</section>`;
}
