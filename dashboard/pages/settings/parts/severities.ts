import { common } from '../../../app/words/common.ts';

/** How grave alerts can be, the gravest first, as a select takes them. */
export function severities(): { value: string; label: string }[] {
  return Object.entries(common.read().severity).map(([value, label]) => ({ value, label }));
}
