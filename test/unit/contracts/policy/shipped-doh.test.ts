import { isIP } from 'node:net';
import t from 'tap';
import { DOH_ADDRESSES } from '../../../../contracts/policy/shipped-doh.ts';

t.test('each entry is an address or a network, once', async (t) => {
  for (const entry of DOH_ADDRESSES) {
    const [address = '', prefix, ...rest] = entry.split('/');
    t.not(isIP(address), 0, entry);
    t.ok(rest.length === 0 && (prefix === undefined || /^\d+$/.test(prefix)), entry);
  }
  t.equal(new Set(DOH_ADDRESSES).size, DOH_ADDRESSES.length);
});

/** One of each row of the table. */
const KNOWN: readonly string[] = [
  '8.8.4.4',
  '2001:4860:4860::6464',
  '1.0.0.3',
  '162.159.61.4',
  '172.64.41.4',
  '2606:4700:4700::1002',
  '2606:4700:4700::6400',
  '2803:f800:53::4',
  '2a06:98c1:52::4',
  '149.112.112.10',
  '149.112.112.112',
  '2620:fe::fe',
  '2620:fe::fe:12',
  '208.67.220.2',
  '146.112.41.3',
  '2620:0:ccc::2',
  '2620:119:fc::3',
  '94.140.14.141',
  '2a10:50c0::bad2:ff',
  '2a10:50c0::2:ff',
  '185.228.168.168',
  '2a0d:2a00:2::1',
  '2a0d:2a00:2::2',
  '2a07:a8c1::/32',
  '2606:1a40:1::/48',
  '194.242.2.9',
  '2a07:e340::9',
  '185.253.5.1',
  '2a0f:fc81::1',
  '86.54.11.212',
  '86.54.11.200',
  '2a11::',
  '77.88.8.3',
  '2a02:6b8:0:1::feed:bad',
  '2a02:6b8:0:1::feed:a11',
  '2400:3200:baba::1',
  '2402:4e00::',
  '218.30.118.6',
  '2001:de4::102',
  '2001:300::6',
  '149.112.121.30',
  '2620:10a:80bb::20',
  '2620:10a:80bc::30',
  '8.20.247.20',
  '2a05:fc84::43',
  '2001:620:0:ff::3',
  '2a01:4f8:1c0c:8274::1',
  '2a01:3a0:53:53::',
  '2a01:4f8:141:316d::117',
];

t.test('the resolvers of every operator in the table are shut, by IPv4 and IPv6', async (t) => {
  for (const address of KNOWN) t.ok(DOH_ADDRESSES.includes(address), address);
});
