import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useMay } from '../../app/client/session.ts';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { MoreRows } from '../../ui/more-rows.tsx';
import { Page } from '../../ui/page.tsx';
import { type TabLinkProps, TabLinks } from '../../ui/tabs.tsx';
import { MakePermission } from './parts/make-permission.tsx';
import { PermissionTable } from './parts/permission-table.tsx';
import { inForce, past } from './queries.ts';
import { overridesWords } from './words.ts';
import './overrides.css';

/** A tab is active by what it shows, not because its address begins the same. */
const EXACT = { exact: true } as const;

const here = getRouteApi('/frame/overrides');

/** The temporary permissions of the school. */
export function OverridesPage(): ReactNode {
  const w = overridesWords.read();
  const may = useMay();
  const { tab } = here.useSearch();
  const [isMaking, setIsMaking] = useState(false);
  const now = useInfiniteQuery(inForce);
  const before = useInfiniteQuery({ ...past, enabled: tab === 'past' });
  const shown = tab === 'past' ? before : now;
  const count = now.data?.pages[0]?.total;
  const make = may('createOverride') ? (
    <Button onClick={() => setIsMaking(true)}>{w.make}</Button>
  ) : undefined;
  return (
    <Page title={w.title} heading={count === undefined ? w.title : w.heading(count)} primary={make}>
      <TabLinks label={w.title} active={tab ?? 'now'} items={tabs(count)} />
      <Loaded query={shown}>
        {({ pages }) => {
          const rows = pages.flatMap(({ data }) => data);
          return rows.length === 0 ? (
            <Empty title={tab === 'past' ? w.noPast : w.noneInForce}>{w.emptyText}</Empty>
          ) : (
            <>
              <PermissionTable rows={rows} isPast={tab === 'past'} />
              <MoreRows query={shown} />
            </>
          );
        }}
      </Loaded>
      {isMaking && <MakePermission onClose={() => setIsMaking(false)} />}
    </Page>
  );
}

function tabs(count: number | undefined) {
  const w = overridesWords.read();
  return [
    {
      key: 'now',
      label: w.inForce,
      ...(count === undefined ? {} : { count }),
      link: (props: TabLinkProps) => <Link to="/overrides" search={{}} activeOptions={EXACT} {...props} />,
    },
    {
      key: 'past',
      label: w.past,
      link: (props: TabLinkProps) => (
        <Link to="/overrides" search={{ tab: 'past' }} activeOptions={EXACT} {...props} />
      ),
    },
  ];
}
