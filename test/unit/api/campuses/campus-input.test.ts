import t from 'tap';
import { readCampus, readCampusPatch } from '../../../../api/campuses/campus-input.ts';

t.test('networks are stored at their base, once each', async (t) => {
  const { cidrs } = readCampus({
    name: ' High ',
    cidrs: ['10.20.3.4/16', '10.20.0.0/16', '203.0.113.7/32', '2001:DB8::1/48'],
  });
  t.same(cidrs, ['10.20.0.0/16', '203.0.113.7/32', '2001:db8::/48']);
});

for (const text of [
  '10.20.0.0',
  '10.20/16',
  '10.0.0.0/33',
  '300.1.1.1/8',
  '0.0.0.0/0',
  '::/0',
  'high',
  '1/8',
])
  t.test(`${text} is no network of a campus, and the error says which one`, async (t) => {
    t.throws(() => readCampusPatch({ cidrs: ['10.0.0.0/8', text] }), {
      code: 'validation_failed',
      extras: { errors: [{ in: 'body', pointer: '#/cidrs/1', code: 'cidr' }] },
    });
  });

t.test('MAC addresses are stored as devices report them', async (t) => {
  const campus = readCampus({ name: 'High', gatewayMacs: ['AA-BB-CC-00-11-22', 'aa:bb:cc:00:11:22'] });
  t.same(campus.gatewayMacs, ['aa:bb:cc:00:11:22']);
  t.same(campus.name, 'High');
});

t.test('a new campus has every member; a patch has only what was given', async (t) => {
  t.same(readCampus({ name: 'High' }), {
    name: 'High',
    cidrs: [],
    gatewayMacs: [],
    bssids: [],
    ssids: [],
    geofence: null,
  });
  t.same(readCampusPatch({ geofence: null }), { geofence: null });
});
