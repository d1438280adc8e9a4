import { createRoute } from '@tanstack/react-router';
import { deviceSearch } from '../../pages/device/search.ts';
import { deviceWords } from '../../pages/device/words.ts';
import { enrollWords } from '../../pages/enroll/words.ts';
import { keysWords } from '../../pages/keys/words.ts';
import { frameRoute } from './frame-route.tsx';
import { lazyPage } from './lazy-page.ts';

const device = createRoute({
  getParentRoute: () => frameRoute,
  path: '/devices/$id/{-$tab}',
  validateSearch: deviceSearch,
  staticData: { needs: 'getDevice' },
  ...lazyPage(deviceWords, () => import('../../pages/device/route.tsx'), 'DevicePage'),
});

const enroll = createRoute({
  getParentRoute: () => frameRoute,
  path: '/devices/enroll',
  staticData: { needs: 'createEnrollmentToken' },
  ...lazyPage(enrollWords, () => import('../../pages/enroll/route.tsx'), 'EnrollPage'),
});

const keys = createRoute({
  getParentRoute: () => frameRoute,
  path: '/keys/{-$id}',
  staticData: { needs: 'listApiKeys' },
  ...lazyPage(keysWords, () => import('../../pages/keys/route.tsx'), 'KeysPage'),
});

export const deviceRoutes = [device, enroll, keys] as const;
