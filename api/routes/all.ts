import type { RouteDefinition } from '../http/route.ts';
import { createCampus } from './campuses/create.ts';
import { deleteCampus } from './campuses/delete.ts';
import { getCampus } from './campuses/get.ts';
import { listCampuses } from './campuses/list.ts';
import { updateCampus } from './campuses/update.ts';
import { cancelCommand } from './commands/cancel.ts';
import { getCommand } from './commands/get.ts';
import { listCommands } from './commands/list.ts';
import { listDeviceCommands } from './commands/of-device.ts';
import { sendCommand } from './devices/command.ts';
import { deleteDevice } from './devices/delete.ts';
import { getDevice } from './devices/get.ts';
import { listDevices } from './devices/list.ts';
import { lockDevice } from './devices/lock.ts';
import { updateDevice } from './devices/update.ts';
import { createEnrollmentToken } from './enrollment-tokens/create.ts';
import { deleteEnrollmentToken } from './enrollment-tokens/delete.ts';
import { listEnrollmentTokens } from './enrollment-tokens/list.ts';
import { listScopes } from './scopes/list.ts';
import { createWebhook } from './webhooks/create.ts';
import { deleteWebhook } from './webhooks/delete.ts';
import { listDeliveries } from './webhooks/deliveries.ts';
import { getWebhook } from './webhooks/get.ts';
import { listWebhooks } from './webhooks/list.ts';
import { updateWebhook } from './webhooks/update.ts';

/** Every endpoint of the REST API, in the order of its document. */
export const ROUTES: readonly RouteDefinition[] = [
  listDevices,
  getDevice,
  updateDevice,
  deleteDevice,
  sendCommand,
  lockDevice,
  listDeviceCommands,
  listCommands,
  getCommand,
  cancelCommand,
  listEnrollmentTokens,
  createEnrollmentToken,
  deleteEnrollmentToken,
  listCampuses,
  createCampus,
  getCampus,
  updateCampus,
  deleteCampus,
  createWebhook,
  listWebhooks,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  listDeliveries,
  listScopes,
];
