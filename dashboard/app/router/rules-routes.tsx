import { createRoute } from '@tanstack/react-router';
import { categoriesSearch } from '../../pages/categories/search.ts';
import { categoriesWords } from '../../pages/categories/words.ts';
import { explainSearch } from '../../pages/explain/search.ts';
import { explainWords } from '../../pages/explain/words.ts';
import { overridesSearch } from '../../pages/overrides/search.ts';
import { overridesWords } from '../../pages/overrides/words.ts';
import { requestsSearch } from '../../pages/requests/search.ts';
import { requestsWords } from '../../pages/requests/words.ts';
import { settingsWords } from '../../pages/settings/words.ts';
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

const categories = createRoute({
  getParentRoute: () => frameRoute,
  path: '/categories/{-$id}',
  validateSearch: categoriesSearch,
  staticData: { needs: 'listCategories' },
  ...lazyPage(categoriesWords, () => import('../../pages/categories/route.tsx'), 'CategoriesPage'),
});

const categorySources = createRoute({
  getParentRoute: () => frameRoute,
  path: '/categories/sources',
  staticData: { needs: 'listCategorySources' },
  ...lazyPage(categoriesWords, () => import('../../pages/categories/route.tsx'), 'CategorySourcesPage'),
});

const settings = createRoute({
  getParentRoute: () => frameRoute,
  path: '/settings/{-$section}',
  staticData: { needs: 'updateOrganization' },
  ...lazyPage(settingsWords, () => import('../../pages/settings/route.tsx'), 'SettingsPage'),
});

export const rulesRoutes = [requests, overrides, explain, categories, categorySources, settings] as const;
