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
  t.ok(DOH_ADDRESSES.length >= 204, 'no row is lost');
});
