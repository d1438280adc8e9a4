import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { idParams } from '../input/parameters.ts';
import { classroomCaller, sessionInReach, showSession, stopSession } from './sessions.ts';

export const endClassroomSession = defineRoute({
  method: 'POST',
  path: '/v1/classroom/sessions/{id}/end',
  operationId: 'endClassroomSession',
  urgent: true,
  summary: 'End a classroom session, or cancel one that has not begun',
  description: 'A session that is over stays as it is.',
  tag: 'Classroom',
  scope: 'classroom:write',
  extension: true,
  params: idParams('cls'),
  responses: { 200: ref('ClassroomSession') },
  faults: ['not_found'],
  handle: ({ params, caller, transact }, tools) =>
    transact(async (tx) => {
      const known = await sessionInReach(tx, await classroomCaller(tx, caller), params.id);
      const before = await showSession(tx, known);
      const session = await stopSession(tx, tools, known);
      const after = await showSession(tx, session);
      return {
        status: 200,
        body: after,
        version: session.version,
        ...(session.version === known.version
          ? {}
          : { audit: { action: `classroom_session.${session.status}`, target: session.id, before, after } }),
      };
    }),
});
