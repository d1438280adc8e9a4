import { Type } from 'typebox';
import { SESSION_MODES, SESSION_STATES } from '../../contracts/rest/classroom.ts';
import { closed, OneOf } from '../../contracts/rest/resources.ts';
import type {
  ClassroomSessionFilter,
  ClassroomSessionSortField,
  ClassroomSessionStore,
} from '../../store/ports/classroom.ts';
import type { ListPage, ListQuery } from '../../store/ports/list.ts';
import { toClassroomSession } from '../../store/views/classroom-session.ts';
import { PAGE_WINDOW } from '../http/lists/list-rules.ts';
import { readTimeRange, timeRangeParameters } from '../http/lists/time-range.ts';
import { defineRoute } from '../http/route.ts';
import { listOf, ref } from '../http/schemas/schema-ref.ts';
import { idParams, manyOf } from '../input/parameters.ts';
import { withinReach } from '../input/reach.ts';
import {
  changeSession,
  classroomCaller,
  createSession,
  sessionInReach,
  showSession,
  stopSession,
} from './sessions.ts';

const SORTABLE = ['startsAt', 'createdAt', 'name'] as const satisfies readonly ClassroomSessionSortField[];

type SessionQuery = ListQuery<ClassroomSessionFilter, ClassroomSessionSortField>;

/** The endpoints of classroom sessions. */
export const CLASSROOM_ROUTES = [
  defineRoute({
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
  }),

  defineRoute({
    method: 'GET',
    path: '/v1/classroom/sessions',
    operationId: 'listClassroomSessions',
    summary: 'List classroom sessions',
    description: '`from` and `to` bound the start.',
    tag: 'Classroom',
    scope: 'classroom:write',
    extension: true,
    query: Type.Object(
      {
        status: manyOf(OneOf(SESSION_STATES)),
        mode: manyOf(OneOf(SESSION_MODES)),
        teacher: manyOf(Type.String({ minLength: 1, maxLength: 254 })),
        ...timeRangeParameters({}),
      },
      closed,
    ),
    list: { sortable: SORTABLE, defaultSort: '-startsAt', pageWindow: PAGE_WINDOW },
    view: { action: 'classroom_sessions.viewed' },
    responses: { 200: listOf('ClassroomSession') },
    handle: async ({ query, caller, page }, { store, clock }) => {
      const { status, mode, teacher, ...bounds } = query;
      const who = await classroomCaller(store, caller);
      const range = readTimeRange(bounds, {}, { now: clock.now(), timezone: caller.timezone });
      const teachers = who.teacher === null ? teacher : [who.teacher];
      const filter: ClassroomSessionFilter = {
        ...(status === undefined ? {} : { status }),
        ...(mode === undefined ? {} : { mode }),
        ...(teachers === undefined ? {} : { teacher: teachers }),
        ...range,
        ...withinReach(who.reach),
      };
      return await page(
        filter,
        (list: SessionQuery) => withConflicts(store.classroomSessions, list),
        (row) => row.shown,
      );
    },
  }),

  defineRoute({
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
  }),

  defineRoute({
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
  }),

  defineRoute({
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
            : {
                audit: { action: `classroom_session.${session.status}`, target: session.id, before, after },
              }),
        };
      }),
  }),
];

async function withConflicts(sessions: ClassroomSessionStore, list: SessionQuery) {
  const found = await sessions.list(list);
  const conflicts = await sessions.conflictsOf(found.rows.map(({ id }) => id));
  const rows = found.rows.map((row) => ({ id: row.id, shown: toClassroomSession(row, conflicts) }));
  return { ...found, rows } satisfies ListPage<unknown>;
}
