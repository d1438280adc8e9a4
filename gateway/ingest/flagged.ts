import { matchSearch } from '../../contracts/alerts/search-match.ts';
import { searchTextOf } from '../../contracts/alerts/search-text.ts';
import type { ActivityRecord } from '../../contracts/mqtt/messages.ts';

/** Categories that a teacher would want to see among what a student did. */
const WORTH_A_LOOK: ReadonlySet<string> = new Set([
  'games',
  'vpn_proxy',
  'doh',
  'adult',
  'gambling',
  'drugs',
  'dating',
]);

/** Whether an activity is worth a look by a teacher: it was stopped, is of such a category, or a search tells of harm. */
export function isFlagged(record: ActivityRecord): boolean {
  if (record.action === 'block' || WORTH_A_LOOK.has(record.category ?? '')) return true;
  const searched = searchTextOf(record);
  return searched !== null && matchSearch(searched) !== null;
}

/** Help in a crisis is never recorded, whoever asks for it: agents send no such record, and one that comes is not kept. */
export function mayBeKept({ reason }: ActivityRecord): boolean {
  return reason !== 'crisis_allow';
}
