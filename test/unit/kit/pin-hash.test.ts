import t from 'tap';
import { hashPin, verifyPin } from '../../../kit/pin-hash.ts';
import { systemRandom } from '../../../kit/random.ts';

t.test('the right PIN opens, another does not, and two hashes of one PIN differ', async (t) => {
  const hash = await hashPin('4711', systemRandom);
  t.ok(await verifyPin('4711', hash));
  t.notOk(await verifyPin('4712', hash));
  t.not((await hashPin('4711', systemRandom)).hash, hash.hash);
  t.notMatch(JSON.stringify(hash), '4711');
});

t.test('costs that would eat the memory are refused, and an empty hash opens nothing', async (t) => {
  const hash = await hashPin('4711', systemRandom);
  await t.rejects(verifyPin('4711', { ...hash, cost: 1_048_576, blockSize: 32 }), RangeError);
  t.notOk(await verifyPin('4711', { ...hash, hash: '' }));
});
