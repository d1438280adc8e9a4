import t from 'tap';
import {
  classroomCaller,
  createSession,
  sessionInReach,
  stopSession,
} from '../../../../api/classroom/sessions.ts';
import type { Caller } from '../../../../api/http/authentication/caller.ts';
import type { Role } from '../../../../contracts/roles.ts';
import { createIdSource, systemRandom } from '../../../../kit/random.ts';
import type { AccountStore } from '../../../../store/ports/accounts.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { createTestStore } from '../../../support/test-store.ts';

const signedIn = (role: Role): Caller => ({
  actor: 'acc_1',
  credential: { kind: 'session', accountId: 'acc_1', role },
  scopes: ['classroom:write'],
  ouPath: null,
  organisationId: 1,
  timezone: 'UTC',
  plan: 'enterprise',
});
const accounts = {
  get: (_organisation: number, id: string) =>
    Promise.resolve(id === 'acc_1' ? { email: 'Tea@x.example' } : null),
} as unknown as AccountStore;

t.test('a teacher sees and makes only sessions of their own; an administrator those of all', async (t) => {
  const clock = createFakeClock();
  const store = await createTestStore(t, { clock });
  const tools = { clock, ids: createIdSource({ clock, random: systemRandom }) };
  const teacher = await classroomCaller({ accounts }, signedIn('teacher'));
  const admin = await classroomCaller({ accounts }, signedIn('admin'));
  t.equal(teacher.teacher, 'tea@x.example');
  t.equal(admin.teacher, null);
  const input = { name: 'Maths', durationMinutes: 5, ou: '/' };
  const make = (who: typeof teacher, email: string) =>
    store.transaction((tx) => createSession(tx, tools, who, { ...input, teacher: email }));
  const own = await make(teacher, 'TEA@x.example');
  const other = await make(admin, 'art@x.example');
  await t.rejects(make(teacher, 'art@x.example'), { code: 'unprocessable' });
  t.equal((await sessionInReach(store, teacher, own.id)).id, own.id);
  await t.rejects(sessionInReach(store, teacher, other.id), { code: 'not_found' });
  t.equal((await sessionInReach(store, admin, own.id)).id, own.id);
});

t.test('an end that comes after the planned one, before anybody marked it, is the planned one', async (t) => {
  const clock = createFakeClock();
  const store = await createTestStore(t, { clock });
  const tools = { clock, ids: createIdSource({ clock, random: systemRandom }) };
  const who = { reach: { organisationId: 1, ouPath: null }, teacher: null, actor: 'key_1' };
  const session = await store.transaction((tx) =>
    createSession(tx, tools, who, { name: 'Maths', teacher: 'tea@x.example', durationMinutes: 5, ou: '/' }),
  );
  clock.jump(10 * 60_000);
  const ended = await store.transaction((tx) => stopSession(tx, tools, session));
  t.equal(ended.endedAt, session.endsAt);
  t.equal(ended.status, 'ended');
});
