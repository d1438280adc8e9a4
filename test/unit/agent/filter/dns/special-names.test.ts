import t from 'tap';
import {
  isAbsentWhenBlocked,
  isLocalName,
  specialNameOf,
} from '../../../../../agent/filter/dns/special-names.ts';

t.test('each special name is told from its look-alikes', (t) => {
  const cases: Readonly<Record<string, string | null>> = {
    'use-application-dns.net': 'guard',
    'www.use-application-dns.net': null,
    wpad: 'guard',
    'wpad.school.example': 'guard',
    'wpadding.example': null,
    '_dns.resolver.arpa': 'empty',
    localhost: 'own',
    'x.localhost': 'own',
    'localhost.example': null,
    'printer.local': 'local',
    'x.onion': 'absent',
    'local.example': null,
    'schoolgate.internal': 'own',
    'notschoolgate.internal': 'local',
    'abc.self-check.schoolgate.internal': 'nonce',
    'a.b.self-check.schoolgate.internal': 'own',
    'self-check.schoolgate.internal': 'own',
    '1.0.168.192.in-addr.arpa': 'local',
    '1.0.16.172.in-addr.arpa': 'local',
    '1.0.32.172.in-addr.arpa': null,
    '8.8.8.8.in-addr.arpa': null,
    '1.10.in-addr.arpa': 'local',
    '1.110.in-addr.arpa': null,
    '1.0.0.0.c.f.ip6.arpa': 'local',
    '1.0.8.b.d.0.1.0.0.2.ip6.arpa': null,
    'router.lan': 'local',
    printer: 'local',
    '': null,
    'example.org': null,
  };
  for (const [name, kind] of Object.entries(cases)) t.equal(specialNameOf(name)?.kind ?? null, kind, name);
  t.ok(isLocalName('nas') && isLocalName('nas.local') && isLocalName('x.home.arpa'));
  t.notOk(isLocalName('nas.example'));
  t.same(specialNameOf('abc.self-check.schoolgate.internal'), { kind: 'nonce', nonce: 'abc' });
  t.end();
});

t.test('resolvers past the filter and Private Relay are absent when blocked, other names are not', (t) => {
  t.same(
    ['mask.icloud.com', 'mask-h2.icloud.com', 'dns.google', 'nordvpn.com', 'example.org'].map(
      isAbsentWhenBlocked,
    ),
    [true, true, true, false, false],
  );
  t.end();
});
