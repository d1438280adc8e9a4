import t from 'tap';
import { isPrivate, PRIVATE_SDDL } from '../../../../../agent/os/windows/protected-folder.ts';

t.test('a folder is private when SYSTEM and the administrators alone may anything', (t) => {
  t.ok(isPrivate(PRIVATE_SDDL));
  t.ok(isPrivate('O:BAG:S-1-5-21-1-2-3-513D:PAI(A;OICI;FA;;;BA)(A;OICI;FA;;;SY)'), 'as Windows writes it');
  for (const sddl of [
    'O:SYG:SYD:AI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)',
    'O:BUG:SYD:P(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)',
    'O:SYG:SYD:P(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;FR;;;BU)',
    'O:SYG:SYD:P(A;OICI;FA;;;SY)',
    'O:SYG:SYD:P(A;OICI;FA;;;SY)(A;OICI;FA;;;WD)',
    'O:SYG:SYD:NO_ACCESS_CONTROL',
    '',
  ])
    t.notOk(isPrivate(sddl), sddl);
  t.end();
});
