import t from 'tap';
import { readConnectivityUrl, readSchoolHours, readUpstreams } from '../../../kit/filtering-readers.ts';
import { loadConfig } from '../../../server/config/load-config.ts';
import { SHIPPED_BUNDLE_DEFAULTS } from '../../../store/rules/shipped-bundle-defaults.ts';

t.test('hours are days and times, over the end of a week too', async (t) => {
  t.same(readSchoolHours(['Mon-Thu 08:00-15:30', 'fri  08:00 - 13:00']), [
    { days: ['mon', 'tue', 'wed', 'thu'], from: '08:00', to: '15:30' },
    { days: ['fri'], from: '08:00', to: '13:00' },
  ]);
  t.same(readSchoolHours('sat-mon 22:00-06:00'), [
    { days: ['sat', 'sun', 'mon'], from: '22:00', to: '06:00' },
  ]);
  t.equal(readSchoolHours([]), null, 'none: always');
  t.equal(readSchoolHours(''), null);
});

t.test('hours that cannot be are refused with an example', async (t) => {
  for (const bad of [
    ['8-15'],
    ['mon 25:00-26:00'],
    ['mon-xyz 08:00-09:00'],
    ['mon 08:00-08:00'],
    [7],
    7,
    ['always'],
  ])
    t.throws(() => readSchoolHours(bad), RangeError, JSON.stringify(bad));
  t.throws(() => readSchoolHours(Array.from({ length: 51 }, () => 'mon 08:00-09:00')), RangeError);
});

t.test('upstreams are addresses or https; the connectivity address is plain http', async (t) => {
  t.same(readUpstreams(['10.1.0.53', '2001:db8::1', 'https://dns.school.example/dns-query']), [
    '10.1.0.53',
    '2001:db8::1',
    'https://dns.school.example/dns-query',
  ]);
  for (const bad of ['dns.school.example', 'http://x.example/', 'https://u:p@x.example/', 'https://'])
    t.throws(() => readUpstreams([bad]), RangeError, bad);
  t.throws(() => readUpstreams(Array.from({ length: 9 }, (_, at) => `10.0.0.${at}`)), RangeError);
  t.equal(readConnectivityUrl(' http://school.example/ok '), 'http://school.example/ok');
  for (const bad of ['https://school.example/ok', '', 5, 'school.example'])
    t.throws(() => readConnectivityUrl(bad), RangeError, String(bad));
});

t.test('where nothing is set, the shipped defaults are in force', async (t) => {
  const { settings } = loadConfig({ flags: {}, env: {}, cwd: '/somewhere' });
  t.same(settings.filteringSchoolHours, SHIPPED_BUNDLE_DEFAULTS.schoolHours);
  t.same(settings.filteringUpstreams, SHIPPED_BUNDLE_DEFAULTS.upstreams);
  t.equal(settings.filteringConnectivityUrl, SHIPPED_BUNDLE_DEFAULTS.connectivityUrl);
});
