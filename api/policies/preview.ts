import type { PreviewRequest } from '../../contracts/rest/policies.ts';
import { defineRoute, type ViewQuestion } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { reachOf } from '../input/reach.ts';
import { type PreviewTools, previewPolicy as preview } from './policy-preview.ts';

/** For whom a draft is and what it is about; how its rules decide is no matter of who looked at what. */
function questionOf(body: unknown): ViewQuestion {
  const { policy, replaces, days } = body as PreviewRequest;
  const domains = (policy.rules ?? []).flatMap(({ match }) => match?.domains ?? []);
  const filter = { forWhom: policy.target ?? null, domains: domains.slice(0, MAX_DOMAINS), replaces, days };
  return { target: replaces ?? null, filter };
}

/** Of a draft with long lists the first say what it is about. */
const MAX_DOMAINS = 20;

export const previewPolicy = defineRoute({
  method: 'POST',
  path: '/v1/policies/preview',
  operationId: 'previewPolicy',
  urgent: true,
  summary: 'Try a policy out on the requests of the last days',
  description:
    'Saves nothing. Compares the verdicts of the present policies with those after the draft; `replaces` names the policy whose place it takes. It shows what groups of people visited, never fewer than five. At most 30 a minute.',
  tag: 'Policies',
  scope: 'policies:read',
  alsoScopes: ['logs:read'],
  personal: true,
  extension: true,
  quota: { name: 'preview', perMinute: 30 },
  body: ref('PreviewRequest'),
  view: { action: 'policy.previewed', of: questionOf },
  responses: { 200: ref('Preview') },
  faults: ['ou_not_permitted', 'unprocessable'],
  handle: async ({ body, caller, gone }, tools: PreviewTools) => {
    const { timezone } = caller;
    const request = { reach: reachOf(caller), timezone, request: body, gone };
    return { status: 200, body: await preview(tools, request) };
  },
});
