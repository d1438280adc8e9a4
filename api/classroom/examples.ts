import { AT, DEVICE, listOf } from '../openapi/example-values.ts';

const SESSION = 'cls_01kafw2n7qd5g8h1j3k6m9p2rs';
const KEY = 'key_01kafw2n7qd5g8h1j3k6m9p2rs';

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

const override = {
  id: 'ovr_01kafw2n7qd5g8h1j3k6m9p2rs',
  scope: { type: 'student', id: 'usr_01kafw2n7qd5g8h1j3k6m9p2rs' },
  site: 'wiki.example',
  reason: 'Ticket 4711',
  expiresAt: '2026-11-20T12:00:00.000Z',
  endedAt: null,
  createdBy: KEY,
  createdAt: AT,
  updatedAt: AT,
};

/** Of classroom sessions and overrides. */
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
  Override: override,
  OverrideList: listOf(override),
  OverrideInputScopeStudent: { type: 'student', id: 'ana@x.example' },
  OverrideInputScopeDevice: { type: 'device', id: DEVICE },
  OverrideInputScopeOu: { type: 'ou', id: '/Springfield/High' },
  OverrideInputScopeSession: { type: 'session', id: 'cls_01kafw3v5xe8m9t2q4r6y8b0cd' },
  OverrideInput: {
    scope: override.scope,
    site: override.site,
    ttlMinutes: 120,
    reason: override.reason,
  },
};
