import { createRoute, redirect } from '@tanstack/react-router';
import { auditSearch } from '../../pages/audit/search.ts';
import { auditWords } from '../../pages/audit/words.ts';
import { overviewWords } from '../../pages/overview/words.ts';
import { setupWanted } from '../../pages/setup/wanted.ts';
import { webhooksWords } from '../../pages/webhooks/words.ts';
import { queries } from '../client/queries.ts';
import { school } from '../client/school.ts';
import { askSession } from '../client/session.ts';
import { frameRoute } from './frame-route.tsx';
import { lazyPage } from './lazy-page.ts';

const overview = createRoute({
  getParentRoute: () => frameRoute,
  path: '/',
  async beforeLoad() {
    const session = await queries.ensureQueryData(askSession());
    if (!setupWanted(session, 0)) return;
    const { total } = await school.devices.summary();
    if (setupWanted(session, total)) throw redirect({ to: '/setup/{-$step}', params: { step: 'owner' } });
  },
  ...lazyPage(overviewWords, () => import('../../pages/overview/route.tsx'), 'OverviewPage'),
});

const webhooks = createRoute({
  getParentRoute: () => frameRoute,
  path: '/webhooks/{-$id}',
  staticData: { needs: 'listWebhooks' },
  ...lazyPage(webhooksWords, () => import('../../pages/webhooks/route.tsx'), 'WebhooksPage'),
});

const audit = createRoute({
  getParentRoute: () => frameRoute,
  path: '/audit',
  validateSearch: auditSearch,
  staticData: { needs: 'listAudit' },
  ...lazyPage(auditWords, () => import('../../pages/audit/route.tsx'), 'AuditPage'),
});

export const overviewRoutes = [overview, webhooks, audit] as const;
