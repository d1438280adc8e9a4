import { defineRoute } from '../../http/route.ts';
import { ref } from '../../http/schema-ref.ts';
import { previewPolicy as preview } from '../../services/policy-preview.ts';
import { reachOf } from '../../services/reach.ts';

export const previewPolicy = defineRoute({
  method: 'POST',
  path: '/v1/policies/preview',
  operationId: 'previewPolicy',
  summary: 'Try a policy out on the requests of the last days',
  description:
    'Saves nothing. Compares the verdicts of the present policies with those after the draft; `replaces` names the policy whose place it takes. At most 30 a minute.',
  tag: 'Policies',
  scope: 'policies:read',
  extension: true,
  quota: { name: 'preview', perMinute: 30 },
  body: ref('PreviewRequest'),
  responses: { 200: ref('Preview') },
  faults: ['ou_not_permitted', 'unprocessable'],
  handle: async ({ body, caller, gone }, tools) => {
    const { timezone } = caller;
    const request = { reach: reachOf(caller), timezone, request: body, gone };
    return { status: 200, body: await preview(tools, request) };
  },
});
