import t from 'tap';
import { systemInformation } from '../../../../../agent/os/windows/smbios.ts';
import { fc } from '../../../../support/property.ts';

/** A structure: type, numbers of strings behind its header, strings. */
function structure(type: number, body: readonly number[], strings: readonly string[]): Buffer {
  const head = Buffer.from([type, 4 + body.length, 0, 0, ...body]);
  const texts = strings.length === 0 ? '\0' : strings.map((text) => `${text}\0`).join('');
  return Buffer.concat([head, Buffer.from(`${texts}\0`, 'latin1')]);
}

const BIOS = structure(0, [1, 2, 0, 0, 3], ['LENOVO', 'N2XET41W', '11/03/2025']);
const SYSTEM = structure(
  1,
  [1, 2, 3, 4, ...Array.from({ length: 19 }, () => 0)],
  ['LENOVO', '20T1S0HX00', 'ThinkPad T14', 'PF2XKQ7R'],
);
const END = structure(127, [], []);

t.test('maker, product and serial number are found behind other structures', (t) => {
  t.same(systemInformation(Buffer.concat([BIOS, structure(2, [0], []), SYSTEM, END])), {
    manufacturer: 'LENOVO',
    product: '20T1S0HX00',
    serial: 'PF2XKQ7R',
  });
  t.end();
});

t.test('what the firmware leaves out is unknown', (t) => {
  const sparse = structure(1, [0, 1, 0, 9], ['20T1S0HX00']);
  t.same(systemInformation(sparse), { manufacturer: null, product: '20T1S0HX00', serial: null });
  t.same(systemInformation(structure(1, [], [])), { manufacturer: null, product: null, serial: null });
  t.equal(systemInformation(Buffer.concat([BIOS, END, SYSTEM])), null, 'nothing counts behind the end');
  t.equal(systemInformation(Buffer.alloc(0)), null);
  t.end();
});

t.test('a broken table ends the search, and nothing else', (t) => {
  const whole = Buffer.concat([BIOS, SYSTEM, END]);
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.nat(255), fc.nat(whole.length), (at, byte, length) => {
      const broken = Buffer.from(whole);
      broken[at] = byte;
      const found = systemInformation(broken.subarray(0, length));
      return found === null || Object.keys(found).length === 3;
    }),
  );
  t.end();
});
