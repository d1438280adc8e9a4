import type { DeviceSummary, SavedView } from '../../../../sdk/node/index.ts';
import { queryOf } from '../filter.ts';
import type { DevicesSearch } from '../search.ts';

export type ViewKey = 'all' | 'look' | 'locked' | 'offline';

/** The views that every school has. */
export const VIEWS: Readonly<Record<ViewKey, DevicesSearch>> = {
  all: {},
  look: { status: ['online'], protection: ['unprotected', 'stale'] },
  locked: { lock: ['locking', 'locked', 'unlocking'] },
  offline: { status: ['offline'], lastSeenBefore: '7d' },
};

/** The page's name in saved views. */
const PAGE = 'devices';

export function ownViews(views: readonly SavedView[]): readonly SavedView[] {
  return views.filter(({ page }) => page === PAGE);
}

/** All views with this one; one of the same name is replaced. */
export function withView(
  views: readonly SavedView[],
  name: string,
  search: DevicesSearch,
): readonly SavedView[] {
  return [...withoutView(views, name), { name, page: PAGE, query: queryOf(search) }];
}

export function withoutView(views: readonly SavedView[], name: string): readonly SavedView[] {
  return views.filter((view) => view.page !== PAGE || view.name !== name);
}

/** The key of the view that the address shows, whatever its order; null = none. */
export function viewShown(search: DevicesSearch, saved: readonly SavedView[]): string | null {
  const query = queryOf({ ...search, sort: undefined });
  const own = Object.entries(VIEWS).find(([, view]) => queryOf(view) === query);
  if (own !== undefined) return own[0];
  const whole = queryOf(search);
  const found = ownViews(saved).find((view) => view.query === whole || view.query === query);
  return found === undefined ? null : savedKey(found);
}

export function savedKey({ name }: SavedView): string {
  return `saved ${name}`;
}

/** How many laptops a view has; undefined = the summary cannot tell. */
export function countOf(key: ViewKey, summary: DeviceSummary | undefined): number | undefined {
  if (summary === undefined) return undefined;
  if (key === 'all') return summary.total;
  // A summary leaves out the rarest combinations.
  if (key === 'offline' || summary.others > 0) return undefined;
  const { status, protection, lock } = VIEWS[key];
  const fits = (values: readonly string[] | undefined, value: string): boolean =>
    values === undefined || values.includes(value);
  return summary.cells
    .filter((cell) => fits(status, cell.status) && fits(protection, cell.protection) && fits(lock, cell.lock))
    .reduce((sum, { count }) => sum + count, 0);
}
