import { Link } from '@tanstack/react-router';
import type { ApiKey } from '../../../../sdk/node/index.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { keysWords } from '../words.ts';
import { lastUse } from './key-health.ts';
import { KeyState } from './key-state.tsx';

export function KeyList({ keys }: { readonly keys: readonly ApiKey[] }) {
  const w = keysWords.read();
  return (
    <DataTable
      label={w.title}
      columns={[
        { key: 'name', head: w.list.name, cell: ({ name }) => name },
        { key: 'state', head: w.list.state, cell: (row) => <KeyState of={row} /> },
        { key: 'scopes', head: w.list.scopes, cell: ({ scopes }) => w.list.scopesOf(scopes.length) },
        {
          key: 'expires',
          head: w.list.expires,
          cell: ({ expiresAt }) => (expiresAt === null ? w.never : <Moment at={expiresAt} show="day" />),
        },
        { key: 'used', head: w.list.used, cell: (row) => <Used at={lastUse(row)} /> },
      ]}
      rows={keys}
      rowKey={({ id }) => id}
      link={({ id, name }) => (
        <Link to="/keys/{-$id}" params={{ id }} search={{}}>
          {name}
        </Link>
      )}
      empty={<Empty title={w.list.none}>{w.list.noneText}</Empty>}
    />
  );
}

function Used({ at }: { readonly at: string | null }) {
  return at === null ? (
    <span className="quiet">{keysWords.read().neverUsed}</span>
  ) : (
    <Moment at={at} show="ago" />
  );
}
