import t from 'tap';
import { Unfit } from '../../../../agent/channel/channel.ts';
import { createActivityPost } from '../../../../agent/worker/activity-post.ts';
import type { ActivityRecord } from '../../../../contracts/mqtt/messages.ts';
import { silentLog } from '../../../../kit/log.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

const record = (id: string): ActivityRecord => ({ id, at: 0, kind: 'request', user: null, domain: null });
const ids = (records: readonly ActivityRecord[]): readonly string[] => records.map(({ id }) => id);

t.test('one record that does not fit is dropped alone; the others arrive, in order', async (t) => {
  const taken: string[] = [];
  const post = createActivityPost({
    deliver: async (records) => {
      if (ids(records).includes('bad')) throw new Unfit('an input of activity that does not fit');
      taken.push(...ids(records));
    },
    clock: createFakeClock(),
    log: silentLog,
  });
  post.add(['a', 'b', 'c', 'bad', 'd'].map(record));
  await post.flush();
  t.same(taken, ['a', 'b', 'c', 'd']);
  post.add([record('e')]);
  await post.flush();
  t.same(taken, ['a', 'b', 'c', 'd', 'e'], 'the bad one does not come again');
});

t.test('records that an agent does not take come again after a while', async (t) => {
  const clock = createFakeClock();
  const taken: string[] = [];
  let isThere = false;
  const post = createActivityPost({
    deliver: async (records) => {
      if (!isThere) throw new Error('the other side has gone');
      taken.push(...ids(records));
    },
    clock,
    log: silentLog,
  });
  post.add(['a', 'b'].map(record));
  await clock.advance(1_000);
  t.same(taken, []);
  isThere = true;
  await clock.advance(2_000);
  t.same(taken, ['a', 'b']);
});
