import t from 'tap';
import {
  createAddressMatcher,
  createClientAddress,
  isLoopback,
  plainAddress,
} from '../../../kit/addresses.ts';

t.test(
  'addresses are matched within their family, mapped ones as IPv4, and nonsense matches nothing',
  async (t) => {
    const matches = createAddressMatcher();
    const cases: readonly [string, string, boolean][] = [
      ['10.1.2.3', '10.1.0.0/16', true],
      ['10.2.2.3', '10.1.0.0/16', false],
      ['::ffff:10.1.2.3', '10.1.0.0/16', true],
      ['2001:db8::5', '2001:db8::/32', true],
      ['2001:db8::5', '0.0.0.0/0', false],
      ['10.1.2.3', '::/0', false],
      ['nonsense', '10.0.0.0/8', false],
      ['10.1.2.3', 'nonsense', false],
      ['10.1.2.3', '10.0.0.0/99', false],
    ];
    for (const [address, cidr, expected] of cases)
      t.equal(matches(address, cidr), expected, `${address} in ${cidr}`);
    t.equal(matches('10.1.2.3', '10.1.0.0/16'), true, 'again, from the cache');
  },
);

t.test('a peer has one plain address', async (t) => {
  t.equal(plainAddress('::ffff:192.0.2.7'), '192.0.2.7');
  t.equal(plainAddress('2001:DB8:0::1'), '2001:db8::1');
  t.equal(plainAddress(undefined), 'unknown');
});

t.test('this machine is known by name and address, in a URL too', async (t) => {
  for (const host of ['localhost', '127.0.0.1', '127.0.0.9', '::1', '[::1]', '::ffff:127.0.0.1'])
    t.equal(isLoopback(host), true, host);
  for (const host of [
    '10.0.0.1',
    '0.0.0.0',
    '::',
    '?',
    '',
    'localhost.example',
    '127.0.0.1.example',
    'evil-localhost',
  ])
    t.equal(isLoopback(host), false, host);
});

t.test(
  'behind trusted proxies the address is the last that none of them has, whatever is written before',
  async (t) => {
    const of = createClientAddress(['10.0.0.0/8', '::1/128'], createAddressMatcher());
    const cases: readonly [string | undefined, string | undefined, string][] = [
      ['203.0.113.5', '192.0.2.1', '203.0.113.5'],
      ['10.0.0.5', '192.0.2.1', '192.0.2.1'],
      ['::ffff:10.0.0.5', '192.0.2.66, 192.0.2.1', '192.0.2.1'],
      ['10.0.0.5', '192.0.2.1, 10.9.9.9', '192.0.2.1'],
      ['10.0.0.5', '10.1.1.1', '10.1.1.1'],
      ['10.0.0.5', undefined, '10.0.0.5'],
      ['10.0.0.5', '', '10.0.0.5'],
      ['10.0.0.5', '192.0.2.1, nonsense', '10.0.0.5'],
      ['::1', '2001:DB8::7', '2001:db8::7'],
      [undefined, '192.0.2.1', 'unknown'],
    ];
    for (const [peer, header, expected] of cases) t.equal(of(peer, header), expected, `${peer} ${header}`);
  },
);
