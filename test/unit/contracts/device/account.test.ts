import t from 'tap';
import { accountKey, completeAccount } from '../../../../contracts/device/account.ts';

t.test('an account of Windows is the person, not the domain before the name', (t) => {
  const cases: readonly (readonly [account: string | null, person: string | null])[] = [
    ['SCHOOL\\anna', 'anna@school.local'],
    ['LAPTOP-7\\Anna', 'Anna@school.local'],
    ['AzureAD\\anna@other.example', 'anna@other.example'],
    ['anna', 'anna@school.local'],
    ['anna@other.example', 'anna@other.example'],
    ['SCHOOL\\', null],
    ['', null],
    [' ', null],
    [null, null],
  ];
  for (const [account, person] of cases)
    t.equal(completeAccount(account, 'school.local'), person, `${account}`);
  t.equal(accountKey(completeAccount('SCHOOL\\ANNA', 'school.local') ?? ''), 'anna@school.local');
  t.end();
});
