import { Type } from 'typebox';
import { MAX_USAGE_DAYS } from '../../contracts/rest/keys.ts';
import { Fault } from '../../kit/fault.ts';
import { toApiKeyUsage } from '../../store/views/api-key.ts';
import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { idParams } from '../input/parameters.ts';
import { keyOf } from './api-keys.ts';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
const Day = Type.String({ format: 'date', maxLength: 10, description: 'A UTC day, `2026-11-20`.' });

export const getApiKeyUsage = defineRoute({
  method: 'GET',
  path: '/v1/keys/{id}/usage',
  operationId: 'getApiKeyUsage',
  summary: 'What an API key was used for: requests and errors by UTC day and operation',
  description: `\`from\` and \`to\` are days, both included; the default is the last ${DEFAULT_DAYS}, at most ${MAX_USAGE_DAYS}.`,
  tag: 'Keys',
  scope: null,
  roles: ['owner'],
  extension: true,
  params: idParams('key'),
  query: Type.Object({ from: Type.Optional(Day), to: Type.Optional(Day) }),
  responses: { 200: ref('ApiKeyUsage') },
  faults: ['not_found'],
  handle: async ({ params, query, caller }, { store, clock }) => {
    const key = await keyOf(store, caller.organisationId, params.id);
    const range = readRange(query, clock.now());
    const days = await store.apiKeys.usage(key.id, range);
    return { status: 200, body: toApiKeyUsage(key, { ...range, days }) };
  },
});

function readRange(
  query: { readonly from?: string; readonly to?: string },
  now: number,
): { readonly from: string; readonly to: string } {
  const to = query.to ?? dayOf(now);
  const from = query.from ?? dayOf(Date.parse(to) - (DEFAULT_DAYS - 1) * DAY_MS);
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days >= 1 && days <= MAX_USAGE_DAYS) return { from, to };
  const detail = `"from" is not after "to", and they are at most ${MAX_USAGE_DAYS} days apart.`;
  throw new Fault('validation_failed', detail, {
    extras: { errors: [{ in: 'query', parameter: 'from', code: 'range', detail }] },
  });
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
