import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useLocation } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Device } from '../../../../sdk/node/index.ts';
import { useMay } from '../../../app/client/session.ts';
import { Icon } from '../../../ui/icon.tsx';
import { later } from '../../../ui/later.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { Page } from '../../../ui/page.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { filterOf, queryOf } from '../filter.ts';
import { FRESH, recall, remember } from '../kept.ts';
import { askSummary, type DeviceQuestion } from '../queries.ts';
import type { DevicesSearch } from '../search.ts';
import { devicesWords } from '../words.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import { DeviceTable, type Place } from './device-table.tsx';
import { ExportButton } from './export-button.tsx';
import { FilterBar } from './filter-bar.tsx';
import { useLayout } from './layout.ts';
import { NoneFits } from './none-fits.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useLiveRows } from './use-live-rows.ts';
import { useRowHeight } from './use-row-height.ts';
import { useShownQuestion } from './use-rows.ts';
import { type Selected, useSelection } from './use-selection.ts';
import { useTyped } from './use-typed.ts';
import { ViewTabs } from './view-tabs.tsx';

const Peek = later(async () => (await import('./peek.tsx')).Peek);

const route = getRouteApi('/frame/devices');

/** All laptops of the school, however many. */
export function DevicesPage() {
  const w = devicesWords.read();
  const may = useMay();
  const search: DevicesSearch = route.useSearch();
  const navigate = route.useNavigate();
  const show = useCallback(
    (next: DevicesSearch, replace = false) => void navigate({ search: next, replace }),
    [navigate],
  );
  const write = useCallback(
    (q: string | undefined) =>
      void navigate({
        search: (before: DevicesSearch) => ({ ...before, q }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const typed = useTyped(search.q, write);
  const question = useQuestion(search, typed.asked);
  const { shown, total, isBehind, error, retry } = useShownQuestion(question);
  const { entry, before } = useEntry();
  const selection = useSelection(before.selected);
  const place = useRef<Place>(before.place);
  const [opened] = useState(question);
  useRemembering(entry, place, selection);
  const layout = useLayout();
  const rowHeight = useRowHeight(layout.isCompact);
  const [peeked, setPeeked] = useState<Device | null>(null);
  const live = useLiveRows();
  const { data: summary } = useQuery(askSummary());
  const enroll = may('createEnrollmentToken') ? (
    <LinkButton to="/devices/enroll" variant="filled" leftSection={<Icon name="plus" />}>
      {w.enroll}
    </LinkButton>
  ) : undefined;
  return (
    <Page title={w.title} primary={enroll} heading={summary === undefined ? w.title : w.count(summary.total)}>
      <ViewTabs search={search} />
      <FilterBar {...{ search, typed }} onFilter={show}>
        <ColumnsMenu layout={layout} />
        <ExportButton {...{ question, layout }} total={total ?? 0} />
      </FilterBar>
      <div className="devices-body">
        <div className="devices-main">
          <SelectionBar
            question={shown}
            total={total ?? 0}
            selection={selection}
            onSent={(id) => void navigate({ to: '/devices/batches/$id', params: { id } })}
          />
          <p className="devices-told text-meta quiet" role="status">
            {total === null ? w.reading : w.fit(total)}
            {live.added > 0 && (
              <button type="button" className="devices-new" onClick={live.show}>
                {w.added(live.added)}
              </button>
            )}
          </p>
          <Problem error={error} retry={retry} />
          {total === 0 && <NoneFits {...{ search, question: shown }} />}
          {total !== null && total > 0 && (
            <DeviceTable
              {...{ total, isBehind, layout, rowHeight, selection }}
              question={shown}
              isPeeking={peeked !== null}
              scrollId={`laptops ${queryOf(search)}`}
              // Another question begins at its first row.
              place={shown === opened ? before.place : FRESH.place}
              onPlace={(now) => {
                place.current = now;
              }}
              onSort={(sort) => show({ ...search, sort: sort === 'name' ? undefined : sort })}
              onPeek={setPeeked}
              onOpen={(id) => void navigate({ to: '/devices/$id/{-$tab}', params: { id, tab: undefined } })}
            />
          )}
        </div>
        {peeked !== null && <Peek device={peeked} onClose={() => setPeeked(null)} />}
      </div>
    </Page>
  );
}

/** The question of an address. Ages in it count from when it was opened, so that the question stays the same. */
function useQuestion(search: DevicesSearch, q: string | undefined): DeviceQuestion {
  const text = JSON.stringify({ ...search, q });
  return useMemo(() => {
    const asked = JSON.parse(text) as DevicesSearch;
    return { filter: filterOf(asked, Date.now()), sort: asked.sort ?? 'name' };
  }, [text]);
}

/** The entry of the history that the page was opened with, and how it was left. */
function useEntry() {
  const here = useLocation({
    select: ({ pathname, state }) => ({ pathname, key: state.__TSR_key ?? '' }),
  });
  const [before] = useState(() => recall(here.key));
  // While the next page is loading, the address is already the next one's.
  const entry = useRef(here.key);
  if (here.pathname === '/devices') entry.current = here.key;
  return { entry, before };
}

function useRemembering(
  entry: { readonly current: string },
  place: { readonly current: Place },
  { isAll, ids }: Selected,
): void {
  const selected = useRef<Selected>({ isAll, ids });
  useEffect(() => {
    selected.current = { isAll, ids };
  });
  useEffect(
    () => () => remember(entry.current, { place: place.current, selected: selected.current }),
    [entry, place],
  );
}
