import { createRoute } from '@tanstack/react-router';
import { auditSearch } from '../../pages/audit/search.ts';
import { auditWords } from '../../pages/audit/words.ts';
import { webhooksSearch } from '../../pages/webhooks/search.ts';
import { webhooksWords } from '../../pages/webhooks/words.ts';
import { frameRoute } from './frame-route.tsx';
import { lazyPage } from './lazy-page.ts';

const webhooks = createRoute({
  getParentRoute: () => frameRoute,
  path: '/webhooks/{-$id}',
  validateSearch: webhooksSearch,
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

export const recordRoutes = [webhooks, audit] as const;
