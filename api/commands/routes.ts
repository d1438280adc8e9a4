import { sendCommandBatch } from './batch.ts';
import { cancelCommand } from './cancel.ts';
import { getCommand } from './get.ts';
import { getCommandBatch } from './get-batch.ts';
import { listCommands } from './list.ts';
import { lockDevice } from './lock-device.ts';
import { listDeviceCommands } from './of-device.ts';
import { sendCommand } from './send.ts';

/** The endpoints of commands and batches of them. */
export const COMMAND_ROUTES = [
  sendCommand,
  lockDevice,
  listDeviceCommands,
  listCommands,
  getCommand,
  cancelCommand,
  sendCommandBatch,
  getCommandBatch,
];
