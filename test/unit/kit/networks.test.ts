import t from 'tap';
import { networkOf } from '../../../kit/networks.ts';

t.test('one sender has one name, however its address is written', (t) => {
  t.equal(networkOf('192.0.2.1'), '192.0.2.1');
  t.equal(networkOf('::ffff:192.0.2.1'), '192.0.2.1');
  t.equal(networkOf('::FFFF:c000:201'), '192.0.2.1');
  const household = networkOf('2001:db8:1:2::1');
  t.equal(networkOf('2001:0DB8:0001:0002:ffff:ffff:ffff:ffff'), household);
  t.not(networkOf('2001:db8:1:3::1'), household);
  t.equal(networkOf('fe80::1%eth0'), networkOf('fe80::2%eth1'));
  for (const none of [undefined, '', 'unknown', '192.0.2.1:80', '1', 'x'.repeat(9_000)])
    t.equal(networkOf(none), 'unknown');
  t.end();
});
