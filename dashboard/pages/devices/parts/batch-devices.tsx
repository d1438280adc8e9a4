import { useInfiniteQuery } from '@tanstack/react-query';
import type { Command, CommandBatch } from '../../../../sdk/node/index.ts';
import { Block } from '../../../ui/block.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { MoreRows } from '../../../ui/more-rows.tsx';
import { CommandState } from '../../../ui/status.tsx';
import { askBatchCommands } from '../queries.ts';
import { devicesWords } from '../words.ts';
import { type GroupKey, statusesOf } from './batch-groups.ts';
import { DeviceName } from './device-name.tsx';

interface Group {
  readonly batchId: string;
  readonly group: GroupKey;
  readonly count: number;
}

/** The laptops of a batch whose command is in the same state. */
export function CommandGroup({ batchId, group, count }: Group) {
  const w = devicesWords.read();
  const query = useInfiniteQuery(askBatchCommands(batchId, statusesOf(group)));
  return (
    <Block title={w.groupTitle(w.groups[group], count)}>
      <Loaded query={query} rows={3}>
        {({ pages }) => (
          <DataTable<Command>
            label={w.groups[group]}
            rows={pages.flatMap(({ data }) => data)}
            rowKey={({ id }) => id}
            columns={[
              {
                key: 'device',
                head: w.columns.name,
                width: '25%',
                cell: ({ deviceId }) => <DeviceName id={deviceId} />,
              },
              {
                key: 'state',
                head: w.state,
                width: '160px',
                cell: ({ status }) => <CommandState status={status} />,
              },
              { key: 'why', head: w.why, cell: (command) => <Why command={command} /> },
              { key: 'when', head: w.when, width: '110px', cell: (command) => <When command={command} /> },
            ]}
          />
        )}
      </Loaded>
      <MoreRows query={query} />
    </Block>
  );
}

function Why({ command: { status, error, expiresAt } }: { readonly command: Command }) {
  const w = devicesWords.read();
  if (error !== null) return error.detail || error.code;
  if (status === 'expired') return w.expired;
  if (status === 'queued')
    return (
      <>
        {w.actsWhenBack} <Moment at={expiresAt} show="full" />
      </>
    );
  return status === 'superseded' ? w.superseded : null;
}

function When({
  command: { completedAt, acknowledgedAt, sentAt, createdAt },
}: {
  readonly command: Command;
}) {
  return <Moment at={completedAt ?? acknowledgedAt ?? sentAt ?? createdAt} show="clock" />;
}

/** Laptops that could not have the command at all. They are not tried again: the reason stays. */
export function Rejected({ batch: { rejected } }: { readonly batch: CommandBatch }) {
  const w = devicesWords.read();
  if (rejected.length === 0) return null;
  return (
    <Block title={w.groupTitle(w.groups.rejected, rejected.length)}>
      <DataTable
        label={w.groups.rejected}
        rows={rejected.slice(0, SHOWN)}
        rowKey={({ deviceId }) => deviceId}
        columns={[
          { key: 'device', head: w.columns.name, cell: ({ deviceId }) => <DeviceName id={deviceId} /> },
          { key: 'why', head: w.why, cell: ({ detail }) => detail },
        ]}
      />
      {rejected.length > SHOWN && <p className="quiet">{w.andMore(rejected.length - SHOWN)}</p>}
    </Block>
  );
}

/** Each is asked for its name. */
const SHOWN = 100;
