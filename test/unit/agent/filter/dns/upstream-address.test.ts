import t from 'tap';
import { readUpstreamAddress } from '../../../../../agent/filter/dns/upstream-address.ts';
import { hasFields } from '../../../../support/has-fields.ts';

t.test('addresses with and without port are read', (t) => {
  const plain = (text: string): unknown => {
    const read = readUpstreamAddress(text);
    return read?.kind === 'plain' ? [read.address, read.port] : read;
  };
  t.same(plain('192.0.2.1'), ['192.0.2.1', 53]);
  t.same(plain('192.0.2.1:5353'), ['192.0.2.1', 5_353]);
  t.same(plain('2001:db8::1'), ['2001:db8::1', 53]);
  t.same(plain('[2001:db8::1]:5353'), ['2001:db8::1', 5_353]);
  t.same(plain('fe80::1%eth0'), ['fe80::1%eth0', 53]);
  t.end();
});

t.test('DoH addresses are read, with their own addresses where they are given', (t) => {
  hasFields(t, readUpstreamAddress('https://dns.school.example/dns-query'), {
    kind: 'https',
    url: 'https://dns.school.example/dns-query',
    host: 'dns.school.example',
    addresses: [],
  });
  hasFields(t, readUpstreamAddress('https://dns.school.example:444/q#192.0.2.1,2001:db8::1,nonsense'), {
    url: 'https://dns.school.example:444/q',
    addresses: ['192.0.2.1', '2001:db8::1'],
  });
  hasFields(t, readUpstreamAddress('https://[2001:db8::1]/dns-query'), { addresses: ['2001:db8::1'] });
  t.end();
});

t.test('what is no upstream is none', (t) => {
  for (const text of [
    '',
    'dns.example',
    '192.0.2.1:0',
    '192.0.2.1:70000',
    '[192.0.2',
    'http://dns.example/',
    'https://',
    '1.2.3',
  ])
    t.equal(readUpstreamAddress(text), null, text);
  t.end();
});
