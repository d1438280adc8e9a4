import { listAudit } from './list.ts';

/** The endpoints of the audit. */
export const AUDIT_ROUTES = [listAudit];
