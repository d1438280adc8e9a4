import t from 'tap';
import { macAddress } from '../../../../agent/os/mac-address.ts';

t.test('a hardware address has one form, however the system writes it', (t) => {
  for (const text of ['b4:fb:e4:1:87:3f', 'B4-FB-E4-01-87-3F', ' b4:fb:e4:01:87:3f\n'])
    t.equal(macAddress(text), 'b4:fb:e4:01:87:3f');
  t.end();
});

t.test("no address, nobody's and everybody's are none", (t) => {
  for (const text of [
    null,
    undefined,
    '',
    '(incomplete)',
    '00:00:00:00:00:00',
    'ff-ff-ff-ff-ff-ff',
    'b4:fb:e4:01:87',
    'b4:fb:e4:01:87:3g',
    '<redacted>',
  ])
    t.equal(macAddress(text), null);
  t.end();
});
