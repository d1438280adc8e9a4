import t from 'tap';
import type { SessionInForce } from '../../../store/ports/classroom.ts';
import { bundleSession, type SessionSubject } from '../../../store/rules/policy-bundle.ts';

const SESSION: SessionInForce = {
  id: 'cls_1',
  name: 'Maths',
  mode: 'focus',
  allowedUrls: ['geogebra.org'],
  startsAt: 1,
  endsAt: 2,
  studentEmails: [],
  ouPath: null,
  deviceIds: [],
};
const SUBJECT: SessionSubject = {
  deviceId: 'dev_1',
  deviceOuPath: '/High/9B',
  user: 'Ana@X.example',
  userOuPath: '/Low',
};

/** Whom the session claims there; undefined = nobody. */
function claimed(session: Partial<SessionInForce>, subject: Partial<SessionSubject> = {}) {
  return bundleSession({ ...SESSION, ...session }, { ...SUBJECT, ...subject })?.students;
}

t.test('what claims the device is for whoever is signed in, what claims the person names the person', (t) => {
  t.equal(claimed({ deviceIds: ['dev_1'] }), null);
  t.equal(claimed({ deviceIds: ['dev_2'] }), undefined);
  t.equal(claimed({ ouPath: '/High' }), null);
  t.same(claimed({ ouPath: '/Low' }), ['ana@x.example']);
  t.equal(claimed({ ouPath: '/Hig' }), undefined);
  t.same(claimed({ studentEmails: ['ana@x.example'] }), ['ana@x.example']);
  t.equal(claimed({ studentEmails: ['bo@x.example'] }), undefined);
  t.end();
});

t.test('asked about a person alone, or about a device with nobody, only that counts', (t) => {
  const person = { deviceId: null, deviceOuPath: null };
  t.equal(claimed({ deviceIds: ['dev_1'] }, person), undefined);
  t.same(claimed({ ouPath: '/Low' }, person), ['ana@x.example']);
  const nobody = { user: null, userOuPath: null };
  t.equal(claimed({ studentEmails: ['ana@x.example'] }, nobody), undefined);
  t.equal(claimed({ ouPath: '/High' }, nobody), null);
  t.end();
});
