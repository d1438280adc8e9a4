import t from 'tap';
import { recordTime } from '../../../../store/rules/record-time.ts';

const RECEIVED = Date.UTC(2026, 10, 20);
const DAY = 86_400_000;
const UNKNOWN_PURGE = 0;

t.test('the device’s own time counts while it can be true', async (t) => {
  for (const at of [RECEIVED, RECEIVED - 1, RECEIVED - 90 * DAY, RECEIVED + 120_000])
    t.strictSame(recordTime(at, { receivedAt: RECEIVED, purgedBefore: UNKNOWN_PURGE }), {
      at,
      deviceAt: null,
    });
});

t.test('a time that is too old or in the future is kept beside that of the receipt', async (t) => {
  for (const at of [RECEIVED - 90 * DAY - 1, RECEIVED + 120_001])
    t.strictSame(recordTime(at, { receivedAt: RECEIVED, purgedBefore: UNKNOWN_PURGE }), {
      at: RECEIVED,
      deviceAt: at,
    });
});

t.test('no record comes into a time whose records were purged', async (t) => {
  const purgedBefore = RECEIVED - 10 * DAY;
  t.strictSame(recordTime(purgedBefore, { receivedAt: RECEIVED, purgedBefore }), {
    at: purgedBefore,
    deviceAt: null,
  });
  t.strictSame(recordTime(purgedBefore - 1, { receivedAt: RECEIVED, purgedBefore }), {
    at: RECEIVED,
    deviceAt: purgedBefore - 1,
  });
});
