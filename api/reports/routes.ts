import { getWeeklyReport } from './get-weekly.ts';

/** The endpoints of reports. */
export const REPORT_ROUTES = [getWeeklyReport];
