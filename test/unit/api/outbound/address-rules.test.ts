import t from 'tap';
import { createAddressRules } from '../../../../api/outbound/address-rules.ts';

const BLOCKED = [
  [
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
  ],
  [
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.19.255.255',
  ],
  ['198.51.100.1', '203.0.113.1', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
  ['::', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::127.0.0.1', '::ffff:0:127.0.0.1'],
  [
    'fe80::1',
    'febf::1',
    'fec0::1',
    'fc00::1',
    'fdff::1',
    'ff02::1',
    '2001:db8::1',
    '3fff::1',
    '3fff:fff::1',
    '100::1',
  ],
  [
    '2002:7f00:1::',
    '2002:c0a8:101::1',
    '64:ff9b::7f00:1',
    '64:ff9b::10.0.0.1',
    '64:ff9b:1::1',
    '5f00::1',
    '2001::1',
  ],
  ['4000::1', '8000::1', 'fe80::1%eth0', '', 'localhost', '127.0.0.1/8', '1.2.3.4.5'],
].flat();

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '100.63.255.255',
  '172.15.0.1',
  '172.32.0.1',
  '198.17.0.1',
  '223.255.255.255',
  '2606:4700::1',
  '2a00::1',
  '::ffff:8.8.8.8',
];

t.test('https reaches the public internet and nothing else', async (t) => {
  const rules = createAddressRules({ allowCidrs: [], allowHttpCidrs: [] });
  for (const address of BLOCKED) t.equal(rules.allows(address, 'https:'), false, address);
  for (const address of PUBLIC) t.equal(rules.allows(address, 'https:'), true, address);
});

t.test('plain http reaches listed networks only', async (t) => {
  const rules = createAddressRules({
    allowCidrs: ['10.0.0.0/8'],
    allowHttpCidrs: ['192.168.7.0/24', 'fd00::/8'],
  });
  for (const address of [...PUBLIC, '10.0.0.1', '192.168.8.1', 'fc00::1'])
    t.equal(rules.allows(address, 'http:'), false, address);
  for (const address of ['192.168.7.1', 'fd12::1', '::ffff:192.168.7.9'])
    t.equal(rules.allows(address, 'http:'), true, address);
});

t.test('https reaches listed networks too', async (t) => {
  const rules = createAddressRules({ allowCidrs: ['10.0.0.0/8'], allowHttpCidrs: ['192.168.7.0/24'] });
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '192.168.7.1'])
    t.equal(rules.allows(address, 'https:'), true, address);
  for (const address of ['11.0.0.0', '192.168.8.1', '127.0.0.1'])
    t.equal(rules.allows(address, 'https:'), address === '11.0.0.0', address);
});

t.test('a malformed network is refused by name', async (t) => {
  for (const network of ['10.0.0.0', '10.0.0.0/33', 'lan', '']) {
    t.throws(() => createAddressRules({ allowCidrs: [network], allowHttpCidrs: [] }), {
      name: 'RangeError',
      message: new RegExp(`“${network}”`),
    });
  }
});
