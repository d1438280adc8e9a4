import { createPolicy } from './create.ts';
import { deletePolicy } from './delete.ts';
import { explainVerdict } from './explain.ts';
import { getPolicy } from './get.ts';
import { listPolicies } from './list.ts';
import { previewPolicy } from './preview.ts';
import { updatePolicy } from './update.ts';

/** The endpoints of policies. */
export const POLICY_ROUTES = [
  listPolicies,
  createPolicy,
  getPolicy,
  updatePolicy,
  deletePolicy,
  explainVerdict,
  previewPolicy,
];
