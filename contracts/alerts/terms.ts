/**
 * Phrases that make an alert when somebody searches for them, whole words in this order, whatever stands around.
 *
 * Sources: written by hand for this project. The English phrases of self-harm start from those that studies of such searches have used (Biddle, Donovan,
 * Hawton, Kapur, Gunnell: Suicide and the internet, BMJ 2008;336:800; Gunn, Lester: Using Google searches on the internet to monitor suicidal behavior,
 * J Affect Disord 2013;148:411); the other languages say the same things as people there say them. No list of any vendor was copied.
 *
 * Rules for a new phrase:
 * - it speaks of oneself ("kill myself"), of a wish, or of a method asked for ("how to …"); the name of a subject ("suicide", "school shooting") is homework,
 *   history, news or a film, and is never enough;
 * - no word alone, unless it can mean nothing else;
 * - look at it in the other languages: all are searched at once, since students search in several.
 */
export type TermList = Readonly<Record<string, readonly string[]>>;
