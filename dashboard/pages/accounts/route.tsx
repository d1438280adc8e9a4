import './accounts.css';
import { getRouteApi } from '@tanstack/react-router';
import { AccountList } from './parts/account-list.tsx';
import { OneAccount } from './parts/one-account.tsx';

const route = getRouteApi('/frame/accounts/{-$id}');

/** The people who sign in to the dashboard: all of them, or one. */
export function AccountsPage() {
  const { id } = route.useParams();
  return id === undefined ? <AccountList /> : <OneAccount key={id} id={id} />;
}
