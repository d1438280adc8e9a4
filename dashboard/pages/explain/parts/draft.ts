import type { ExplainSearch } from '../search.ts';
import { isPlace } from '../search.ts';
import { fieldOf } from './local-moment.ts';

/** The question as it is typed. Null = untouched: what the address names is shown by its name. */
export interface Draft {
  readonly url: string;
  readonly app: string;
  readonly user: string | null;
  readonly device: string | null;
  readonly at: string;
  readonly place: string;
}

export function draftOf({ url = '', app = '', at, place }: ExplainSearch): Draft {
  return { url, app, user: null, device: null, at: at === undefined ? '' : fieldOf(at), place: place ?? '' };
}

/**
 * The question for the address.
 * @param known ids by the names that were suggested
 */
export function searchOf(
  draft: Draft,
  before: ExplainSearch,
  known: ReadonlyMap<string, string>,
): ExplainSearch {
  const device = draft.device === null ? before.device : textOf(draft.device);
  return {
    url: textOf(draft.url),
    user: draft.user === null ? before.user : textOf(draft.user),
    device: device === undefined ? undefined : (known.get(device) ?? device),
    app: textOf(draft.app),
    at: momentOf(draft.at, before.at),
    place: isPlace(draft.place) ? draft.place : undefined,
  };
}

/** The field shows minutes: a moment that nobody touched stays whole. */
function momentOf(typed: string, before: string | undefined): string | undefined {
  return before !== undefined && typed === fieldOf(before) ? before : textOf(typed);
}

function textOf(typed: string): string | undefined {
  const text = typed.trim();
  return text === '' ? undefined : text;
}
