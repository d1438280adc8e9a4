import t from 'tap';
import { createTargetAddresses } from '../../../../../agent/filter/connections/target-address.ts';

const addresses = createTargetAddresses({
  isDohAddress: (address) => address === '9.9.9.9',
  isPrivateAllowed: () => true,
});
const strict = createTargetAddresses({ isDohAddress: () => false, isPrivateAllowed: () => false });

t.test('this computer, its link, and groups are closed whatever networks the school allows', async (t) => {
  for (const address of [
    '127.0.0.1',
    '127.255.0.1',
    '0.0.0.0',
    '169.254.169.254',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    'x',
    '',
  ])
    t.equal(addresses.verdictOf(address, 'site.example'), 'closed', address);
});

t.test('private networks are open only where the school allows them; public addresses always', async (t) => {
  for (const address of [
    '10.1.2.3',
    '192.168.1.1',
    '172.16.0.1',
    '100.64.0.1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2002::1',
    '198.18.0.1',
  ]) {
    t.equal(strict.verdictOf(address, 'site.example'), 'closed', address);
    t.equal(addresses.verdictOf(address, 'site.example'), 'open', address);
  }
  for (const address of ['93.184.216.34', '2606:2800:220::1', '64:ff9b::5db8:d822'])
    t.equal(strict.verdictOf(address, 'site.example'), 'open', address);
  for (const address of ['9.9.9.9', '::ffff:9.9.9.9', '64:ff9b::909:909'])
    t.equal(addresses.verdictOf(address, 'site.example'), 'doh', address);
});
