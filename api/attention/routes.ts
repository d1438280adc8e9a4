import { timestamp } from '../../store/views/timestamp.ts';
import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { attentionOf } from './attention.ts';
import type { AttentionTools } from './checks.ts';

/** The endpoint of what needs somebody. */
export const ATTENTION_ROUTES = [
  defineRoute({
    method: 'GET',
    path: '/v1/attention',
    operationId: 'getAttention',
    summary: 'What needs a person now, the most urgent first',
    description:
      'Each kind with how many there are, since when, and the address that answers with exactly those: alerts about the safety of people; a full disk; on-line devices that are unprotected, behind for more than 10 minutes, or whose lock is unconfirmed for more than 5; requests for access that wait for more than 10 minutes; devices that ask to be enrolled anew; held updates of category lists; failing webhooks; addresses to which mails about alerts cannot be sent; API keys that expire within 14 days; a backup that is older than a week. A caller sees what the linked call would answer to it.',
    tag: 'Search',
    scope: null,
    extension: true,
    responses: { 200: ref('Attention') },
    handle: async ({ caller }, tools: AttentionTools) => ({
      status: 200,
      body: { data: [...(await attentionOf(tools, caller))], generatedAt: timestamp(tools.clock.now()) },
    }),
  }),
];
