import { AT, DEVICE, KEY, listOf } from '../openapi/example-values.ts';

const SESSION = 'cls_01kafw2n7qd5g8h1j3k6m9p2rs';

const session = {
  id: SESSION,
  name: 'Maths 9B',
  teacher: 'tea@x.example',
  studentEmails: ['ana@x.example'],
  ou: null,
  deviceIds: [],
  startsAt: AT,
  durationMinutes: 50,
  endsAt: '2026-11-20T10:50:00.000Z',
  mode: 'focus',
  allowedUrls: ['geogebra.org'],
  status: 'active',
  endedAt: null,
  conflicts: [
    {
      sessionId: 'cls_01kafw3v5xe8m9t2q4r6y8b0cd',
      teacher: 'art@x.example',
      studentEmails: ['ana@x.example'],
      deviceIds: [DEVICE],
      since: '2026-11-20T10:20:00.000Z',
      endedAt: null,
    },
  ],
  createdBy: KEY,
  createdAt: AT,
  updatedAt: AT,
};

/** One example for each schema of classroom sessions. */
export const CLASSROOM_EXAMPLES: Readonly<Record<string, object>> = {
  ClassroomSession: session,
  ClassroomSessionList: listOf(session),
  ClassroomSessionInput: {
    name: session.name,
    teacher: session.teacher,
    durationMinutes: session.durationMinutes,
    studentEmails: session.studentEmails,
    mode: session.mode,
    allowedUrls: session.allowedUrls,
  },
  ClassroomSessionPatch: { durationMinutes: 60 },
};
