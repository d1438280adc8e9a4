import t from 'tap';
import { Fault } from '../../../../kit/fault.ts';
import { isStoreFailure } from '../../../../store/rules/store-failure.ts';

t.test('only an unavailable store is the store’s own failure', async (t) => {
  t.equal(isStoreFailure(new Fault('unavailable', 'The disk is full.')), true);
  t.equal(isStoreFailure(new Fault('not_found', 'There is none.')), false);
  for (const error of [new Error('unavailable'), { code: 'unavailable' }, undefined, null])
    t.equal(isStoreFailure(error), false);
});
