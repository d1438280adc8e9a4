import type { ExplainRequest } from '../../contracts/rest/policies.ts';
import { defineRoute, type ViewQuestion } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { reachOf } from '../input/reach.ts';
import { type ExplainTools, explain } from './explanation.ts';

/** Of whom it is asked; many addresses of one person are told together. */
function questionOf(body: unknown): ViewQuestion {
  const { user, deviceId } = body as ExplainRequest;
  return { target: user ?? deviceId ?? null, filter: { user, deviceId } };
}

export const explainVerdict = defineRoute({
  method: 'POST',
  path: '/v1/policies/explain',
  operationId: 'explainVerdict',
  urgent: true,
  summary: 'Explain what becomes of a request, and why',
  description:
    'Decides as the device does. A past `at` uses the policies, overrides and sessions in force then; who is on the device and who belongs to which unit are as today. A future one, at most a year ahead, uses what stands now.',
  tag: 'Policies',
  scope: 'policies:read',
  personal: true,
  extension: true,
  body: ref('ExplainRequest'),
  view: { action: 'verdict.explained', of: questionOf },
  responses: { 200: ref('Explanation') },
  faults: ['unprocessable'],
  handle: async ({ body, caller }, tools: ExplainTools) => ({
    status: 200,
    body: await explain(tools, { reach: reachOf(caller), request: body }),
  }),
});
