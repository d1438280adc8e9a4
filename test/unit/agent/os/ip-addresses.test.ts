import t from 'tap';
import {
  ALL_V4,
  ALL_V6,
  addressesByFamily,
  complement,
  rangeOf,
  rangeText,
} from '../../../../agent/os/ip-addresses.ts';
import { fc } from '../../../support/property.ts';

t.test('addresses are sorted out by family in their short form, each once', (t) => {
  const found = addressesByFamily([
    'FD00:0200::0009',
    '10.0.0.10',
    '10.0.0.9',
    '::ffff:10.0.0.9',
    '010.0.0.1',
    '0x0a000001',
    'host',
    '::',
  ]);
  t.strictSame(found, { v4: ['10.0.0.9', '10.0.0.10'], v6: ['fd00:200::9'] });
  t.end();
});

t.test('a complement is everything else, in the fewest ranges', (t) => {
  const text = (without: readonly string[]) => complement(ALL_V4, without.map(rangeOf)).map(rangeText);
  t.strictSame(text([]), ['0.0.0.0-255.255.255.255']);
  t.strictSame(text(['0.0.0.0', '255.255.255.255']), ['0.0.0.1-255.255.255.254']);
  t.strictSame(text(['10.0.0.9', '10.0.0.8', '10.0.0.9', '10.0.0.11', 'fd00::9']), [
    '0.0.0.0-10.0.0.7',
    '10.0.0.10',
    '10.0.0.12-255.255.255.255',
  ]);
  t.strictSame(text(['0.0.0.0/0']), []);
  t.strictSame(complement(ALL_V6, [rangeOf('8000::/1')]).map(rangeText), [
    '::-7fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  ]);
  t.end();
});

t.test('an address is in the complement exactly when it was not taken away', (t) => {
  const byte = fc.integer({ min: 0, max: 255 });
  const address = fc
    .tuple(fc.constantFrom(0, 10, 255), fc.constantFrom(0, 255), fc.constantFrom(0, 255), byte)
    .map((bytes) => bytes.join('.'));
  fc.assert(
    fc.property(fc.array(address, { maxLength: 12 }), address, (without, asked) => {
      const { from } = rangeOf(asked);
      const left = complement(ALL_V4, without.map(rangeOf));
      return left.some((range) => range.from <= from && from <= range.to) === !without.includes(asked);
    }),
  );
  t.end();
});
