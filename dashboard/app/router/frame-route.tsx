import { createRootRoute, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router';
import { facts } from '../client/facts.ts';
import { askPreferences } from '../client/preferences.ts';
import { queries } from '../client/queries.ts';
import { askSession } from '../client/session.ts';
import { Broken, NotFound } from './failures.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The `operationId` that the page cannot be without; undefined = everybody may open it. */
    readonly needs?: string;
  }
}

export const rootRoute = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFound,
  errorComponent: Broken,
});

/** Around every page for which somebody must be signed in. */
export const frameRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'frame',
  beforeLoad({ location }) {
    if (facts.signedIn) return;
    throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { next: location.href } });
  },
  async loader() {
    await Promise.all([queries.ensureQueryData(askSession()), queries.ensureQueryData(askPreferences())]);
  },
  // A stranger's pages do without.
  component: lazyRouteComponent(() => import('../frame/frame.tsx'), 'Frame'),
});
