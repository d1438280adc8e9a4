import t from 'tap';
import { createClassroom } from '../../../../../agent/core/target/classroom.ts';
import { createTrustedTime, type TimeAnchor } from '../../../../../agent/core/time/trusted-time.ts';
import type { OverrideTarget, SessionTarget, TargetState } from '../../../../../contracts/mqtt/messages.ts';
import { createFakeClock, type FakeClock } from '../../../../support/fake-clock.ts';
import { hasFields } from '../../../../support/has-fields.ts';

const MINUTE = 60_000;
const DEVICE = 'dev_01h455vb4pex5vsknk084sn02q';
const LESSON = 'cls_01h455vb4pex5vsknk084sn02q';
const LATER = 'cls_01h455vb4pex5vsknk084sn02r';

interface Given {
  readonly clock?: FakeClock;
  readonly stored?: TimeAnchor | null;
  readonly bootId?: string;
  readonly sessions?: (now: number) => readonly Partial<SessionTarget>[];
  readonly overrides?: (now: number) => readonly Partial<OverrideTarget>[];
}

/** A device that was told the server's time once, or starts from what is stored. */
function setUp({ clock = createFakeClock(), stored, bootId = 'a', ...given }: Given = {}) {
  const started = clock.monotonic();
  const boot = { bootId, uptimeMs: () => clock.monotonic() - started };
  const time = createTrustedTime({ clock, boot, stored: stored ?? null });
  const begun = clock.now();
  if (stored === undefined) time.learn(begun);
  let user: string | null | undefined = 'ana';
  let target = targetOf(given.sessions?.(begun) ?? [], given.overrides?.(begun) ?? [], begun);
  const heard: (string | null)[] = [];
  const classroom = createClassroom({ deviceId: DEVICE, target: () => target, time, user: () => user });
  classroom.subscribe(({ deciding }) => void heard.push(deciding?.id ?? null));
  return {
    clock,
    time,
    classroom,
    heard,
    begun,
    signIn(next: string | null | undefined): void {
      user = next;
    },
    tell(sessions: readonly Partial<SessionTarget>[]): void {
      target = targetOf(sessions, [], begun);
    },
    async pass(ms: number): Promise<void> {
      await clock.advance(ms);
      classroom.look();
    },
  };
}

function targetOf(
  sessions: readonly Partial<SessionTarget>[],
  overrides: readonly Partial<OverrideTarget>[],
  now: number,
): TargetState {
  const session = { id: LESSON, name: 'Maths', mode: 'locked' as const, allowedUrls: [], students: null };
  const override = {
    id: 'ovr_1',
    site: 'wiki.example',
    scope: { type: 'device' as const, deviceId: DEVICE },
  };
  return {
    kind: 'target',
    deviceId: DEVICE,
    version: 1,
    issuedAt: now,
    expiresAt: now + 60 * MINUTE,
    lock: {
      wanted: false,
      commandId: null,
      sequence: 0,
      message: null,
      until: null,
      durationMinutes: null,
      pin: null,
    },
    settings: {
      heartbeatSeconds: 30,
      organisation: 'Springfield',
      helpLine: null,
      campuses: [],
      accountDomain: 'x.example',
    },
    sessions: sessions.map((one) => ({ ...session, startsAt: now, endsAt: now + 5 * MINUTE, ...one })),
    overrides: overrides.map((one) => ({ ...override, startsAt: now, expiresAt: now + 5 * MINUTE, ...one })),
  };
}

t.test(
  'a session begins and ends at its moments, half-open, with nobody to ask; each is told once',
  async (t) => {
    const { classroom, heard, pass } = setUp({
      sessions: (now) => [{ startsAt: now + MINUTE, endsAt: now + 3 * MINUTE }],
    });
    t.equal(classroom.look(), false, 'it has not begun');
    t.equal(classroom.lock(), null);
    await pass(MINUTE - 1);
    t.same(classroom.state().sessions, []);
    await pass(1);
    hasFields(t, classroom.lock(), { sessionId: LESSON, name: 'Maths' });
    t.equal(classroom.state().sessions.length, 1);
    await pass(2 * MINUTE - 1);
    t.ok(classroom.lock());
    await pass(1);
    t.equal(classroom.lock(), null);
    t.same(heard, [LESSON, null]);
  },
);

