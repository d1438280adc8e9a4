import { Button } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { common } from '../app/words/common.ts';
import { Problem } from './problem.tsx';
import './table.css';

interface ShownPage {
  readonly data: readonly unknown[];
  readonly total: number;
}

interface MoreRowsProps {
  readonly query: Pick<
    UseInfiniteQueryResult<InfiniteData<ShownPage>>,
    'data' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error'
  > & { readonly fetchNextPage: () => Promise<unknown> };
}

/** Under a list: how many of how many are shown, and a button for the next. */
export function MoreRows({ query }: MoreRowsProps) {
  const w = common.read();
  const pages = query.data?.pages ?? [];
  const shown = pages.reduce((sum, page) => sum + page.data.length, 0);
  const total = pages.at(-1)?.total ?? 0;
  const size = pages[0]?.data.length ?? 0;
  const next = Math.max(1, Math.min(size, total - shown));
  if (shown === 0) return null;
  return (
    <div className="more-rows">
      <span className="quiet text-meta">{w.shownOf(shown, Math.max(shown, total))}</span>
      {query.hasNextPage ? (
        <Button
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {w.moreRows(next)}
        </Button>
      ) : null}
      {query.isFetchNextPageError ? <Problem error={query.error} /> : null}
    </div>
  );
}
