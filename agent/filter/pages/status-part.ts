import type { ActivityLevel, FilterSettings } from '../../../contracts/policy/settings.ts';
import type { FilterMode } from '../filter-state.ts';
import { html, type Markup } from './html.ts';

export interface StatusFacts {
  readonly mode: FilterMode;
  /** Since when the filter has been in this mode, epoch milliseconds. */
  readonly since: number;
  /** Null = no policies were ever received. */
  readonly policyVersion: number | null;
  readonly agentVersion: string;
  readonly user: string | null;
  readonly settings: FilterSettings;
  /** Whether lessons have hours; without, all hours are school hours. */
  readonly hasSchoolHours: boolean;
}

const MODE_WORDS: Readonly<Record<FilterMode, string>> = {
  off: 'The filter is off: all pages are open, and nothing is recorded.',
  enforce: 'The filter is on.',
  portal: 'The filter lets this laptop sign in to the network. It is back in a few minutes at the most.',
  locked: 'This laptop is locked by your school.',
};

const LEVEL_WORDS: Readonly<Record<ActivityLevel, string>> = {
  counters: 'only totals, such as how many pages of a category were opened. No addresses, no names of sites.',
  blocked: 'the names of sites that were blocked, and when. Nothing of what is open.',
  domain:
    'the names of the sites that are opened or blocked, when and for how long. Not which page, not what is on it.',
  url: 'the names of the sites that are opened or blocked, when and for how long, and the whole address of pages without encryption (http).',
};

/** Whether the filter is on, and what it records about the one who reads this. */
export function statusPart({
  mode,
  since,
  policyVersion,
  agentVersion,
  user,
  settings,
  hasSchoolHours,
}: StatusFacts): Markup {
  const rows: readonly (readonly [string, string])[] = [
    ['Since', new Date(since).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })],
    ['Policies', policyVersion === null ? 'none received yet' : `version ${policyVersion}`],
    ['Signed in', user ?? 'nobody known'],
    ['SafeSearch', settings.safeSearch ? 'on' : 'off'],
    [
      'YouTube',
      settings.youtubeRestriction === 'off'
        ? 'not restricted'
        : `restricted (${settings.youtubeRestriction})`,
    ],
    ['Software', `Schoolgate ${agentVersion}`],
  ];
  return html`<p>${MODE_WORDS[mode]}</p>
<dl>${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
<h2>What is recorded about you</h2>
${recordedPart(settings.activityLevel ?? (hasSchoolHours ? null : 'domain'), mode)}
<p>Visits to crisis help are never recorded. What you write, read or watch is never looked into: the filter does not open encrypted connections.</p>
<h2>Ask about an address</h2>
<form method="get" action="/why">
<label for="url">Why is it open or blocked?</label>
<input id="url" name="url" maxlength="2048" placeholder="example.org" autocomplete="off" spellcheck="false" required>
<button>Explain</button>
</form>`;
}

function recordedPart(level: ActivityLevel | null, mode: FilterMode): Markup {
  if (mode === 'off') return html`<p>Nothing, while the filter is off.</p>`;
  if (level !== null) return html`<p>Your school keeps ${LEVEL_WORDS[level]}</p>`;
  return html`<p><strong>In school hours</strong> your school keeps ${LEVEL_WORDS.domain}</p>
<p><strong>Outside of school hours</strong> it keeps ${LEVEL_WORDS.counters}</p>`;
}
