import { toApiKey } from '../../store/views/api-key.ts';
import { defineRoute } from '../http/route.ts';
import { idParams } from '../input/parameters.ts';
import { keyOf, revokeKey } from './api-keys.ts';

export const revokeApiKey = defineRoute({
  method: 'DELETE',
  path: '/v1/keys/{id}',
  operationId: 'revokeApiKey',
  summary: 'Revoke an API key at once and for good',
  description: 'The record stays and can still be read, for its usage. A second time is 404.',
  tag: 'Keys',
  scope: null,
  roles: ['owner'],
  extension: true,
  params: idParams('key'),
  responses: { 204: null },
  faults: ['not_found', 'precondition_failed'],
  handle: ({ params, caller, checkIfMatch, transact }, { clock }) =>
    transact(async (tx) => {
      const { organisationId } = caller;
      const known = await keyOf(tx, organisationId, params.id);
      checkIfMatch(known.version);
      await revokeKey(tx, { organisationId, id: known.id, now: clock.now() });
      const after = toApiKey(await keyOf(tx, organisationId, known.id));
      return {
        status: 204,
        audit: { action: 'key.revoked', target: known.id, before: toApiKey(known), after },
      };
    }),
});
