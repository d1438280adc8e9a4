import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { classroomCaller, createSession, showSession } from './sessions.ts';

export const createClassroomSession = defineRoute({
  method: 'POST',
  path: '/v1/classroom/sessions',
  operationId: 'createClassroomSession',
  urgent: true,
  summary: 'Create a classroom session',
  description:
    'Give exactly one of `studentEmails`, `ou` and `deviceIds`. Students are met where they are signed in, also later. The devices begin and end the session by themselves; of two that claim the same student or device, the one with the later start is obeyed, and the earlier one lists it under `conflicts`.',
  tag: 'Classroom',
  scope: 'classroom:write',
  extension: false,
  body: ref('ClassroomSessionInput'),
  responses: { 201: ref('ClassroomSession') },
  faults: ['ou_not_permitted', 'unprocessable'],
  handle: ({ body, caller, transact }, tools) =>
    transact(async (tx) => {
      const session = await createSession(tx, tools, await classroomCaller(tx, caller), body);
      const after = await showSession(tx, session);
      return {
        status: 201,
        body: after,
        headers: { location: `/v1/classroom/sessions/${session.id}` },
        version: session.version,
        audit: { action: 'classroom_session.created', target: session.id, after },
      };
    }),
});
