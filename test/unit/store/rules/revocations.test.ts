import t from 'tap';
import type { Revocation } from '../../../../store/ports/revocations.ts';
import { mergeRevocations, revokedSince } from '../../../../store/rules/revocations.ts';

function entry(id: string, at: number, more: Partial<Revocation> = {}): Revocation {
  return { id, at, kind: 'api_key', subject: `of ${id}`, value: null, ...more };
}

const began = entry('began', 10, { kind: 'journal', subject: 'journal' });
const beganLater = entry('beganLater', 30, { kind: 'journal', subject: 'journal' });

t.test('of each subject the latest holds, the oldest first, and every beginning stays', async (t) => {
  const first = entry('a', 20, { subject: 'key', value: 'one' });
  const later = entry('b', 40, { subject: 'key', value: 'two' });
  const account = entry('c', 35, { kind: 'account', subject: 'key' });
  t.strictSame(mergeRevocations([later, began], [first, account, beganLater]), [
    began,
    beganLater,
    account,
    later,
  ]);
  t.strictSame(mergeRevocations([first], [later]), [later]);
  const same = { ...first, id: 'd' };
  t.strictSame(mergeRevocations([first], [same]), [same], 'of one moment the one that comes last');
  t.strictSame(mergeRevocations(), []);
});

t.test('since a backup is what the journal has and the backup has not', async (t) => {
  const old = entry('old', 20);
  const fresh = entry('fresh', 50);
  const other = entry('other', 40);
  t.strictSame(revokedSince([began, old], [began, old, fresh, other]), [other, fresh]);
  t.strictSame(revokedSince([began, old], [began, old]), [], 'as new as the backup: nothing since');
});

t.test('a journal that does not know all of the backup tells nothing', async (t) => {
  const fresh = entry('fresh', 50);
  t.equal(revokedSince([], [began, fresh]), null, 'a backup without a beginning');
  t.equal(revokedSince([entry('old', 20)], [began, entry('old', 20)]), null);
  t.equal(revokedSince([began], [beganLater, fresh]), null, 'another school’s');
  t.equal(revokedSince([began, beganLater], [began, fresh]), null, 'another line of restores');
  t.equal(revokedSince([began, entry('old', 20)], [began, entry('x', 19)]), null, 'older than the backup');
  t.equal(revokedSince([began], []), null);
});
