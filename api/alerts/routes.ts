import { getAlert } from './get.ts';
import { listAlerts } from './list.ts';
import { updateAlert } from './update.ts';

/** The endpoints of alerts. */
export const ALERT_ROUTES = [listAlerts, getAlert, updateAlert];
