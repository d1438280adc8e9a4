import { Button, Checkbox, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Activity, Device } from '../../../../sdk/node/index.ts';
import { Block } from '../../../ui/block.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { MoreRows } from '../../../ui/more-rows.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Pill } from '../../../ui/status.tsx';
import { askActivity } from '../queries.ts';
import type { DeviceSearch } from '../search.ts';
import { deviceWords } from '../words.ts';
import { activityCategory, activitySeconds } from './activity-words.ts';

interface ActivityTabProps {
  readonly device: Device;
  readonly search: DeviceSearch;
  readonly onSearch: (search: DeviceSearch) => void;
}

/** What was opened on the laptop. Who looks is told before anything shows. */
export function ActivityTab({ device, search, onSearch }: ActivityTabProps) {
  const w = deviceWords.read().activity;
  const activity = useInfiniteQuery(askActivity(device.id, search));
  return (
    <Block title={w.title}>
      <Notice kind="quiet">{w.recorded}</Notice>
      <Filters search={search} onSearch={onSearch} />
      <Loaded query={activity}>
        {({ pages }) => (
          <DataTable
            label={w.title}
            columns={[
              { key: 'at', head: w.at, cell: ({ timestamp }) => <Moment at={timestamp} show="full" /> },
              { key: 'what', head: w.what, cell: (row) => <What row={row} /> },
              { key: 'category', head: w.category, narrow: 'hide', cell: activityCategory },
              { key: 'user', head: w.person, cell: (row) => <Who row={row} /> },
              { key: 'for', head: w.duration, align: 'end', narrow: 'hide', cell: activitySeconds },
            ]}
            rows={pages.flatMap(({ data }) => data)}
            rowKey={({ id }) => id}
            empty={<Empty title={isFiltered(search) ? w.noneFits : w.none} />}
          />
        )}
      </Loaded>
      <MoreRows query={activity} />
    </Block>
  );
}

function isFiltered({ kind, site, flagged }: DeviceSearch): boolean {
  return kind !== undefined || site !== undefined || flagged === true;
}

function Filters({ search, onSearch }: Omit<ActivityTabProps, 'device'>) {
  const w = deviceWords.read();
  const [site, setSite] = useState(search.site ?? '');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSearch({ ...search, site: site.trim() === '' ? undefined : site.trim().toLowerCase() });
  };
  const kinds = Object.entries(w.kinds).map(([value, label]) => ({ value, label }));
  return (
    <form className="device-filters" onSubmit={submit}>
      <SelectField
        label={w.activity.kind}
        data={kinds}
        value={search.kind ?? null}
        none={w.activity.everyKind}
        onChange={(kind) => onSearch({ ...search, kind: kind ?? undefined })}
      />
      <TextInput
        label={w.activity.site}
        value={site}
        placeholder="example.com"
        onChange={({ currentTarget }) => setSite(currentTarget.value)}
      />
      <Button type="submit" variant="default">
        {w.activity.filter}
      </Button>
      <Checkbox
        label={w.activity.onlyFlagged}
        checked={search.flagged === true}
        onChange={({ currentTarget }) =>
          onSearch({ ...search, flagged: currentTarget.checked ? true : undefined })
        }
      />
    </form>
  );
}

function What({ row }: { readonly row: Activity }) {
  const w = deviceWords.read();
  const kinds: Readonly<Record<string, string>> = w.kinds;
  const main = row.title ?? row.url ?? row.domain ?? '–';
  const second = row.title === null ? null : (row.url ?? row.domain);
  return (
    <div className="device-visit">
      <span>
        {main} {row.flagged ? <Pill tone="warn">{w.activity.flagged}</Pill> : null}
      </span>
      <span className="text-meta quiet">
        {kinds[row.kind] ?? row.kind}
        {second === null ? '' : ` · ${second}`}
      </span>
    </div>
  );
}

function Who({ row }: { readonly row: Activity }) {
  const w = deviceWords.read();
  if (row.user === null) return <span className="quiet">{w.nobody}</span>;
  return (
    <span>
      {row.user} {row.unproven ? <Pill tone="quiet">{w.activity.unproven}</Pill> : null}
    </span>
  );
}
