import { deleteDevice } from './delete.ts';
import { getDevice } from './get.ts';
import { listDevices } from './list.ts';
import { updateDevice } from './update.ts';

/** The endpoints of devices. */
export const DEVICE_ROUTES = [listDevices, getDevice, updateDevice, deleteDevice];
