import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Delivery, Webhook } from '../../../../sdk/node/index.ts';
import { number } from '../../../app/words/numbers.ts';
import { Block } from '../../../ui/block.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { MoreRows } from '../../../ui/more-rows.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { askDeliveries, askEventTypes } from '../queries.ts';
import type { WebhooksSearch } from '../search.ts';
import { webhooksWords } from '../words.ts';
import { answerText, DeliveryState } from './delivery-state.tsx';

interface DeliveriesBlockProps {
  readonly webhook: Webhook;
  readonly search: WebhooksSearch;
  readonly onSearch: (search: WebhooksSearch) => void;
}

/** What was sent, how far each is, and what the address answered. */
export function DeliveriesBlock({ webhook, search, onSearch }: DeliveriesBlockProps) {
  const w = webhooksWords.read();
  const deliveries = useInfiniteQuery(askDeliveries(webhook.id, search));
  const isFiltered = search.status !== undefined || search.event !== undefined;
  return (
    <Block title={w.deliveries} aside={<span className="quiet text-meta">{w.deliveriesNote}</span>}>
      <Filters search={search} onSearch={onSearch} />
      <Loaded query={deliveries}>
        {({ pages }) => (
          <DataTable
            label={w.deliveries}
            columns={columns()}
            rows={pages.flatMap(({ data }) => data)}
            rowKey={({ id }) => id}
            onOpen={({ id }) => onSearch({ ...search, delivery: id })}
            empty={<Empty title={isFiltered ? w.noDeliveryFits : w.noDeliveries} />}
          />
        )}
      </Loaded>
      <MoreRows query={deliveries} />
    </Block>
  );
}

function Filters({ search, onSearch }: Omit<DeliveriesBlockProps, 'webhook'>) {
  const w = webhooksWords.read();
  const types = useQuery(askEventTypes());
  const known = types.data ?? [];
  const events =
    search.event === undefined || known.includes(search.event) ? known : [search.event, ...known];
  return (
    <div className="webhooks-filters">
      <SelectField
        label={w.state}
        data={[
          { value: '', label: w.anyState },
          ...Object.entries(w.states).map(([value, label]) => ({ value, label })),
        ]}
        value={search.status ?? ''}
        onChange={(status) =>
          onSearch({
            ...search,
            status: (status ?? '') === '' ? undefined : (status as WebhooksSearch['status']),
          })
        }
      />
      <SelectField
        label={w.event}
        data={[
          { value: '', label: w.anyEvent },
          ...events.map((type) => ({ value: type, label: w.eventNames[type] ?? type })),
        ]}
        value={search.event ?? ''}
        onChange={(event) =>
          onSearch({ ...search, event: event === null || event === '' ? undefined : event })
        }
      />
    </div>
  );
}

function columns(): readonly Column<Delivery>[] {
  const w = webhooksWords.read();
  return [
    { key: 'at', head: w.at, cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      key: 'event',
      head: w.event,
      cell: ({ eventType }) => <span title={w.eventNames[eventType]}>{eventType}</span>,
    },
    { key: 'state', head: w.state, cell: ({ status }) => <DeliveryState status={status} /> },
    {
      key: 'attempts',
      head: w.attempts,
      align: 'end',
      narrow: 'hide',
      cell: ({ attemptCount }) => number(attemptCount),
    },
    {
      key: 'answer',
      head: w.answer,
      cell: ({ attempts }) => <span className="webhooks-answer">{answerText(newestOf(attempts))}</span>,
    },
    {
      key: 'next',
      head: w.nextAttempt,
      narrow: 'hide',
      cell: ({ nextAttemptAt }) => (nextAttemptAt === null ? '–' : <Moment at={nextAttemptAt} show="ago" />),
    },
  ];
}

function newestOf(attempts: Delivery['attempts']): Delivery['attempts'][number] | undefined {
  return [...attempts].sort((one, other) => other.number - one.number)[0];
}
