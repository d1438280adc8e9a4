import { toApiKey } from '../../store/views/api-key.ts';
import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { namedOu, reachOf } from '../input/reach.ts';
import { readApiKey } from './api-key-input.ts';
import { issueKey } from './api-keys.ts';

export const createApiKey = defineRoute({
  method: 'POST',
  path: '/v1/keys',
  operationId: 'createApiKey',
  summary: 'Make an API key; its secret is shown this once',
  tag: 'Keys',
  scope: null,
  roles: ['owner'],
  extension: true,
  body: ref('ApiKeyInput'),
  responses: { 201: ref('CreatedApiKey') },
  faults: ['unprocessable'],
  secretAnswer: true,
  handle: ({ body, caller, transact }, tools) =>
    transact(async (tx) => {
      const { organisationId } = caller;
      const organisation = await tx.organisations.get(organisationId);
      const defaultTier = organisation?.kind === 'sandbox' ? 'development' : 'enterprise';
      const unit = body.ou == null ? null : await namedOu(tx, reachOf(caller), body.ou);
      const { key, text } = await issueKey(tx, tools, {
        ...readApiKey(body, tools.clock.now(), defaultTier),
        organisationId,
        ouPath: unit?.path ?? null,
      });
      return {
        status: 201,
        body: { ...toApiKey(key), secret: text },
        headers: { location: `/v1/keys/${key.id}` },
        version: key.version,
        audit: { action: 'key.created', target: key.id, after: toApiKey(key) },
      };
    }),
});