t.test('turning the computer’s clock while the agent runs neither ends nor begins a session', async (t) => {
  const { classroom, clock, pass } = setUp({
    sessions: (now) => [{}, { id: LATER, startsAt: now + 60 * MINUTE, endsAt: now + 70 * MINUTE }],
  });
  classroom.look();
  for (const jump of [65 * MINUTE, -130 * MINUTE, 365 * 24 * 60 * MINUTE]) {
    clock.jump(jump);
    await pass(1_000);
    t.equal(classroom.lock()?.sessionId, LESSON);
    t.equal(classroom.state().sessions.length, 1);
  }
});

t.test('a restart off-line in the middle of a session goes on with it, and it ends in time', async (t) => {
  const first = setUp();
  const anchor = first.time.anchor();
  const { clock, begun } = first;
  await clock.advance(2 * MINUTE);
  const second = setUp({
    clock,
    stored: anchor,
    bootId: 'b',
    sessions: () => [{ startsAt: begun, endsAt: begun + 5 * MINUTE }],
  });
  second.classroom.look();
  t.ok(second.classroom.lock(), 'as soon as the agent starts');
  await second.pass(3 * MINUTE);
  t.equal(second.classroom.lock(), null);
});

t.test('a laptop that was off till after the lesson is not locked at home', async (t) => {
  const first = setUp();
  const anchor = first.time.anchor();
  const { clock, begun } = first;
  await clock.advance(60 * MINUTE);
  const second = setUp({
    clock,
    stored: anchor,
    bootId: 'b',
    sessions: () => [{ startsAt: begun, endsAt: begun + 5 * MINUTE }],
  });
  second.classroom.look();
  t.equal(second.classroom.lock(), null);
});

t.test(
  'of two sessions the one with the later start decides; when it ends the earlier does again',
  async (t) => {
    const { classroom, heard, pass } = setUp({
      sessions: (now) => [{ mode: 'focus' }, { id: LATER, startsAt: now + MINUTE, endsAt: now + 2 * MINUTE }],
    });
    classroom.look();
    t.equal(classroom.lock(), null, 'focus locks no screen');
    await pass(MINUTE);
    t.equal(classroom.lock()?.sessionId, LATER);
    await pass(MINUTE);
    t.equal(classroom.state().deciding?.id, LESSON);
    t.equal(classroom.lock(), null);
    t.same(heard, [LESSON, LATER, LESSON]);
  },
);

t.test('a session of students claims only them, by the name that the system has for them', (t) => {
  const { classroom, signIn } = setUp({ sessions: () => [{ students: ['ana@x.example'] }] });
  const decides = (user: string | null | undefined): boolean => {
    signIn(user);
    classroom.look();
    return classroom.state().deciding !== null;
  };
  t.equal(decides('ana'), true, 'completed with the school’s domain');
  t.equal(decides('Ana@X.example'), true);
  t.equal(decides('bo'), false);
  t.equal(decides(null), false, 'nobody is signed in');
  t.equal(decides('ana@elsewhere.example'), false);
  t.equal(decides(undefined), true, 'before the first look at the computer the server’s word holds');
  t.end();
});

t.test('a session that the server ends is over at the next target', (t) => {
  const { classroom, tell, heard } = setUp({ sessions: () => [{}] });
  classroom.look();
  tell([]);
  t.equal(classroom.look(), true);
  t.equal(classroom.look(), false, 'nothing new');
  t.equal(classroom.lock(), null);
  t.same(heard, [LESSON, null]);
  t.end();
});

