import t from 'tap';
import { matchAddress } from '../../../../agent/report/address-match.ts';

t.test('an address lies in its network, and in no other kind of network', async (t) => {
  t.ok(matchAddress('10.4.1.7', '10.4.0.0/16'));
  t.ok(matchAddress('::ffff:10.4.1.7', '10.4.0.0/16'));
  t.ok(matchAddress('2001:db8::9', '2001:db8::/32'));
  t.notOk(matchAddress('10.5.1.7', '10.4.0.0/16'));
  t.notOk(matchAddress('10.4.1.7', '2001:db8::/32'));
});

t.test('what is malformed matches nothing', async (t) => {
  for (const [address, cidr] of [
    ['', '10.0.0.0/8'],
    ['10.0.0.1', 'x'],
    ['10.0.0.1', '10.0.0.0/99'],
  ]) {
    t.notOk(matchAddress(address ?? '', cidr ?? ''));
  }
});
