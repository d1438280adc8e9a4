import { createRoute } from '@tanstack/react-router';
import { devicesSearch } from '../../pages/devices/search.ts';
import { devicesWords } from '../../pages/devices/words.ts';
import { frameRoute } from './frame-route.tsx';
import { lazyPage } from './lazy-page.ts';

const devices = createRoute({
  getParentRoute: () => frameRoute,
  path: '/devices',
  validateSearch: devicesSearch,
  staticData: { needs: 'listDevices' },
  ...lazyPage(devicesWords, () => import('../../pages/devices/route.tsx'), 'DevicesPage'),
});

const batch = createRoute({
  getParentRoute: () => frameRoute,
  path: '/devices/batches/$id',
  staticData: { needs: 'getCommandBatch' },
  ...lazyPage(devicesWords, () => import('../../pages/devices/batch-route.tsx'), 'BatchPage'),
});

export const devicesRoutes = [devices, batch] as const;
