import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { idParams } from '../input/parameters.ts';
import { changeSession, classroomCaller, sessionInReach, showSession } from './sessions.ts';

export const updateClassroomSession = defineRoute({
  method: 'PATCH',
  path: '/v1/classroom/sessions/{id}',
  operationId: 'updateClassroomSession',
  urgent: true,
  summary: 'Extend or change a classroom session',
  tag: 'Classroom',
  scope: 'classroom:write',
  extension: true,
  params: idParams('cls'),
  body: ref('ClassroomSessionPatch'),
  responses: { 200: ref('ClassroomSession') },
  faults: ['not_found', 'conflict', 'precondition_failed', 'unprocessable'],
  handle: ({ params, body, caller, checkIfMatch, transact }, tools) =>
    transact(async (tx) => {
      const known = await sessionInReach(tx, await classroomCaller(tx, caller), params.id);
      checkIfMatch(known.version);
      const before = await showSession(tx, known);
      const session = await changeSession(tx, tools, known, body);
      const after = await showSession(tx, session);
      return {
        status: 200,
        body: after,
        version: session.version,
        ...(session.version === known.version
          ? {}
          : { audit: { action: 'classroom_session.updated', target: session.id, before, after } }),
      };
    }),
});
