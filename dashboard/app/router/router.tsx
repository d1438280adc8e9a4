import { createRouter } from '@tanstack/react-router';
import { deviceRoutes } from './device-routes.tsx';
import { devicesRoutes } from './devices-routes.tsx';
import { frameRoute, rootRoute } from './frame-route.tsx';
import { overviewRoutes } from './overview-routes.tsx';
import { recordRoutes } from './record-routes.tsx';
import { rulesRoutes } from './rules-routes.tsx';
import { readSearch, searchText } from './search-text.ts';
import { outsideRoutes, signinRoutes } from './signin-routes.tsx';

/** Nothing is shown of a page that loads faster than this (milliseconds). */
const PENDING_MS = 150;

const tree = rootRoute.addChildren([
  frameRoute.addChildren([
    ...overviewRoutes,
    ...devicesRoutes,
    ...deviceRoutes,
    ...recordRoutes,
    ...rulesRoutes,
    ...signinRoutes,
  ]),
  ...outsideRoutes,
]);

export const router = createRouter({
  routeTree: tree,
  defaultPreload: 'intent',
  defaultPendingMs: PENDING_MS,
  scrollRestoration: true,
  parseSearch: readSearch,
  stringifySearch: searchText,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
