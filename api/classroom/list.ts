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
import { listOf } from '../http/schemas/schema-ref.ts';
import { manyOf } from '../input/parameters.ts';
import { withinReach } from '../input/reach.ts';
import { classroomCaller } from './sessions.ts';

const SORTABLE = ['startsAt', 'createdAt', 'name'] as const satisfies readonly ClassroomSessionSortField[];
type SessionQuery = ListQuery<ClassroomSessionFilter, ClassroomSessionSortField>;

export const listClassroomSessions = defineRoute({
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
});

async function withConflicts(sessions: ClassroomSessionStore, list: SessionQuery) {
  const found = await sessions.list(list);
  const conflicts = await sessions.conflictsOf(found.rows.map(({ id }) => id));
  const rows = found.rows.map((row) => ({ id: row.id, shown: toClassroomSession(row, conflicts) }));
  return { ...found, rows } satisfies ListPage<unknown>;
}
