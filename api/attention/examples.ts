import { AT } from '../openapi/example-values.ts';

const item = {
  kind: 'unprotected_devices',
  severity: 'high',
  count: 2,
  since: null,
  link: '/v1/devices?status=online&protection=unprotected',
};

/** One example for each schema of what needs attention. */
export const ATTENTION_EXAMPLES = {
  AttentionItem: item,
  Attention: { data: [item], generatedAt: AT },
} as const;
