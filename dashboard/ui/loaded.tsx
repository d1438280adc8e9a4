import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { common } from '../app/words/common.ts';
import { Problem } from './problem.tsx';
import './page.css';

interface LoadedProps<T> {
  readonly query: Pick<UseQueryResult<T>, 'data' | 'error' | 'isPlaceholderData' | 'isFetching' | 'refetch'>;
  /** Rows of the skeleton. */
  readonly rows?: number;
  readonly children: (data: T) => ReactNode;
}

/** Shows what a query gives. Old data stay while new ones come, and also where they do not come. */
export function Loaded<T>({ query, rows = 5, children }: LoadedProps<T>) {
  const again = () => {
    void query.refetch();
  };
  if (query.data === undefined)
    return query.error === null ? <Skeleton rows={rows} /> : <Problem error={query.error} retry={again} />;
  return (
    <div className="loaded" aria-busy={query.isPlaceholderData}>
      {query.isPlaceholderData && query.isFetching ? <div className="loaded-line" /> : null}
      {query.error === null ? null : (
        <>
          <Problem error={query.error} retry={again} />
          <p className="text-meta quiet">{common.read().oldData}</p>
        </>
      )}
      {children(query.data)}
    </div>
  );
}

/** Grey rows in the place of what comes. They appear after 150 ms, by their style. */
export function Skeleton({ rows = 5 }: { readonly rows?: number }) {
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">{common.read().loading}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same
        <div key={row} className="skeleton-row" />
      ))}
    </div>
  );
}
