import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Account } from '../../../../sdk/node/index.ts';
import { useMay, useSession } from '../../../app/client/session.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { MoreRows } from '../../../ui/more-rows.tsx';
import { Page } from '../../../ui/page.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { askAccounts } from '../queries.ts';
import { accountsWords } from '../words.ts';
import { AccountState, signsInBy } from './account-state.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { managedRoles } from './managed-roles.ts';

const route = getRouteApi('/frame/accounts/{-$id}');

/** Everybody who signs in and whom the person manages. */
export function AccountList() {
  const w = accountsWords.read();
  const { role } = route.useSearch();
  const navigate = route.useNavigate();
  const session = useSession();
  const may = useMay();
  const [invites, setInvites] = useState(false);
  const accounts = useInfiniteQuery(askAccounts(role));
  const total = accounts.data?.pages[0]?.total;
  return (
    <Page
      title={w.title}
      aside={total !== undefined && role === undefined && <span className="quiet">{w.count(total)}</span>}
      primary={
        may('createAccount') && (
          <Button leftSection={<Icon name="plus" />} onClick={() => setInvites(true)}>
            {w.invite}
          </Button>
        )
      }
    >
      <SelectField
        className="accounts-filter"
        label={w.role}
        value={role ?? ''}
        data={[
          { value: '', label: w.everyRole },
          ...managedRoles(session.role).map((value) => ({ value, label: w.roles[value] ?? value })),
        ]}
        onChange={(value) =>
          void navigate({
            params: { id: undefined },
            search: value === null || value === '' ? {} : { role: value },
          })
        }
      />
      <Loaded query={accounts} rows={8}>
        {({ pages }) => (
          <>
            <AccountTable accounts={pages.flatMap(({ data }) => data)} />
            <MoreRows query={accounts} />
          </>
        )}
      </Loaded>
      {invites && <InviteDialog onClose={() => setInvites(false)} />}
    </Page>
  );
}

function AccountTable({ accounts }: { readonly accounts: readonly Account[] }) {
  const w = accountsWords.read();
  const { account: own } = useSession();
  return (
    <DataTable
      label={w.title}
      rows={accounts}
      rowKey={({ id }) => id}
      link={({ id, name }) => (
        <Link to="/accounts/{-$id}" params={{ id }} search={(before) => before}>
          {name}
          {id === own.id && <span className="quiet"> ({w.you})</span>}
        </Link>
      )}
      empty={<Empty title={w.empty}>{w.emptyText}</Empty>}
      columns={[
        {
          key: 'name',
          head: w.name,
          cell: ({ name }) => name,
        },
        { key: 'email', head: w.email, cell: ({ email }) => email },
        { key: 'role', head: w.role, cell: ({ role }) => w.roles[role] ?? role },
        { key: 'unit', head: w.unit, cell: ({ ou }) => ou ?? w.wholeSchool, narrow: 'hide' },
        { key: 'state', head: w.state, cell: (account) => <AccountState account={account} /> },
        { key: 'by', head: w.signsInBy, cell: signsInBy, narrow: 'hide' },
        {
          key: 'last',
          head: w.lastSignIn,
          cell: ({ lastSignInAt }) =>
            lastSignInAt === null ? (
              <span className="quiet">{w.never}</span>
            ) : (
              <Moment at={lastSignInAt} show="ago" />
            ),
          narrow: 'hide',
        },
      ]}
    />
  );
}
