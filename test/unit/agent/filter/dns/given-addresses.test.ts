import t from 'tap';
import { GivenAddresses } from '../../../../../agent/filter/dns/given-addresses.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

t.test('an address that was given out lately is known; another of its family is not', (t) => {
  const given = new GivenAddresses(0);
  given.remember('cdn.example', ['192.0.2.1'], 60, 0);
  given.remember('cdn.example', ['192.0.2.2'], 60, 5 * MINUTE);
  for (const address of ['192.0.2.1', '192.0.2.2', '::ffff:192.0.2.1'])
    t.equal(given.knows('cdn.example', address, 10 * MINUTE), true, address);
  t.equal(given.knows('cdn.example', '198.51.100.7', 10 * MINUTE), false);
  t.equal(given.knows('cdn.example', '2001:db8::7', 10 * MINUTE), null, 'of that family none is known');
  given.remember('cdn.example', ['2001:db8::1'], 60, 10 * MINUTE);
  t.equal(given.knows('cdn.example', '2001:db8:0:0:0:0:0:1', 10 * MINUTE), true, 'however it is written');
  t.equal(given.knows('cdn.example', '2001:db8::7', 10 * MINUTE), false);
  t.end();
});

t.test('nothing is said without knowledge: other names, just after the start, after TTL and grace', (t) => {
  const given = new GivenAddresses(0);
  given.remember('site.example', ['192.0.2.1'], 300, 0);
  t.equal(given.knows('site.example', '198.51.100.7', MINUTE - 1), null, 'answers of before may be in use');
  t.equal(given.knows('site.example', '198.51.100.7', MINUTE), false);
  t.equal(given.knows('other.example', '198.51.100.7', MINUTE), null);
  t.equal(given.knows('site.example', 'nonsense', MINUTE), null);
  t.equal(given.knows('site.example', '192.0.2.1', HOUR + 4 * MINUTE), true);
  t.equal(given.knows('site.example', '198.51.100.7', HOUR + 5 * MINUTE), null);
  t.end();
});

t.test('a flood of names or addresses costs bounded memory, and raises no false alarm', (t) => {
  const given = new GivenAddresses(0);
  for (let n = 0; n < 10_000; n++) given.remember(`n${n}.example`, ['192.0.2.1'], 60, MINUTE);
  t.equal(given.size, 2_000);
  t.equal(given.knows('n0.example', '198.51.100.7', MINUTE), null);
  t.equal(given.knows('n9999.example', '198.51.100.7', MINUTE), false);
  for (let n = 0; n < 200; n++) given.remember('wild.example', [`10.0.0.${n}`], 60, MINUTE);
  t.equal(given.knows('wild.example', '198.51.100.7', MINUTE), null, 'a name with so many is no evidence');
  t.end();
});
