import t from 'tap';
import type { CampusId } from '../../../../contracts/ids.ts';
import type { CampusInput } from '../../../../store/ports/organisations.ts';
import { campusNameTaken, changedCampus, newCampus } from '../../../../store/rules/campus-changes.ts';
import { hasFields } from '../../../support/has-fields.ts';

const ID = 'cam_1' as CampusId;
const INPUT: CampusInput = {
  name: 'Main',
  cidrs: ['192.0.2.0/24'],
  gatewayMacs: [],
  bssids: [],
  ssids: ['School'],
  geofence: { lat: 1, lon: 2, radiusMeters: 300 },
};
const CAMPUS = newCampus({ organisationId: 1, id: ID, now: 100 }, INPUT);

t.test('a campus has what was given, and when', async (t) => {
  t.strictSame(CAMPUS, { ...INPUT, id: ID, organisationId: 1, createdAt: 100, updatedAt: 100 });
  const more = newCampus({ organisationId: 1, id: ID, now: 100 }, { ...INPUT, extra: 1 } as CampusInput);
  t.strictSame(more, CAMPUS, 'nothing else is taken over');
});

t.test('changes are written with their time', async (t) => {
  t.strictSame(changedCampus(CAMPUS, { name: 'Annexe', geofence: null }, 200), {
    ...CAMPUS,
    name: 'Annexe',
    geofence: null,
    updatedAt: 200,
  });
  const wider = changedCampus(CAMPUS, { geofence: { lat: 1, lon: 2, radiusMeters: 301 } }, 200);
  t.strictSame(wider.geofence, { lat: 1, lon: 2, radiusMeters: 301 });
});

t.test('changes that change nothing give the very same campus', async (t) => {
  t.equal(changedCampus(CAMPUS, {}, 200), CAMPUS);
  t.equal(changedCampus(CAMPUS, { ...INPUT, cidrs: ['192.0.2.0/24'] }, 200), CAMPUS);
  const reordered = { radiusMeters: 300, lon: 2, lat: 1 };
  t.equal(changedCampus(CAMPUS, { geofence: reordered }, 200), CAMPUS);
});

t.test('a name that another campus has is refused, and that campus is named', async (t) => {
  hasFields(t, campusNameTaken(ID), { code: 'already_exists', extras: { existingId: ID } });
});
