import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AccessRequest } from '../../../../sdk/node/index.ts';
import { categoryName } from '../../../../words/categories.ts';
import { useMay } from '../../../app/client/session.ts';
import { language } from '../../../app/words/language.ts';
import { Moment } from '../../../ui/moment.tsx';
import { Pill } from '../../../ui/status.tsx';
import { categoriesOf } from '../queries.ts';
import type { RequestsSearch } from '../search.ts';
import { requestsWords } from '../words.ts';

interface RequestRowProps {
  readonly request: AccessRequest;
  readonly who: string;
  /** How many other requests for the host wait. */
  readonly others: number;
  readonly search: RequestsSearch;
  readonly current: boolean;
  /** Whether to look up what the host counts as. */
  readonly looksUp: boolean;
}

/** Who asks for what, and since when. */
export function RequestRow({ request, who, others, search, current, looksUp }: RequestRowProps): ReactNode {
  const w = requestsWords.read();
  const { id, host, status, createdAt, decidedAt } = request;
  return (
    <li>
      <Link
        to="/requests/{-$id}"
        params={{ id }}
        search={search}
        className="requests-row"
        activeOptions={{ exact: true }}
        aria-current={current ? 'true' : undefined}
      >
        <span className="requests-row-line">
          <strong>{who}</strong>
          <span className="text-meta quiet">
            <Moment at={decidedAt ?? createdAt} show="ago" />
          </span>
        </span>
        <span className="requests-host">{host}</span>
        <span className="requests-row-line text-meta quiet">
          {looksUp && <HostCategory host={host} />}
          {others > 0 && <span>{w.othersAsk(others)}</span>}
          {status !== 'open' && <Outcome status={status} />}
        </span>
      </Link>
    </li>
  );
}

function Outcome({ status }: Pick<AccessRequest, 'status'>): ReactNode {
  const w = requestsWords.read();
  if (status === 'allowed') return <Pill tone="good">{w.allowed}</Pill>;
  return <Pill tone="quiet">{status === 'refused' ? w.refused : w.expired}</Pill>;
}

/** What the host counts as, for those who may look it up. */
function HostCategory({ host }: { readonly host: string }): ReactNode {
  const may = useMay();
  const found = useQuery({ ...categoriesOf(host), enabled: may('lookUpCategories') });
  if (found.data === undefined) return null;
  return <span>{categoriesText(found.data.categories.map(({ id }) => id))}</span>;
}

export function categoriesText(ids: readonly string[]): string {
  const names = ids.map((id) => categoryName(id, language()));
  return names.length === 0 ? requestsWords.read().noCategory : names.join(', ');
}
