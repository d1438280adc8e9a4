import t from 'tap';
import { type LockRecord, NEVER_LOCKED } from '../../../../../agent/core/lock/lock-record.ts';
import { createPinGate } from '../../../../../agent/core/lock/pin-gate.ts';
import type { StoredLock } from '../../../../../agent/core/lock/stored-lock.ts';
import type { TrustedTime } from '../../../../../agent/core/time/trusted-time.ts';
import type { Log } from '../../../../../kit/log.ts';
import { createSerial } from '../../../../../kit/serial.ts';

const PIN = { salt: 's', hash: '1234', cost: 1, blockSize: 1, parallelization: 1 };

function scene({ pin = PIN as typeof PIN | null, held = true } = {}) {
  const lock = { commandId: 'cmd_1', sequence: 1, message: null, since: 0, until: null, pin };
  let record: LockRecord = { ...NEVER_LOCKED, held: held ? lock : null };
  const state = { now: 1_000, disk: true, broken: false, released: 0, judged: [] as string[] };
  const order: string[] = [];
  const gate = createPinGate({
    stored: {
      record: () => record,
      keep: async (next: LockRecord) => {
        await Promise.resolve();
        record = next;
        order.push('kept');
        return state.disk;
      },
    } as unknown as StoredLock,
    serial: createSerial(),
    time: { certain: () => state.now } as unknown as TrustedTime,
    log: { error: () => order.push('told') } as unknown as Log,
    verifyPin: async (given, hash) => {
      await Promise.resolve();
      order.push('judged');
      state.judged.push(given);
      if (state.broken) throw new Error('no such hash');
      return given === hash.hash;
    },
    release: async () => {
      state.released += 1;
    },
  });
  return { gate, state, order, record: () => record };
}

t.test('the right PIN ends the lock; a wrong one does not', async (t) => {
  const { gate, state } = scene();
  t.equal(await gate('0000'), 'wrong');
  t.equal(state.released, 0);
  t.equal(await gate('1234'), 'unlocked');
  t.equal(state.released, 1);
});

t.test('a try is counted on disk before it is judged', async (t) => {
  const { gate, order, record } = scene();
  await gate('0000');
  t.strictSame(order, ['kept', 'judged']);
  t.equal(record().pinTries.failed, 1);
});

t.test('a try that cannot be counted is not judged', async (t) => {
  const { gate, state } = scene();
  state.disk = false;
  t.equal(await gate('1234'), 'wait');
  t.strictSame([state.judged, state.released], [[], 0]);
});

t.test('without a lock or a PIN there is nothing to try', async (t) => {
  for (const setting of [{ held: false }, { pin: null }]) {
    const { gate, order } = scene(setting);
    t.equal(await gate('1234'), 'none');
    t.strictSame(order, []);
  }
});

t.test('after five wrong PINs even the right one waits ten minutes', async (t) => {
  const { gate, state } = scene();
  const answers: string[] = [];
  for (let n = 0; n < 6; n++) answers.push(await gate(n < 5 ? '0000' : '1234'));
  t.strictSame(answers, ['wrong', 'wrong', 'wrong', 'wrong', 'wait', 'wait']);
  t.equal(state.judged.length, 5);
  state.now += 600_000;
  t.equal(await gate('1234'), 'unlocked');
});

t.test('a PIN that cannot be checked counts as wrong, and is told of', async (t) => {
  const { gate, state, order } = scene();
  state.broken = true;
  t.equal(await gate('1234'), 'wrong');
  t.strictSame([order, state.released], [['kept', 'judged', 'told'], 0]);
});

t.test('of PINs posted at once three are tried, one after the other', async (t) => {
  const { gate, state, order } = scene();
  const answers = await Promise.all(['0', '1', '2', '3', '4'].map((pin) => gate(pin)));
  t.strictSame(answers, ['wrong', 'wrong', 'wrong', 'wait', 'wait']);
  t.strictSame(order, ['kept', 'judged', 'kept', 'judged', 'kept', 'judged']);
  t.equal(await gate('1234'), 'unlocked', 'then there is room again');
  t.equal(state.judged.length, 4);
});
