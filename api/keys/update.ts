import { Fault } from '../../kit/fault.ts';
import { toApiKey } from '../../store/views/api-key.ts';
import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { idParams } from '../input/parameters.ts';
import { namedOu, reachOf } from '../input/reach.ts';
import { readApiKeyPatch } from './api-key-input.ts';
import { keyOf } from './api-keys.ts';

export const updateApiKey = defineRoute({
  method: 'PATCH',
  path: '/v1/keys/{id}',
  operationId: 'updateApiKey',
  summary: 'Change what an API key may do, and until when',
  tag: 'Keys',
  scope: null,
  roles: ['owner'],
  extension: true,
  params: idParams('key'),
  body: ref('ApiKeyPatch'),
  responses: { 200: ref('ApiKey') },
  faults: ['not_found', 'conflict', 'unprocessable', 'precondition_failed'],
  handle: ({ params, body, caller, checkIfMatch, transact }, { clock }) =>
    transact(async (tx) => {
      const known = await keyOf(tx, caller.organisationId, params.id);
      checkIfMatch(known.version);
      if (known.revokedAt !== null) throw new Fault('conflict', 'The key is revoked: make a new one.');
      const now = clock.now();
      const unit = body.ou == null ? null : await namedOu(tx, reachOf(caller), body.ou);
      const changes = {
        ...readApiKeyPatch(body, now),
        ...(body.ou === undefined ? {} : { ouId: unit?.id ?? null }),
      };
      const key = (await tx.apiKeys.update(caller.organisationId, known.id, changes, now)) ?? known;
      tx.wake({ kind: 'api_keys' });
      return {
        status: 200,
        body: toApiKey(key),
        version: key.version,
        audit: { action: 'key.updated', target: key.id, before: toApiKey(known), after: toApiKey(key) },
      };
    }),
});
