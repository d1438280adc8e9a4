import t from 'tap';
import type { ClassroomSessionRecord, SessionStatus } from '../../../../store/ports/classroom.ts';
import { changedSession, sessionAfterStep } from '../../../../store/rules/session-steps.ts';
import { hasFields } from '../../../support/has-fields.ts';

const MINUTE = 60_000;

function session(status: SessionStatus): ClassroomSessionRecord {
  return {
    id: 'cls_1',
    organisationId: 1,
    name: 'Maths',
    teacher: 'teacher@school.example',
    studentEmails: ['a@school.example'],
    ouId: null,
    deviceIds: [],
    ouPath: null,
    placeOuId: 'ou_1',
    startsAt: 1_000_000,
    durationMinutes: 45,
    endsAt: 1_000_000 + 45 * MINUTE,
    mode: 'focus',
    allowedUrls: ['maths.example'],
    status,
    endedAt: null,
    createdBy: 'key_1',
    createdAt: 900_000,
    updatedAt: 950_000,
    version: 3,
  } as ClassroomSessionRecord;
}

t.test('a step leads from the status before it and from no other', async (t) => {
  const allowed = (['scheduled', 'active', 'ended', 'cancelled'] as const).flatMap((from) =>
    (['active', 'ended', 'cancelled'] as const).flatMap((to) =>
      sessionAfterStep(session(from), { to, at: 2_000_000 }) === null ? [] : [`${from} to ${to}`],
    ),
  );
  t.strictSame(allowed, ['scheduled to active', 'scheduled to cancelled', 'active to ended']);
});

t.test(
  'a session that begins has not ended; one that ends or is cancelled has, at that moment',
  async (t) => {
    const at = 2_000_000;
    const began = sessionAfterStep(session('scheduled'), { to: 'active', at });
    t.strictSame(began, {
      ...session('scheduled'),
      status: 'active',
      endedAt: null,
      updatedAt: at,
      version: 4,
    });
    hasFields(t, sessionAfterStep(session('active'), { to: 'ended', at }), { status: 'ended', endedAt: at });
    hasFields(t, sessionAfterStep(session('scheduled'), { to: 'cancelled', at }), {
      status: 'cancelled',
      endedAt: at,
    });
  },
);

t.test('a step of the past does not set the time of the last change back', async (t) => {
  hasFields(t, sessionAfterStep(session('active'), { to: 'ended', at: 940_000 }), {
    endedAt: 940_000,
    updatedAt: 950_000,
  });
});

t.test('a session that is over cannot be changed; one that is not can', async (t) => {
  for (const [status, changes] of [
    ['scheduled', true],
    ['active', true],
    ['ended', false],
    ['cancelled', false],
  ] as const)
    t.equal(changedSession(session(status), { name: 'Art' }, 2_000_000) !== null, changes, status);
});

t.test('a change sets what it names, and the end by the length', async (t) => {
  const before = session('active');
  t.strictSame(
    changedSession(
      before,
      {
        name: 'Art',
        mode: 'locked',
        allowedUrls: ['art.example'],
        durationMinutes: 60,
      },
      2_000_000,
    ),
    {
      ...before,
      name: 'Art',
      mode: 'locked',
      allowedUrls: ['art.example'],
      durationMinutes: 60,
      endsAt: 1_000_000 + 60 * MINUTE,
      updatedAt: 2_000_000,
      version: 4,
    },
  );
  t.strictSame(changedSession(before, {}, 2_000_000), { ...before, updatedAt: 2_000_000, version: 4 });
  hasFields(t, changedSession(before, { allowedUrls: [] }, 2_000_000), { allowedUrls: [] });
});
