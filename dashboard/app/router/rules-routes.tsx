import { createRoute } from '@tanstack/react-router';
import { explainSearch } from '../../pages/explain/search.ts';
import { explainWords } from '../../pages/explain/words.ts';
import { overridesSearch } from '../../pages/overrides/search.ts';
import { overridesWords } from '../../pages/overrides/words.ts';
import { requestsSearch } from '../../pages/requests/search.ts';
import { requestsWords } from '../../pages/requests/words.ts';
import { frameRoute } from './frame-route.tsx';
import { lazyPage } from './lazy-page.ts';

const requests = createRoute({
  getParentRoute: () => frameRoute,
  path: '/requests/{-$id}',
  validateSearch: requestsSearch,
  staticData: { needs: 'listAccessRequests' },
  ...lazyPage(requestsWords, () => import('../../pages/requests/route.tsx'), 'RequestsPage'),
});

const overrides = createRoute({
  getParentRoute: () => frameRoute,
  path: '/overrides',
  validateSearch: overridesSearch,
  staticData: { needs: 'listOverrides' },
  ...lazyPage(overridesWords, () => import('../../pages/overrides/route.tsx'), 'OverridesPage'),
});

const explain = createRoute({
  getParentRoute: () => frameRoute,
  path: '/explain',
  validateSearch: explainSearch,
  staticData: { needs: 'explainVerdict' },
  ...lazyPage(explainWords, () => import('../../pages/explain/route.tsx'), 'ExplainPage'),
});

export const rulesRoutes = [requests, overrides, explain] as const;
