import { createRoute, redirect } from '@tanstack/react-router';
import { overviewWords } from '../../pages/overview/words.ts';
import { setupWanted } from '../../pages/setup/wanted.ts';
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

export const overviewRoutes = [overview] as const;