t.test('an override holds till its end and no longer, off-line too', async (t) => {
  const { classroom, pass } = setUp({ overrides: () => [{}] });
  classroom.look();
  hasFields(t, classroom.state().overrides, [{ site: 'wiki.example' }]);
  await pass(5 * MINUTE - 1);
  t.equal(classroom.state().overrides.length, 1);
  await pass(1);
  t.same(classroom.state().overrides, []);
});

t.test('a target of an old server has neither sessions nor overrides', (t) => {
  const clock = createFakeClock();
  const { sessions: _none, overrides: _neither, ...old } = targetOf([], [], clock.now());
  const classroom = createClassroom({
    deviceId: DEVICE,
    target: () => old,
    time: { now: () => clock.now() },
    user: () => null,
  });
  t.equal(classroom.look(), false);
  t.same(classroom.state(), { sessions: [], overrides: [], deciding: null });
  t.end();
});

t.test('before the first target there is no lesson', (t) => {
  const classroom = createClassroom({
    deviceId: DEVICE,
    target: () => null,
    time: { now: () => 0 },
    user: () => 'ana',
  });
  t.same(classroom.state(), { sessions: [], overrides: [], deciding: null }, 'nor before the first look');
  t.equal(classroom.look(), false);
  t.same(classroom.state(), { sessions: [], overrides: [], deciding: null });
  t.equal(classroom.lock(), null);
  t.end();
});

t.test('the lock of a lesson says whose it is, from when until when', (t) => {
  const { classroom, begun } = setUp({ sessions: () => [{}] });
  classroom.look();
  t.same(classroom.lock(), { sessionId: LESSON, name: 'Maths', since: begun, until: begun + 5 * MINUTE });
  t.end();
});

t.test('sessions and overrides stand in the state as the filter needs them', (t) => {
  const given = { students: ['ana@x.example'], mode: 'focus' as const, allowedUrls: ['wiki.example'] };
  const { classroom, begun, signIn } = setUp({
    sessions: () => [given],
    overrides: (now) => [{}, { id: 'ovr_2', startsAt: now + MINUTE }, { id: 'ovr_3', expiresAt: now }],
  });
  classroom.look();
  const session = { ...given, id: LESSON, startsAt: begun, endsAt: begun + 5 * MINUTE };
  t.strictSame(classroom.state().sessions, [session]);
  t.strictSame(classroom.state().overrides, [
    {
      id: 'ovr_1',
      site: 'wiki.example',
      scope: { type: 'device', deviceId: DEVICE },
      startsAt: begun,
      expiresAt: begun + 5 * MINUTE,
    },
  ]);
  t.strictSame(classroom.state().deciding, { ...session, name: 'Maths' });
  signIn(undefined);
  classroom.look();
  t.strictSame(classroom.state().sessions, [{ ...session, students: null }], 'nobody known yet: for all');
  t.end();
});

t.test('without a domain of the school an account is completed with none', (t) => {
  const clock = createFakeClock();
  const target = targetOf([{ students: ['ana@'] }], [], clock.now());
  const { accountDomain: _none, ...settings } = target.settings;
  const classroom = createClassroom({
    deviceId: DEVICE,
    target: () => ({ ...target, settings }),
    time: { now: () => clock.now() },
    user: () => 'ana',
  });
  classroom.look();
  t.equal(classroom.state().deciding?.id, LESSON);
  t.end();
});

t.test('who has ended to listen hears nothing more', async (t) => {
  const { classroom, heard, pass } = setUp({ sessions: () => [{}] });
  const also: string[] = [];
  const end = classroom.subscribe(({ sessions }) => void also.push(`${sessions.length} sessions`));
  classroom.look();
  end();
  await pass(5 * MINUTE);
  t.same(also, ['1 sessions']);
  t.same(heard, [LESSON, null], 'others do');
});
