import t from 'tap';
import { askedAddresses } from '../../../../../agent/core/filter-plan/filter-wish.ts';

t.test('plain resolvers are asked at their address, with and without a port', (t) => {
  t.same(askedAddresses(['10.20.0.1', '10.20.0.2:5353', '2001:db8::53', '[2001:db8::54]:53']), [
    '10.20.0.1',
    '10.20.0.2',
    '2001:db8::53',
    '2001:db8::54',
  ]);
  t.end();
});

t.test('a DoH server given by address first leaves plain DNS shut', (t) => {
  t.same(askedAddresses(['https://9.9.9.9/dns-query', 'https://[2620:fe::fe]/dns-query', '10.20.0.1']), [
    '2620:fe::fe',
    '9.9.9.9',
  ]);
  t.end();
});

t.test('a DoH server given by name needs the plain ones to be found', (t) => {
  t.same(askedAddresses(['https://dns.school.example/dns-query', '10.20.0.1']), ['10.20.0.1']);
  t.same(askedAddresses(['10.20.0.1', 'https://9.9.9.9/dns-query']), ['10.20.0.1', '9.9.9.9']);
  t.end();
});

t.test('nonsense is nobody', (t) => {
  t.same(askedAddresses([]), []);
  t.same(askedAddresses(['', 'x', 'https://', '10.0.0.1; pass all', '[::1', '1.2.3.4:99999']), []);
  t.end();
});
