import t from 'tap';
import { hardwareText } from '../../../../agent/os/hardware-text.ts';

t.test('what makers forget to fill in is no identity', (t) => {
  const fillers = [
    'To Be Filled By O.E.M.',
    'Default string',
    'System Serial Number',
    'None',
    'N/A',
    '0',
    '00000000',
    '123456789',
    '',
    '  ',
    '...',
    'XXXXXXX',
    '\0\u0001',
    null,
    undefined,
  ];
  for (const filler of fillers) t.equal(hardwareText(filler), null, JSON.stringify(filler));
  t.end();
});

t.test('a real value stays, without the control characters of the firmware', (t) => {
  t.equal(hardwareText('PF1A2B3C\0\n'), 'PF1A2B3C');
  t.equal(hardwareText('Raspberry Pi 4 Model B Rev 1.4'), 'Raspberry Pi 4 Model B Rev 1.4');
  t.end();
});
