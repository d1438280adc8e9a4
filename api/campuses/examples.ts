import { AT, listOf } from '../openapi/example-values.ts';

const campusFields = {
  name: 'High',
  cidrs: ['203.0.113.0/24'],
  geofence: { lat: 40.4, lon: -3.7, radiusMeters: 400 },
  gatewayMacs: ['00:00:5e:00:53:01'],
  bssids: [],
  ssids: ['Springfield'],
};
const campus = { id: 'cam_01kafw3v5xe8m9t2q4r6y8b0cd', ...campusFields, createdAt: AT, updatedAt: AT };

/** One example for each schema of campuses. */
export const CAMPUS_EXAMPLES: Readonly<Record<string, object>> = {
  Campus: campus,
  CampusList: listOf(campus),
  CampusInput: campusFields,
  CampusPatch: { cidrs: ['203.0.113.0/24', '2001:db8::/32'] },
};
