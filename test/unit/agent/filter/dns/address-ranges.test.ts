import t from 'tap';
import {
  addressBytes,
  addressText,
  isInRange,
  isPublicAddress,
  readRanges,
} from '../../../../../agent/filter/dns/address-ranges.ts';

function isPublic(address: string): boolean {
  const bytes = addressBytes(address);
  return isPublicAddress(bytes, 0, bytes.length);
}

t.test('addresses of the internet are public, all others are not, whatever they are wrapped in', (t) => {
  const open = [
    '93.184.216.34',
    '172.15.0.1',
    '172.32.0.1',
    '11.0.0.1',
    '192.167.1.1',
    '2606:4700::1111',
    '64:ff9b::5db8:d822',
    '2002:5db8:d822::1',
  ];
  const shut = [
    '0.0.0.0',
    '10.1.2.3',
    '127.0.0.1',
    '169.254.1.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fd00::1',
    'ff02::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2002:a00:1::1',
    '::127.0.0.1',
  ];
  t.same(
    open.filter((address) => !isPublic(address)),
    [],
  );
  t.same(shut.filter(isPublic), []);
  t.end();
});

t.test('networks are read, single addresses too; what is neither is left out', (t) => {
  const ranges = readRanges(['10.0.0.0/12', 'nonsense', '192.168.7.7', '10.0.0.0/99', 'fd00::/8']);
  t.equal(ranges.length, 3);
  const within = (address: string): boolean => {
    const bytes = addressBytes(address);
    return ranges.some((range) => range.bytes.length === bytes.length && isInRange(bytes, 0, range));
  };
  t.same(['10.15.0.1', '10.16.0.1', '192.168.7.7', '192.168.7.8', 'fd12::1', 'fe80::1'].map(within), [
    true,
    false,
    true,
    false,
    true,
    false,
  ]);
  t.equal(addressText(addressBytes('2001:db8:0:0::1')), '2001:db8::1');
  t.end();
});
