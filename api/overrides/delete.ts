import { toOverride } from '../../store/views/override.ts';
import { defineRoute } from '../http/route.ts';
import { notFound } from '../input/field-fault.ts';
import { idParams } from '../input/parameters.ts';
import { reachOf } from '../input/reach.ts';
import { endOverride } from './life.ts';
import { overrideInReach } from './overrides.ts';

export const deleteOverride = defineRoute({
  method: 'DELETE',
  path: '/v1/overrides/{id}',
  operationId: 'deleteOverride',
  summary: 'End an override before its time',
  description: 'One whose time is over cannot be ended any more: 404.',
  tag: 'Overrides',
  scope: 'policies:write',
  alsoRoles: ['helpdesk', 'teacher'],
  extension: true,
  params: idParams('ovr'),
  responses: { 204: null },
  faults: ['not_found', 'precondition_failed'],
  handle: ({ params, caller, checkIfMatch, transact }, { clock }) =>
    transact(async (tx) => {
      const known = await overrideInReach(tx, reachOf(caller), params.id);
      checkIfMatch(known.updatedAt);
      const ended = await endOverride(tx, known, { by: 'ended', at: clock.now() });
      if (ended === null) throw notFound('override');
      return {
        status: 204,
        audit: {
          action: 'override.ended',
          target: ended.id,
          before: toOverride(known),
          after: toOverride(ended),
        },
      };
    }),
});
