import { listActivity } from './list-activity.ts';
import { listLogs } from './list-logs.ts';

/** The endpoints of logs and activity. */
export const RECORD_ROUTES = [listLogs, listActivity];
