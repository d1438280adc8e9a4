import { getEvent } from './get.ts';
import { listEvents } from './list.ts';

/** The endpoints of events. */
export const EVENT_ROUTES = [listEvents, getEvent];
