import type { QueryClient } from '@tanstack/react-query';
import { askRows, type DeviceQuestion, PAGE_ROWS } from '../queries.ts';
import { pageOf } from './use-rows.ts';
import { MOST_NAMED } from './use-selection.ts';

/** The ids of the rows from one to the other, both with; pages that are not here are fetched. One more than can be named is enough. */
export async function idsBetween(
  client: QueryClient,
  question: DeviceQuestion,
  from: number,
  to: number,
): Promise<readonly string[]> {
  const first = Math.min(from, to);
  const last = Math.min(Math.max(from, to), first + MOST_NAMED);
  const ids: string[] = [];
  for (let page = pageOf(first); page <= pageOf(last); page += 1) {
    const { rows } = await client.ensureQueryData(askRows(question, page));
    const start = (page - 1) * PAGE_ROWS;
    ids.push(...rows.slice(Math.max(0, first - start), last - start + 1).map(({ id }) => id));
  }
  return ids;
}
