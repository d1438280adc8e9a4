import type { RouteDefinition } from '../http/route.ts';
import { deleteDevice } from './delete.ts';
import { getDevice } from './get.ts';
import { listDevices } from './list.ts';
import { getRemovalCode, type RemovalCodeTools } from './removal-code.ts';
import { updateDevice } from './update.ts';

/** The endpoints of devices. */
export const DEVICE_ROUTES: readonly RouteDefinition<RemovalCodeTools>[] = [
  listDevices,
  getDevice,
  updateDevice,
  deleteDevice,
  getRemovalCode,
];
