import t from 'tap';
import { appName, byText } from '../../../../contracts/policy/match.ts';

t.test('a program is compared without case, spaces around it and .exe', async (t) => {
  for (const [name, key] of [
    ['Steam.exe', 'steam'],
    [' STEAM.EXE ', 'steam'],
    ['steam', 'steam'],
    ['battle.net', 'battle.net'],
    ['exe', 'exe'],
    ['.exe', ''],
    ['steam.exe.bak', 'steam.exe.bak'],
    ['a.exe.exe', 'a.exe'],
    ['among us', 'among us'],
  ] as const)
    t.equal(appName(name), key, name);
});

t.test('texts are in the order of their code units, on every machine', async (t) => {
  t.equal(byText('a', 'a'), 0);
  t.equal(byText('a', 'b'), -1);
  t.equal(byText('b', 'a'), 1);
  t.strictSame(['pol_b', 'pol_a', 'é', 'z', 'Z', 'pol_a'].sort(byText), [
    'Z',
    'pol_a',
    'pol_a',
    'pol_b',
    'z',
    'é',
  ]);
});
