import { useMediaQuery } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import type { AccessRequest } from '../../../sdk/node/index.ts';
import { Empty } from '../../ui/empty.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { MoreRows } from '../../ui/more-rows.tsx';
import { Page } from '../../ui/page.tsx';
import { TabLinks } from '../../ui/tabs.tsx';
import { RequestDetail } from './parts/request-detail.tsx';
import { RequestList } from './parts/request-list.tsx';
import { useKeys } from './parts/use-keys.ts';
import { decidedRequests, waitingRequests } from './queries.ts';
import { requestsWords } from './words.ts';
import './requests.css';

/** A tab is active by what it shows, not because its address begins the same. */
const EXACT = { exact: true } as const;

const here = getRouteApi('/frame/requests/{-$id}');

/** Who asks for a site, the longest waiting first, beside what a decision needs. */
export function RequestsPage(): ReactNode {
  const w = requestsWords.read();
  const { id } = here.useParams();
  const search = here.useSearch();
  const navigate = here.useNavigate();
  const isWide = useMediaQuery('(min-width: 900px)', undefined, { getInitialValueInEffect: false }) ?? true;
  const waiting = useInfiniteQuery(waitingRequests);
  const decided = useInfiniteQuery({ ...decidedRequests, enabled: search.tab === 'decided' });
  const shown = search.tab === 'decided' ? decided : waiting;
  const rows = shown.data?.pages.flatMap(({ data }) => data) ?? [];
  const current = id ?? (isWide ? rows[0]?.id : undefined);
  const show = (next: string | undefined, replace: boolean): void =>
    void navigate({ to: '/requests/{-$id}', params: { id: next }, search, replace });
  useMoves({ rows, current, show: (next) => show(next, true) });
  const count = waiting.data?.pages[0]?.total;

  return (
    <Page title={w.title} heading={count === undefined ? w.title : w.heading(count)}>
      <TabLinks label={w.title} active={search.tab ?? 'waiting'} items={tabs(count)} />
      <Loaded query={shown}>
        {() =>
          rows.length === 0 && id === undefined ? (
            <Empty title={search.tab === 'decided' ? w.nothingDecided : w.noOneWaits}>{w.emptyText}</Empty>
          ) : (
            <div className="requests-panes" data-open={id !== undefined || undefined}>
              <div className="requests-left">
                {rows.length === 0 && <p className="quiet">{w.noOneWaits}</p>}
                <RequestList requests={rows} search={search} current={current} />
                <MoreRows query={shown} />
              </div>
              {current !== undefined && (
                <div className="requests-right">
                  {!isWide && (
                    <Link to="/requests/{-$id}" params={{ id: undefined }} search={search}>
                      <Icon name="arrow-left" /> {w.backToList}
                    </Link>
                  )}
                  <RequestDetail key={current} id={current} onDecide={() => show(current, true)} />
                </div>
              )}
            </div>
          )
        }
      </Loaded>
    </Page>
  );
}

function tabs(count: number | undefined) {
  const w = requestsWords.read();
  return [
    {
      key: 'waiting',
      label: w.waiting,
      ...(count === undefined ? {} : { count }),
      link: (props: TabProps) => (
        <Link to="/requests/{-$id}" params={{ id: undefined }} search={{}} activeOptions={EXACT} {...props} />
      ),
    },
    {
      key: 'decided',
      label: w.decided,
      link: (props: TabProps) => (
        <Link
          to="/requests/{-$id}"
          params={{ id: undefined }}
          search={{ tab: 'decided' }}
          activeOptions={EXACT}
          {...props}
        />
      ),
    },
  ];
}

type TabProps = Parameters<Parameters<typeof TabLinks>[0]['items'][number]['link']>[0];

interface Moves {
  readonly rows: readonly AccessRequest[];
  readonly current: string | undefined;
  readonly show: (id: string) => void;
}

/** J and K go through the list. From one that has left it they go on where it stood. */
function useMoves({ rows, current, show }: Moves): void {
  const place = useRef(0);
  const at = rows.findIndex(({ id }) => id === current);
  if (at >= 0) place.current = at;
  const move = (step: 1 | -1): void => {
    const left = step === 1 ? place.current : place.current - 1;
    const next = rows[at >= 0 ? at + step : left];
    if (next !== undefined) show(next.id);
  };
  useKeys({ j: () => move(1), k: () => move(-1) });
}
