import { createRoute } from '@tanstack/react-router';
import { accountWords } from '../../pages/account/words.ts';
import { accountsSearch } from '../../pages/accounts/search.ts';
import { accountsWords } from '../../pages/accounts/words.ts';
import { passwordWords } from '../../pages/password/words.ts';
import { setupWords } from '../../pages/setup/words.ts';
import { signInSearch } from '../../pages/sign-in/search.ts';
import { signInWords } from '../../pages/sign-in/words.ts';
import { frameRoute, rootRoute } from './frame-route.tsx';
import { lazyPage } from './lazy-page.ts';

const password = () => import('../../pages/password/route.tsx');

const signIn = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: signInSearch,
  ...lazyPage(signInWords, () => import('../../pages/sign-in/route.tsx'), 'SignInPage'),
});

/** A refusal of the sign-in at the provider shows where it was met: at `…/start` or `…/callback`. */
const oidc = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in/oidc/$',
  ...lazyPage(signInWords, () => import('../../pages/sign-in/route.tsx'), 'SignInPage'),
});

const forgot = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot',
  ...lazyPage(passwordWords, password, 'ForgotPage'),
});

const reset = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset/$token',
  ...lazyPage(passwordWords, password, 'ResetPage'),
});

const invite = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invite/$token',
  ...lazyPage(passwordWords, password, 'InvitePage'),
});

const account = createRoute({
  getParentRoute: () => frameRoute,
  path: '/account',
  ...lazyPage(accountWords, () => import('../../pages/account/route.tsx'), 'AccountPage'),
});

const accounts = createRoute({
  getParentRoute: () => frameRoute,
  path: '/accounts/{-$id}',
  validateSearch: accountsSearch,
  staticData: { needs: 'listAccounts' },
  ...lazyPage(accountsWords, () => import('../../pages/accounts/route.tsx'), 'AccountsPage'),
});

const setup = createRoute({
  getParentRoute: () => frameRoute,
  path: '/setup/{-$step}',
  staticData: { needs: 'updateOrganization' },
  ...lazyPage(setupWords, () => import('../../pages/setup/route.tsx'), 'SetupPage'),
});

/** Pages for somebody who is not signed in. */
export const outsideRoutes = [signIn, oidc, forgot, reset, invite] as const;

/** Pages within the frame. */
export const signinRoutes = [account, accounts, setup] as const;
