import { approveEnrollmentRequest } from './requests/approve.ts';
import { listEnrollmentRequests } from './requests/list.ts';
import { refuseEnrollmentRequest } from './requests/refuse.ts';
import { createEnrollmentToken } from './tokens/create.ts';
import { deleteEnrollmentToken } from './tokens/delete.ts';
import { listEnrollmentTokens } from './tokens/list.ts';

/** The endpoints of enrollment tokens and requests. */
export const ENROLLMENT_ROUTES = [
  listEnrollmentTokens,
  createEnrollmentToken,
  deleteEnrollmentToken,
  listEnrollmentRequests,
  approveEnrollmentRequest,
  refuseEnrollmentRequest,
];
