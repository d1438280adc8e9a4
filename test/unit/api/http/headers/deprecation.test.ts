import t from 'tap';
import { deprecationHeaders } from '../../../../../api/http/headers/deprecation.ts';

t.test('a call on its way out says since when, until when and what to use instead', async (t) => {
  t.same(
    deprecationHeaders({
      since: '2026-11-20T10:00:00.900Z',
      sunset: '2027-11-20T10:00:00Z',
      link: 'https://docs.example/devices',
    }),
    {
      deprecation: '@1795168800',
      sunset: 'Sat, 20 Nov 2027 10:00:00 GMT',
      link: '<https://docs.example/devices>; rel="deprecation"; type="text/html"',
    },
  );
});
