import t from 'tap';
import { hashPinForEach, pinAt } from '../../../../api/locks/pin-hashes.ts';
import { verifyPin } from '../../../../kit/pin-hash.ts';
import { systemRandom } from '../../../../kit/random.ts';

t.test('each device of a batch has a salt and a hash of its own, and the PIN fits each', async (t) => {
  const hashes = await hashPinForEach('2468', { devices: 6, random: systemRandom });
  const all = Array.from({ length: 6 }, (_, place) => pinAt(hashes, place));
  t.equal(new Set(all.map(({ salt }) => salt)).size, 6);
  t.equal(new Set(all.map(({ hash }) => hash)).size, 6);
  for (const hash of all) t.equal(await verifyPin('2468', hash), true);
  t.equal(await verifyPin('1357', pinAt(hashes, 0)), false);
});

t.test('a place behind the last hash has one of those before, and no hashes are a fault', async (t) => {
  const hashes = await hashPinForEach('2468', { devices: 2, random: systemRandom });
  t.equal(pinAt(hashes, 3), hashes[1]);
  t.throws(() => pinAt([], 0), RangeError);
});

t.test('the event loop goes on while a batch is hashed', async (t) => {
  let turns = 0;
  let done = false;
  const hashing = hashPinForEach('2468', { devices: 8, random: systemRandom }).finally(() => {
    done = true;
  });
  while (!done) {
    turns += 1;
    await new Promise((resolve) => setImmediate(resolve));
  }
  await hashing;
  t.ok(turns > 8);
});
