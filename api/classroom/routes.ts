import { createClassroomSession } from './create.ts';
import { endClassroomSession } from './end.ts';
import { getClassroomSession } from './get.ts';
import { listClassroomSessions } from './list.ts';
import { updateClassroomSession } from './update.ts';

/** The endpoints of classroom sessions. */
export const CLASSROOM_ROUTES = [
  createClassroomSession,
  listClassroomSessions,
  getClassroomSession,
  updateClassroomSession,
  endClassroomSession,
];
