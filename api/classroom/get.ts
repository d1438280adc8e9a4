import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { idParams } from '../input/parameters.ts';
import { classroomCaller, sessionInReach, showSession } from './sessions.ts';

export const getClassroomSession = defineRoute({
  method: 'GET',
  path: '/v1/classroom/sessions/{id}',
  operationId: 'getClassroomSession',
  summary: 'Get one classroom session',
  tag: 'Classroom',
  scope: 'classroom:write',
  extension: true,
  params: idParams('cls'),
  view: { action: 'classroom_sessions.viewed', keysTogether: true },
  responses: { 200: ref('ClassroomSession') },
  faults: ['not_found'],
  handle: async ({ params, caller }, { store }) => {
    const session = await sessionInReach(store, await classroomCaller(store, caller), params.id);
    return { status: 200, body: await showSession(store, session), version: session.version };
  },
});
