import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Account } from '../../../../sdk/node/index.ts';
import { useSession } from '../../../app/client/session.ts';
import { Block } from '../../../ui/block.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Page } from '../../../ui/page.tsx';
import { askAccount } from '../queries.ts';
import { accountsWords } from '../words.ts';
import { AccountDetails } from './account-details.tsx';
import { AccountLeaving } from './account-leaving.tsx';
import { AccountSignIn } from './account-sign-in.tsx';
import { AccountState, signsInBy } from './account-state.tsx';

/** One account, and all that can be done with it. */
export function OneAccount({ id }: { readonly id: string }) {
  const w = accountsWords.read();
  const account = useQuery(askAccount(id));
  return (
    <Page
      title={account.data?.name ?? w.title}
      width="form"
      aside={
        <Link className="row" to="/accounts/{-$id}" params={{ id: undefined }} search={(before) => before}>
          <Icon name="arrow-left" />
          {w.back}
        </Link>
      }
    >
      <Loaded query={account} rows={8}>
        {(shown) => <AccountBlocks account={shown} />}
      </Loaded>
    </Page>
  );
}

function AccountBlocks({ account }: { readonly account: Account }) {
  const w = accountsWords.read();
  const { account: own } = useSession();
  return (
    <>
      <Block label={account.name}>
        <Facts
          items={[
            { label: w.state, value: <AccountState account={account} /> },
            { label: w.email, value: account.email },
            { label: w.signsInBy, value: signsInBy(account) },
            {
              label: w.lastSignIn,
              value:
                account.lastSignInAt === null ? w.never : <Moment at={account.lastSignInAt} show="full" />,
            },
            { label: w.since, value: <Moment at={account.createdAt} show="day" /> },
          ]}
        />
      </Block>
      <AccountDetails key={account.id} account={account} />
      <AccountSignIn key={`${account.id} sign-in`} account={account} />
      {account.id !== own.id && <AccountLeaving account={account} />}
    </>
  );
}
