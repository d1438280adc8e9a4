import { toOverride } from '../../store/views/override.ts';
import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { reachOf } from '../input/reach.ts';
import { createOverride as create, type OverrideTools } from './overrides.ts';

export const createOverride = defineRoute({
  method: 'POST',
  path: '/v1/overrides',
  operationId: 'createOverride',
  urgent: true,
  summary: 'Allow a site for a time',
  description:
    'For one student, device, unit or classroom session; the site and all below it. It ends by itself, on the devices too when they are off-line. A locked block of a policy still holds.',
  tag: 'Overrides',
  scope: 'policies:write',
  alsoRoles: ['helpdesk', 'teacher'],
  extension: true,
  body: ref('OverrideInput'),
  responses: { 201: ref('Override') },
  faults: ['ou_not_permitted', 'unprocessable', 'locked_by_policy'],
  handle: ({ body, caller, transact }, tools: OverrideTools) =>
    transact(async (tx) => {
      const who = { reach: reachOf(caller), createdBy: caller.actor };
      const override = await create(tx, tools, who, body);
      const after = toOverride(override);
      return {
        status: 201,
        body: after,
        headers: { location: `/v1/overrides/${override.id}` },
        version: override.updatedAt,
        audit: { action: 'override.created', target: override.id, after },
      };
    }),
});
