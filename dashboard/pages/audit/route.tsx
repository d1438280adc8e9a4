import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Block } from '../../ui/block.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { MoreRows } from '../../ui/more-rows.tsx';
import { Page } from '../../ui/page.tsx';
import { ChainBlock, GapNotice } from './parts/chain-block.tsx';
import { EntryDialog } from './parts/entry-dialog.tsx';
import { EntryList } from './parts/entry-list.tsx';
import { Filters } from './parts/filters.tsx';
import { askEntries, isFiltered } from './queries.ts';
import type { AuditSearch } from './search.ts';
import { auditWords } from './words.ts';
import './audit.css';

const route = getRouteApi('/frame/audit');

/** Who changed or looked at what. */
export function AuditPage() {
  const w = auditWords.read();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery(askEntries(search));
  const filtered = isFiltered(search);
  const onSearch = (next: AuditSearch) => void navigate({ search: next, resetScroll: false });
  const { actor, action, target, from, to } = search;
  return (
    <Page title={w.title}>
      <p className="quiet">{w.intro}</p>
      <Block label={w.find}>
        {/* Another address fills the fields anew; what is typed meanwhile belongs to the old one. */}
        <Filters
          key={JSON.stringify({ actor, action, target, from, to })}
          search={search}
          onSearch={onSearch}
        />
      </Block>
      <Loaded query={query} rows={10}>
        {({ pages }) => {
          const entries = pages.flatMap(({ data }) => data);
          const opened = entries.find(({ id }) => id === search.entry);
          return (
            <>
              <ChainBlock entries={entries} isFiltered={filtered} />
              <GapNotice entries={entries} isFiltered={filtered} />
              <Block label={w.title}>
                <EntryList
                  entries={entries}
                  isFiltered={filtered}
                  onOpen={({ id }) => onSearch({ ...search, entry: id })}
                />
                <MoreRows query={query} />
              </Block>
              {opened === undefined ? null : (
                <EntryDialog
                  entry={opened}
                  onClose={() => onSearch({ ...search, entry: undefined })}
                  onSearch={onSearch}
                />
              )}
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}
