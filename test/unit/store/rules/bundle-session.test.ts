import t from 'tap';
import type { SessionInForce } from '../../../../store/ports/classroom.ts';
import { bundleSession } from '../../../../store/rules/policy-bundle.ts';

const TOLD = { id: 'cls_1', mode: 'focus', allowedUrls: ['maths.example'], startsAt: 1, endsAt: 2 };

function session(claims: Partial<SessionInForce>): SessionInForce {
  const nobody = { name: 'Maths', studentEmails: [], ouPath: null, deviceIds: [] };
  return { ...TOLD, ...nobody, ...claims } as unknown as SessionInForce;
}

const NOBODY = { deviceId: null, deviceOuPath: null, user: null, userOuPath: null };
const DEVICE = { ...NOBODY, deviceId: 'dev_1', deviceOuPath: '/High/9' };
const PERSON = { ...NOBODY, user: 'Ana@School.example', userOuPath: '/High/9' };

t.test('a session claims a device by its id or its unit, whoever is signed in', async (t) => {
  for (const claims of [{ deviceIds: ['dev_0', 'dev_1'] }, { ouPath: '/High' }, { ouPath: '/High/9' }])
    t.strictSame(bundleSession(session(claims as Partial<SessionInForce>), { ...DEVICE, user: 'b@x' }), {
      ...TOLD,
      students: null,
    });
});

t.test('it claims a person by the address in any case, or the unit', async (t) => {
  for (const claims of [{ studentEmails: ['ana@school.example'] }, { ouPath: '/High' }])
    t.strictSame(bundleSession(session(claims), PERSON), { ...TOLD, students: ['ana@school.example'] });
});

t.test('the person of a unit is claimed on a device of another', async (t) => {
  const both = { ...PERSON, deviceId: 'dev_1', deviceOuPath: '/Staff' };
  t.strictSame(bundleSession(session({ ouPath: '/High' }), both)?.students, ['ana@school.example']);
});

t.test('it claims nobody else', async (t) => {
  for (const subject of [NOBODY, DEVICE, PERSON])
    t.equal(bundleSession(session({}), subject), null, 'a session without units');
  const unit = session({ ouPath: '/High' });
  t.equal(bundleSession(unit, { ...DEVICE, deviceOuPath: null }), null);
  t.equal(bundleSession(unit, { ...DEVICE, deviceOuPath: '/Higher' }), null);
  t.equal(bundleSession(unit, { ...PERSON, userOuPath: null }), null);
  t.equal(bundleSession(unit, { ...PERSON, userOuPath: '/Low' }), null);
  t.equal(bundleSession(unit, { ...NOBODY, userOuPath: '/High' }), null, 'nobody is signed in');
  t.equal(bundleSession(unit, { ...NOBODY, deviceOuPath: '/High' }), null, 'no device is asked about');
  const all = session({ ouPath: '/' });
  t.equal(bundleSession(all, { ...DEVICE, deviceOuPath: null }), null, 'a device without a unit');
  t.equal(bundleSession(all, { ...PERSON, userOuPath: null }), null, 'a person outside the roster');
  const students = session({ studentEmails: ['ana@school.example'] });
  t.equal(bundleSession(students, { ...PERSON, user: 'b@school.example' }), null);
});
