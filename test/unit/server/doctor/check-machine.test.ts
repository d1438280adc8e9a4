import t from 'tap';
import { checkSpace } from '../../../../server/doctor/check-machine.ts';

const MEGABYTE = 1_048_576;

t.test('doctor says how much room there is, and what that means', async (t) => {
  const finding = async (freeBytes: number, totalBytes: number) => {
    const { state, detail } = await checkSpace('/', { read: async () => ({ freeBytes, totalBytes }) });
    return `${state}: ${detail}`;
  };
  t.equal(await finding(50_000 * MEGABYTE, 100_000 * MEGABYTE), 'ok: 48 GB free');
  t.equal(await finding(900 * MEGABYTE, 5_000 * MEGABYTE), 'warn: 900 MB free');
  t.equal(
    await finding(4_000 * MEGABYTE, 50_000 * MEGABYTE),
    'warn: 3 GB free: only the reserve for locks, commands and the audit trail is left',
  );
  t.equal(await finding(99 * MEGABYTE, 50_000 * MEGABYTE), 'fail: 99 MB free');
});
