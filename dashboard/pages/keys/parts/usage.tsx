import { useQuery } from '@tanstack/react-query';
import type { ApiKeyUsage } from '../../../../sdk/node/index.ts';
import { common } from '../../../app/words/common.ts';
import { number } from '../../../app/words/numbers.ts';
import { Block } from '../../../ui/block.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { askUsage } from '../queries.ts';
import { keysWords } from '../words.ts';
import { UsageChart } from './usage-chart.tsx';
import { byDay, dayName } from './usage-days.ts';

/** What a key was used for, by day, as a picture and as a table. */
export function Usage({ id }: { readonly id: string }) {
  const w = keysWords.read().usage;
  const usage = useQuery(askUsage(id));
  return (
    <Block title={w.title}>
      <Loaded query={usage} rows={4}>
        {(data) => (
          <>
            <Facts
              items={[
                { label: w.requests, value: number(data.requests) },
                { label: w.errors, value: number(data.errors) },
                { label: w.last, value: <LastUse use={data.lastUse} /> },
              ]}
            />
            {data.requests === 0 ? <p className="quiet">{w.none}</p> : <Figures usage={data} />}
          </>
        )}
      </Loaded>
    </Block>
  );
}

function Figures({ usage }: { readonly usage: ApiKeyUsage }) {
  const w = keysWords.read().usage;
  return (
    <>
      <UsageChart days={byDay(usage)} />
      <details className="keys-figures">
        <summary>{common.read().figures}</summary>
        <DataTable
          label={w.title}
          columns={[
            { key: 'day', head: w.day, cell: ({ date }) => dayName(date) },
            {
              key: 'what',
              head: w.operation,
              cell: ({ operation }) => <span className="mono">{operation}</span>,
            },
            { key: 'requests', head: w.requests, align: 'end', cell: ({ requests }) => number(requests) },
            { key: 'errors', head: w.errors, align: 'end', cell: ({ errors }) => number(errors) },
          ]}
          rows={usage.days.toReversed()}
          rowKey={({ date, operation }) => `${date} ${operation}`}
        />
      </details>
    </>
  );
}

function LastUse({ use }: { readonly use: ApiKeyUsage['lastUse'] }) {
  if (use === null) return keysWords.read().neverUsed;
  return (
    <span>
      <Moment at={use.at} show="full" />
      {use.ip === null ? null : <span className="mono quiet"> {use.ip}</span>}
      {use.userAgent === null ? null : <span className="quiet"> {use.userAgent}</span>}
    </span>
  );
}
