import { toApiKey } from '../../store/views/api-key.ts';
import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { idParams } from '../input/parameters.ts';
import { keyOf, rotateKey } from './api-keys.ts';

export const rotateApiKey = defineRoute({
  method: 'POST',
  path: '/v1/keys/{id}/rotate',
  operationId: 'rotateApiKey',
  urgent: true,
  summary: 'Give an API key a new secret, shown this once; the former one ends after a grace',
  tag: 'Keys',
  scope: null,
  roles: ['owner'],
  extension: true,
  params: idParams('key'),
  body: ref('ApiKeyRotation'),
  bodyOptional: true,
  responses: { 200: ref('CreatedApiKey') },
  faults: ['not_found', 'conflict'],
  secretAnswer: true,
  handle: ({ params, body, caller, transact }, tools) =>
    transact(async (tx) => {
      const { organisationId } = caller;
      const before = toApiKey(await keyOf(tx, organisationId, params.id));
      const { key, text } = await rotateKey(tx, tools, {
        organisationId,
        id: params.id,
        graceSeconds: body.graceSeconds,
      });
      return {
        status: 200,
        body: { ...toApiKey(key), secret: text },
        version: key.version,
        audit: { action: 'key.rotated', target: key.id, before, after: toApiKey(key) },
      };
    }),
});
