import type { Language } from '../../../contracts/languages.ts';
import type { ActivityLevel, FilterSettings } from '../../../contracts/policy/settings.ts';
import { html, type Markup } from '../../../kit/html.ts';
import { FILTER_PAGE_WORDS, type FilterPageWords } from '../../../words/filter-pages.ts';
import type { AccessAnswer, FilterMode } from '../filter-state.ts';
import { answersPart } from './answer-part.ts';

export interface StatusFacts {
  readonly mode: FilterMode;
  /** Since when the filter has been in this mode, epoch milliseconds. */
  readonly since: number;
  /** Null = no policies were ever received. */
  readonly policyVersion: number | null;
  readonly agentVersion: string;
  readonly user: string | null;
  /** To this person. */
  readonly answers: readonly AccessAnswer[];
  readonly settings: FilterSettings;
  /** Whether lessons have hours; without, all hours are school hours. */
  readonly hasSchoolHours: boolean;
}

/** Whether the filter is on, and what it records about the one who reads this. */
export function statusPart(
  { mode, since, policyVersion, agentVersion, user, answers, settings, hasSchoolHours }: StatusFacts,
  language: Language,
): Markup {
  const { status: words, why, signedIn, nobodyKnown } = FILTER_PAGE_WORDS[language];
  const { safeSearch, youtubeRestriction } = settings;
  const rows: readonly (readonly [string, string])[] = [
    [words.since, new Date(since).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' })],
    [words.policies, policyVersion === null ? words.noPolicies : why.version(policyVersion)],
    [signedIn, user ?? nobodyKnown],
    [words.safeSearch, safeSearch ? words.on : words.off],
    ['YouTube', youtubeRestriction === 'off' ? words.notRestricted : words.restricted[youtubeRestriction]],
    [words.software, `Schoolgate ${agentVersion}`],
  ];
  return html`<p>${words.modes[mode]}</p>
<dl>${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
${answersPart(answers, language)}
<h2>${words.recordedTitle}</h2>
${recordedPart(settings.activityLevel ?? (hasSchoolHours ? null : 'domain'), mode, words)}
<p>${words.neverRecorded}</p>
<h2>${words.askTitle}</h2>
<form method="get" action="/why">
<label for="url">${words.askLabel}</label>
<input id="url" name="url" maxlength="2048" placeholder="example.org" autocomplete="off" spellcheck="false" required>
<button>${words.explain}</button>
</form>`;
}

function recordedPart(
  level: ActivityLevel | null,
  mode: FilterMode,
  words: FilterPageWords['status'],
): Markup {
  if (mode === 'off') return html`<p>${words.nothingRecorded}</p>`;
  if (level !== null) return html`<p>${words.keeps(words.levels[level])}</p>`;
  return html`<p><strong>${words.inSchoolHours}</strong> ${words.keepsThen(words.levels.domain)}</p>
<p><strong>${words.outsideSchoolHours}</strong> ${words.keepsThen(words.levels.counters)}</p>`;
}
