import { toApiKey } from '../../store/views/api-key.ts';
import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { idParams } from '../input/parameters.ts';
import { keyOf } from './api-keys.ts';

export const getApiKey = defineRoute({
  method: 'GET',
  path: '/v1/keys/{id}',
  operationId: 'getApiKey',
  summary: 'Get one API key; never its secrets',
  tag: 'Keys',
  scope: null,
  roles: ['owner'],
  extension: true,
  params: idParams('key'),
  responses: { 200: ref('ApiKey') },
  faults: ['not_found'],
  handle: async ({ params, caller }, { store }) => {
    const key = await keyOf(store, caller.organisationId, params.id);
    return { status: 200, body: toApiKey(key), version: key.version };
  },
});
