import t from 'tap';
import { createUsageRecorder } from '../../../../../api/http/authentication/usage.ts';
import { type Log, silentLog } from '../../../../../kit/log.ts';
import type { KeyUse } from '../../../../../store/ports/api-keys.ts';
import type { Store } from '../../../../../store/ports/store.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';

const USE = {
  id: 'key_01kafw2n7qd5g8h1j3k6m9p2rs',
  slot: 'current',
  operation: 'listDevices',
  ip: '192.0.2.1',
  userAgent: 'SIS/1',
  failed: false,
} as unknown as Parameters<ReturnType<typeof createUsageRecorder>['record']>[0];

function scene() {
  const clock = createFakeClock();
  const written: (readonly KeyUse[])[] = [];
  const complaints: unknown[] = [];
  let broken: Error | null = null;
  const log: Log = { ...silentLog, warn: (fields, message) => void complaints.push({ ...fields, message }) };
  const store = {
    apiKeys: {
      async recordUse(batch: readonly KeyUse[]) {
        if (broken !== null) throw broken;
        written.push(batch);
      },
    },
  } as unknown as Store;
  return {
    clock,
    written,
    complaints,
    recorder: createUsageRecorder({ store, clock, log }),
    breakStore: (error: Error | null) => {
      broken = error;
    },
  };
}

t.test('uses are counted in memory and written together every five seconds', async (t) => {
  const { clock, written, recorder } = scene();
  await recorder.start();
  recorder.record(USE);
  recorder.record({ ...USE, failed: true });
  await clock.advance(4_999);
  t.same(written, []);
  const usedAt = clock.now() - 4_999;
  await clock.advance(1);
  t.same(written, [
    [
      {
        id: USE.id,
        slot: 'current',
        operation: 'listDevices',
        ip: '192.0.2.1',
        userAgent: 'SIS/1',
        day: '2026-11-20',
        requests: 2,
        errors: 1,
        lastUsedAt: usedAt,
      },
    ],
  ]);
  await clock.advance(60_000);
  t.equal(written.length, 1, 'without uses nothing is written');
  await recorder.stop();
});

t.test('keys, slots, calls and days are counted apart', async (t) => {
  const { clock, written, recorder } = scene();
  recorder.record(USE);
  for (const other of [{ id: 'key_2' }, { slot: 'previous' }, { operation: 'getDevice' }])
    recorder.record({ ...USE, ...other } as unknown as typeof USE);
  clock.jump(86_400_000);
  recorder.record(USE);
  recorder.record({ ...USE, ip: '192.0.2.2' });
  await recorder.stop();
  t.same(
    written.flat().map(({ day, requests }) => [day, requests]),
    [
      ['2026-11-20', 1],
      ['2026-11-20', 1],
      ['2026-11-20', 1],
      ['2026-11-20', 1],
      ['2026-11-21', 2],
    ],
  );
});

t.test('of several uses the last one tells from where, whatever the clock did', async (t) => {
  const { clock, written, recorder } = scene();
  const start = clock.now();
  recorder.record(USE);
  recorder.record({ ...USE, ip: '192.0.2.2', userAgent: null });
  clock.jump(1_000);
  recorder.record({ ...USE, ip: '192.0.2.3', userAgent: 'SIS/2' });
  clock.jump(-500);
  recorder.record({ ...USE, ip: '192.0.2.4', userAgent: 'SIS/3' });
  await recorder.stop();
  t.strictSame(
    written
      .flat()
      .map(({ requests, lastUsedAt, ip, userAgent }) => ({ requests, lastUsedAt, ip, userAgent })),
    [{ requests: 4, lastUsedAt: start + 1_000, ip: '192.0.2.3', userAgent: 'SIS/2' }],
  );
  recorder.record(USE);
  recorder.record({ ...USE, ip: '192.0.2.9', userAgent: null });
  await recorder.stop();
  t.strictSame(
    [written[1]?.[0]?.ip, written[1]?.[0]?.userAgent],
    ['192.0.2.9', null],
    'of the same moment too',
  );
});

t.test('what could not be written is kept, told, and written with what came since', async (t) => {
  const { clock, written, complaints, recorder, breakStore } = scene();
  await recorder.start();
  breakStore(new Error('the disk is full'));
  recorder.record({ ...USE, failed: true });
  await clock.advance(5_000);
  t.same(complaints, [{ error: 'the disk is full', message: 'the use of API keys could not be noted' }]);
  breakStore(null);
  recorder.record({ ...USE, ip: '192.0.2.2' });
  await clock.advance(5_000);
  t.same(
    written.flat().map(({ requests, errors, ip }) => ({ requests, errors, ip })),
    [{ requests: 2, errors: 1, ip: '192.0.2.2' }],
  );
  await recorder.stop();
});

t.test('a stop writes what is left, and a store that fails then is told of', async (t) => {
  const { clock, written, complaints, recorder, breakStore } = scene();
  await recorder.start();
  await recorder.start();
  recorder.record(USE);
  await recorder.stop();
  t.equal(written.length, 1);
  recorder.record(USE);
  await clock.advance(60_000);
  t.equal(written.length, 1, 'after it nothing is written by itself');
  t.equal(clock.pending(), 0);
  breakStore(new Error('closed'));
  await recorder.stop();
  t.equal(complaints.length, 1);
  breakStore(null);
  await recorder.start();
  await clock.advance(5_000);
  t.equal(written.length, 2, 'until it is started again');
  await recorder.stop();
});
